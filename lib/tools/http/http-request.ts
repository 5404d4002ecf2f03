import { digestOf } from "@/lib/core/bytes";
import { argumentWords } from "@/lib/core/describe/arguments";
import { type Json, withExactNumbers } from "@/lib/core/json";
import type { HttpFailure, SafeHttp, UnknownOutcome } from "@/lib/core/ports";
import type { ToolContext, ToolDescriptor } from "../descriptor";
import { headersSchema, readHeaders } from "./headers";
import { ANSWER_MS, MAX_BODY_BYTES, shortUrl, TOOL_MS, urlSchema } from "./http-get";
import { replySchema, replyToJson } from "./reply";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Any request to the public web. The call's idempotency key goes along as a header, so that servers that know it
 * carry a repeated request out once (docs/tools.md, "The web").
 */
export function httpRequest(http: SafeHttp): ToolDescriptor {
  return {
    name: "http_request",
    description:
      "Sends a request to an address on the public web, and may change something there. A body that is not a text is sent as JSON. Redirects are not followed, but of GET and HEAD: status and location come back.",
    tags: ["network", "web"],
    sideEffects: "external",
    idempotent: false,
    inputSchema: {
      type: "object",
      properties: {
        method: { type: "string", enum: METHODS },
        url: urlSchema,
        headers: headersSchema,
        body: {
          description: "Text, or data that is sent as JSON. GET and HEAD take none.",
        },
        longNumbers: {
          type: "string",
          enum: ["text", "number"],
          description:
            "How data has numbers with more digits than a double keeps, such as 9007199254740993: as texts (if absent) or as numbers.",
        },
      },
      required: ["method", "url"],
      additionalProperties: false,
    },
    outputSchema: replySchema,
    timeoutMs: TOOL_MS,
    examples: [{ method: "POST", url: "https://example.com/orders", body: { item: "A1", quantity: 2 } }],
    summarize: ({ method, url, headers, body }) => {
      const names = Object.keys((headers ?? {}) as object);
      const sent = body === undefined ? "" : ` with ${argumentWords(body)}`;
      const also = names.length > 0 ? `, headers ${names.join(", ")}` : "";
      return `Send ${method} to ${shortUrl(url)}${sent}${also}`;
    },
    async run(args, { signal, effectBegins, isAllowed, ...call }) {
      const { method, url, headers, body, longNumbers } = args;
      if (body !== undefined && (method === "GET" || method === "HEAD"))
        throw new Error(`a ${method} takes no body`);
      const request = {
        method: String(method),
        url: String(url),
        headers: { ...withType(readHeaders(headers), body), "idempotency-key": keyOf(call) },
        ...(body !== undefined && { body: textOf(body, longNumbers) }),
        mayFollow: (next: string) => isAllowed({ ...args, url: next }),
        beforeSent: effectBegins,
      };
      const limits = { signal, timeoutMs: ANSWER_MS, maxBytes: MAX_BODY_BYTES };
      const mayChange = method !== "GET" && method !== "HEAD";
      return replyToJson(await http.send(request, limits).catch(mayChange ? asOutcome : undefined));
    },
  };
}

/**
 * What a header takes, whatever a plan calls its tasks. It is the run's own: an equal call of another run is another, which
 * a server must not take for this one.
 */
const keyOf = ({
  workspaceId,
  runId,
  idempotencyKey,
}: Pick<ToolContext, "workspaceId" | "runId" | "idempotencyKey">) =>
  digestOf([workspaceId, runId, idempotencyKey]);

/** After it was sent nobody knows what became of it, unless an answer came. */
function asOutcome(error: HttpFailure): never {
  if (!error.sent) throw error;
  const code: UnknownOutcome["code"] = "unknown_outcome";
  throw Object.assign(new Error(`${error.message} It may have been carried out.`), { code });
}

function withType(headers: Record<string, string>, body: Json | undefined): Record<string, string> {
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (body === undefined || isTyped) return headers;
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  return { ...headers, "content-type": type };
}

function textOf(body: Json, longNumbers: Json | undefined): string {
  if (typeof body === "string") return body;
  return longNumbers === "number" ? withExactNumbers(body) : JSON.stringify(body);
}
