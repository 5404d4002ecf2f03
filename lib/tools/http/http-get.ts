import type { SafeHttp } from "@/lib/core/ports";
import type { ToolDescriptor } from "../descriptor";
import { headersSchema, readHeaders } from "./headers";
import { passingReply, replySchema, replyToJson } from "./reply";

const MAX_CHARS = 120;

export const MAX_BODY_BYTES = 1_000_000;
export const ANSWER_MS = 30_000;
/** The tool's own limit speaks before the toolbox's. */
export const TOOL_MS = ANSWER_MS + 5_000;

export const urlSchema = {
  type: "string",
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\]+$",
  maxLength: 8_000,
  description: "An http or https address on the public web.",
};

/** Reads a page or an API on the public web (docs/tools.md, "The web"). */
export function httpGet(http: SafeHttp): ToolDescriptor {
  return {
    name: "http_get",
    description:
      "Reads an address on the public web by GET. Gives status, contentType and body: JSON as data, other text as text, at most 1 MB.",
    tags: ["network", "web"],
    sideEffects: "read",
    idempotent: true,
    inputSchema: {
      type: "object",
      properties: { url: urlSchema, headers: headersSchema },
      required: ["url"],
      additionalProperties: false,
    },
    outputSchema: replySchema,
    passing: passingReply,
    timeoutMs: TOOL_MS,
    examples: [{ url: "https://example.com/prices.json" }],
    summarize: ({ url }) => `Read ${shortUrl(url)}`,
    async run(args, { signal, isAllowed }) {
      const request = {
        method: "GET",
        url: String(args.url),
        headers: readHeaders(args.headers, { reads: true }),
        mayFollow: (url: string) => isAllowed({ ...args, url }),
      };
      return replyToJson(
        await http.send(request, { signal, timeoutMs: ANSWER_MS, maxBytes: MAX_BODY_BYTES }),
      );
    },
  };
}

/** An address for people: the host always whole, what follows it cut. */
export function shortUrl(url: unknown): string {
  const text = String(url);
  const host = /^[^/]*\/\/[^/?#]*/.exec(text)?.[0] ?? "";
  const most = Math.max(MAX_CHARS, host.length);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
