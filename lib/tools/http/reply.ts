import { type Json, type JsonObject, parseJson } from "@/lib/core/json";
import type { HttpReply } from "@/lib/core/ports";

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
