// Made by `llamon-errors export --format typescript` from `hostile` 1.0.0 */ """ -->, `calm-2`; do not edit.

/** What clients branch on. */
export type ErrorCodeName =
  | "INVALID_INPUT"
  | "AUTH_REQUIRED"
  | "NOT_FOUND"
  | "UPSTREAM_UNAVAILABLE"
  | "UPSTREAM_TIMEOUT"
  | "RATE_LIMITED"
  | "GUARDRAIL_BLOCKED"
  | "INTERNAL_ERROR";

/** The fields of an error that its author lets travel. */
export type Details = { [name: string]: unknown };

/** What the data of every error has. What is absent is absent, never null. */
export interface ErrorDataBase {
  errorCode: ErrorCodeName;
  /** For logs, dashboards and translation keys; not for branching. */
  errorReason: string;
  /** Text for people. */
  errorMessage: string;
  /** Whether the same request may succeed later. */
  retriable: boolean;
  /** The agent's identifier. */
  domain?: string;
  /** The key of the catalog. */
  domainCode?: string;
  /** Where it went wrong, as `system:locator`. */
  errorSource?: string;
  /** How long to wait before a retry, in milliseconds; absent: back off exponentially. */
  retryAfterMs?: number;
  /** How often the agent itself has tried again already. */
  retried?: number;
  node?: { id: string; kind?: string };
  flow?: { completedNodes: string[] };
  guardrail?: { violationCategory?: string; [fact: string]: unknown };
  details?: Details;
}

/** What a catalog says of an error, but for its texts in other languages. */
export interface ErrorFacts<E extends ErrorCodeName = ErrorCodeName> {
  readonly errorCode: E;
  readonly errorReason: string;
  readonly title: string;
  readonly retriable: boolean;
  readonly fields: { readonly [name: string]: "string" | "integer" | "number" | "boolean" };
}

function holdsErrorOf(
  domain: string,
  errors: { readonly [code: string]: ErrorFacts },
  data: unknown,
  code: string | undefined,
): boolean {
  if (!isObject(data) || data["domain"] !== domain) return false;
  const domainCode = data["domainCode"];
  if (typeof domainCode !== "string" || (code !== undefined && domainCode !== code)) return false;
  const facts = Object.prototype.hasOwnProperty.call(errors, domainCode) ? errors[domainCode] : undefined;
  return (
    facts !== undefined &&
    data["errorCode"] === facts.errorCode &&
    typeof data["errorReason"] === "string" &&
    typeof data["errorMessage"] === "string" &&
    typeof data["retriable"] === "boolean" &&
    holdsFields(facts.fields, data["details"])
  );
}

