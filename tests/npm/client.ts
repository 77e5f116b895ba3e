// What a client writes with the types that are exported. Each line below `@ts-expect-error` must not compile.
import {
  DOCUMENT_SERVICE_ERRORS,
  type DocumentServiceCode,
  type DocumentServiceErrorData,
  type DocumentServiceOutcome,
  isDocumentServiceError,
} from "./documents";

declare const process: { argv: string[] };

const code: DocumentServiceCode = "DOC_005";
// @ts-expect-error a code that the catalog does not have
const unknown: DocumentServiceCode = "DOC_999";
// @ts-expect-error a retired code is no error any more
const retired: DocumentServiceCode = "DOC_004";
const outcome: DocumentServiceOutcome = "DOC_101";
// @ts-expect-error a result is no error
const raised: DocumentServiceCode = "DOC_101";

function show(data: unknown): string {
  if (!isDocumentServiceError(data)) return "foreign";
  switch (data.domainCode) {
    case "DOC_005": {
      const narrowed: "NOT_FOUND" = data.errorCode;
      const id: string | undefined = data.details?.document_id;
      // @ts-expect-error the field is a text
      const wrong: number | undefined = data.details?.document_id;
      return `${narrowed} ${id}`;
    }
    case "DOC_007": {
      const pages: number | undefined = data.details?.pages;
      // @ts-expect-error another code's constant
      const other: "NOT_FOUND" = data.errorCode;
      return `${pages}`;
    }
    // @ts-expect-error no such code
    case "DOC_998":
      return "never";
    default:
      return data.errorMessage;
  }
}

function only(data: unknown): string {
  if (!isDocumentServiceError(data, "DOC_008")) return "another";
  const limited: DocumentServiceErrorData<"DOC_008"> = data;
  const wait: number | undefined = limited.retryAfterMs;
  return `${limited.errorCode} ${wait} ${limited.details?.limit}`;
}

function expect(truth: boolean, what: string): void {
  if (!truth) throw new Error(what);
}

const all = JSON.parse(process.argv[2] ?? "[]") as { [name: string]: unknown }[];
expect(all.length === Object.keys(DOCUMENT_SERVICE_ERRORS).length, "one of each code");
for (const data of all) {
  expect(isDocumentServiceError(data), JSON.stringify(data));
  expect(show(data) !== "foreign", JSON.stringify(data));
  expect((only(data) !== "another") === (data["domainCode"] === "DOC_008"), JSON.stringify(data));
  for (const wrong of [
    { ...data, domain: "another-service" },
    { ...data, domainCode: "DOC_999" },
    { ...data, domainCode: "constructor" },
    { ...data, domainCode: "__proto__" },
    { ...data, errorCode: "TEAPOT" },
    { ...data, retriable: "yes" },
    { ...data, details: [] },
    null,
    "DOC_005",
    [],
  ]) {
    expect(!isDocumentServiceError(wrong), JSON.stringify(wrong));
  }
}
const summary = all.find((data) => data["domainCode"] === "DOC_007");
expect(isDocumentServiceError({ ...summary, details: { pages: 480, more: "x" } }), "fields may be added");
expect(!isDocumentServiceError({ ...summary, details: { pages: "480" } }), "a field of another type");
expect(!isDocumentServiceError({ ...summary, details: { pages: 1.5 } }), "a whole number");
expect(code !== (outcome as string), "two kinds");
console.log("all is well");
