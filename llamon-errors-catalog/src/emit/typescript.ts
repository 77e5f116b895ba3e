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
