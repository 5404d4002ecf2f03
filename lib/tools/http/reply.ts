import { type Json, type JsonObject, parseJson } from "@/lib/core/json";
import type { HttpReply, PassingFault } from "@/lib/core/ports";
import { PASSING_STATUS } from "@/lib/core/tool-faults";

/** What of a response's headers is worth telling; cookies and the like are kept from agents. */
const VISIBLE_HEADERS = new Set([
  "allow",
  "cache-control",
  "content-language",
  "etag",
  "last-modified",
  "link",
  "location",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-total-count",
]);
const MAX_HEADER_CHARS = 1_000;

export const replySchema: JsonObject = {
  type: "object",
  properties: {
    status: { type: "integer" },
    url: { type: "string" },
    headers: { type: "object" },
    contentType: { type: ["string", "null"] },
    truncated: { type: "boolean" },
  },
  required: ["status", "url", "headers", "contentType", "body", "truncated"],
};

/** A reply that may be another one in a while; when, in seconds, the server may say. */
export function passingReply(reply: Json): PassingFault | undefined {
  const { status, headers } = reply as JsonObject;
  if (!PASSING_STATUS.has(status)) return;
  const seconds = Number((headers as JsonObject)["retry-after"] ?? Number.NaN);
  return { why: `It answered ${status}.`, ...(seconds >= 0 && { retryAfterMs: seconds * 1_000 }) };
}

/** A response as agents see it: JSON as data, other text as text, of anything else only that it is there. */
export function replyToJson({
  url,
  status,
  headers,
  contentType,
  text,
  bytes,
  truncated,
}: HttpReply): JsonObject {
  const kept = Object.entries(headers).filter(([name]) => VISIBLE_HEADERS.has(name));
  return {
    status,
    url,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, MAX_HEADER_CHARS)])),
    contentType: contentType?.slice(0, MAX_HEADER_CHARS) ?? null,
    body: text === undefined ? null : bodyOf(text, contentType, truncated),
    ...(text === undefined && {
      note: `The body is not text: ${truncated ? "more than " : ""}${bytes} bytes.`,
    }),
    truncated,
  };
}

function bodyOf(text: string, contentType: string | undefined, truncated: boolean): Json {
  if (truncated || !/[/+]json\s*(;|$)/i.test(contentType ?? "")) return text;
  return parseJson(text) ?? text;
}