/** Whether each field that has come is of its type; a field may be absent. */
function holdsFields(fields: ErrorFacts["fields"], details: unknown): boolean {
  if (details === undefined) return true;
  if (!isObject(details)) return false;
  return Object.keys(fields).every((name) => {
    if (!Object.prototype.hasOwnProperty.call(details, name)) return true;
    const value = details[name];
    const type = fields[name];
    return type === "integer" ? Number.isInteger(value) : typeof value === type;
  });
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The errors of `hostile`. */
export type HostileCode =
  | "KV:Cloud:Io"
  | "CON"
  | ".."
  | "index"
  | "INDEX"
  | "doc_1"
  | "DOC_1"
  | "a/b~c%d#e?\"\\"
  | "__proto__"
  | "8005"
  | "LONG"
  | "PLAIN_1";

/** The results of `hostile` that are no errors. */
export type HostileOutcome =
  | "WAIT_1"
  | "DONE_1";

/** What each error of `hostile` is to a client, and the fields that may travel with it. */
export interface HostileErrors {
  /** <script>alert("1")</script> & 'quotes' {braces} */
  "KV:Cloud:Io": { errorCode: "UPSTREAM_UNAVAILABLE"; details: Details & { store?: string; text?: string; attempts?: number; share?: number; last?: boolean } };
  /** A name that Windows keeps for itself */
  "CON": { errorCode: "INTERNAL_ERROR"; details: Details };
  /**
   * ../../etc/passwd
   * @deprecated use `CON` * / \@internal
   */
  "..": { errorCode: "INTERNAL_ERROR"; details: Details };
  /** The name of a page */
  "index": { errorCode: "NOT_FOUND"; details: Details };
  /** The name of a page, in upper case */
  "INDEX": { errorCode: "NOT_FOUND"; details: Details };
  /** Keys that differ in case alone */
  "doc_1": { errorCode: "NOT_FOUND"; details: Details };
  /** Keys that differ in case alone, this one in upper case */
  "DOC_1": { errorCode: "NOT_FOUND"; details: Details };
  /** A key of every sign */
  "a/b~c%d#e?\"\\": { errorCode: "INTERNAL_ERROR"; details: Details };
  /** A key that JavaScript knows */
  "__proto__": { errorCode: "INVALID_INPUT"; details: Details & { ["__proto__"]?: string; constructor?: string } };
  /** desrever and שלום עולם */
  "8005": { errorCode: "RATE_LIMITED"; details: Details & { name?: string } };
  /** A title without blanks: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft */
  "LONG": { errorCode: "INTERNAL_ERROR"; details: Details };
  /** The token has expired */
  "PLAIN_1": { errorCode: "AUTH_REQUIRED"; details: Details };
}

/** The data part of a failed task of `hostile`: of one code, or of any. */
export type HostileErrorData<C extends HostileCode = HostileCode> = {
  [K in C]: ErrorDataBase & {
    errorCode: HostileErrors[K]["errorCode"];
    domain: "hostile";
    domainCode: K;
    details?: HostileErrors[K]["details"];
  };
}[C];

/** What the catalog of `hostile` says. */
export const HOSTILE_ERRORS: { readonly [K in HostileCode]: ErrorFacts<HostileErrors[K]["errorCode"]> } = {
  "KV:Cloud:Io": {
    errorCode: "UPSTREAM_UNAVAILABLE",
    errorReason: "cloud_io",
    title: "\u003cscript>alert(\"1\")\u003c/script> & 'quotes' {braces}",
    retriable: true,
    fields: { store: "string", text: "string", attempts: "integer", share: "number", last: "boolean" } as const,
  },
  "CON": {
    errorCode: "INTERNAL_ERROR",
    errorReason: "twice",
    title: "A name that Windows keeps for itself",
    retriable: false,
    fields: {},
  },
  "..": {
    errorCode: "INTERNAL_ERROR",
    errorReason: "twice",
    title: "../../etc/passwd",
    retriable: false,
    fields: {},
  },
  "index": {
    errorCode: "NOT_FOUND",
    errorReason: "index",
    title: "The name of a page",
    retriable: false,
    fields: {},
  },
  "INDEX": {
    errorCode: "NOT_FOUND",
    errorReason: "index_upper",
    title: "The name of a page, in upper case",
    retriable: false,
    fields: {},
  },
  "doc_1": {
    errorCode: "NOT_FOUND",
    errorReason: "case_lower",
    title: "Keys that differ in case alone",
    retriable: false,
    fields: {},
  },
  "DOC_1": {
    errorCode: "NOT_FOUND",
    errorReason: "case_upper",
    title: "Keys that differ in case alone, this one in upper case",
    retriable: false,
    fields: {},
  },
  "a/b~c%d#e?\"\\": {
    errorCode: "INTERNAL_ERROR",
    errorReason: "twice",
    title: "A key of every sign",
    retriable: false,
    fields: {},
  },
  ["__proto__"]: {
    errorCode: "INVALID_INPUT",
    errorReason: "proto",
    title: "A key that JavaScript knows",
    retriable: false,
    fields: { ["__proto__"]: "string", constructor: "string" } as const,
  },
  "8005": {
    errorCode: "RATE_LIMITED",
    errorReason: "right_to_left",
    title: "\u202edesrever\u202c and שלום עולם",
    retriable: true,
    fields: { name: "string" } as const,
  },
  "LONG": {
    errorCode: "INTERNAL_ERROR",
    errorReason: "a_reason_of_exactly_one_hundred_and_twenty_eight_characters_which_is_the_most_that_a_reason_can_have_whatever_it_may_say_xxxxxxx",
    title: "A title without blanks: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    retriable: false,
    fields: {},
  },
  "PLAIN_1": {
    errorCode: "AUTH_REQUIRED",
    errorReason: "token_expired",
    title: "The token has expired",
    retriable: false,
    fields: {},
  },
};

/** Whether this data is of an error of `hostile`; with a code, of that error. */
export function isHostileError<C extends HostileCode = HostileCode>(data: unknown, code?: C): data is HostileErrorData<C> {
  return holdsErrorOf("hostile", HOSTILE_ERRORS, data, code);
}

/** The errors of `calm-2`. */
export type Calm_2Code = never;

/** The results of `calm-2` that are no errors. */
export type Calm_2Outcome =
  | "DONE";

/** What each error of `calm-2` is to a client, and the fields that may travel with it. */
export interface Calm_2Errors {
}

/** The data part of a failed task of `calm-2`: of one code, or of any. */
export type Calm_2ErrorData<C extends Calm_2Code = Calm_2Code> = {
  [K in C]: ErrorDataBase & {
    errorCode: Calm_2Errors[K]["errorCode"];
    domain: "calm-2";
    domainCode: K;
    details?: Calm_2Errors[K]["details"];
  };
}[C];

/** What the catalog of `calm-2` says. */
export const CALM_2_ERRORS: { readonly [K in Calm_2Code]: ErrorFacts<Calm_2Errors[K]["errorCode"]> } = {
};

/** Whether this data is of an error of `calm-2`; with a code, of that error. */
export function isCalm_2Error<C extends Calm_2Code = Calm_2Code>(data: unknown, code?: C): data is Calm_2ErrorData<C> {
  return holdsErrorOf("calm-2", CALM_2_ERRORS, data, code);
}
