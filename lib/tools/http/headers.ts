import type { JsonObject } from "@/lib/core/json";

/** Headers that belong to the connection or to us (RFC 9110, 7.6.1); a proxy's would misstate who asks. */
const RESERVED = new Set([
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "expect",
  "forwarded",
  "idempotency-key",
  "keep-alive",
  "metadata",
  "metadata-flavor",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);
const RESERVED_BEGINNINGS = ["proxy-", "sec-", "x-forwarded-", "x-aws-ec2-metadata-", "x-google-metadata-"];
/** Headers by which servers take a request for one of another method, `_` and `-` alike. */
const METHOD_BEGINNINGS = [
  "x-http-method",
  "http-method",
  "x-method",
  "x-original-method",
  "method-override",
];
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\t\x20-\x7e]*$/;

export const headersSchema: JsonObject = {
  type: "object",
  description: "Request headers. Host and the like are set by Waymark.",
  maxProperties: 30,
  additionalProperties: { type: "string", maxLength: 4_000 },
};

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning));

const changesMethod = (name: string): boolean =>
  METHOD_BEGINNINGS.some((beginning) => name.replaceAll("_", "-").startsWith(beginning));

/**
 * Headers as they may be sent. Throws for one that is reserved, and for a name or value that would forge another; of a tool that
 * only reads also for one that would make another method of its own.
 */
export function readHeaders(headers: unknown, { reads = false } = {}): Record<string, string> {
  const entries = Object.entries((headers ?? {}) as Record<string, string>);
  for (const [name, value] of entries) {
    if (!TOKEN.test(name)) throw new Error(`${JSON.stringify(name.slice(0, 100))} is not a header name`);
    const lower = name.toLowerCase();
    if (isReserved(lower) || (reads && changesMethod(lower)))
      throw new Error(`the header ${name} cannot be set`);
    if (!VALUE.test(value))
      throw new Error(`the header ${name} holds a line break or another character of no header`);
  }
  return Object.fromEntries(entries);
}
