import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Readable, Transform } from "node:stream";
import { hostAndPort, type Resolver, readUrl } from "./destination";
import { follow, type SafeHttpOptions } from "./follow";
import { decodeBody } from "./read-body";

/** Most bytes of one response, after decompression; a stream that continues for long is opened again. */
const MAX_RESPONSE_BYTES = 64 * 1_024 * 1_024;
/** Connections to one provider that are kept while nothing is sent, and for how long. */
const MAX_IDLE = 16;
const IDLE_MS = 30_000;
/** Statuses whose responses have no body; `Response` refuses one. */
const NULL_BODY_STATUSES = new Set([101, 204, 205, 304]);
const CHANGED_BY_DECODING = new Set(["content-encoding", "content-length"]);

/** `fetch` for SDKs, under the same rules; bodies are text or bytes, and arrive as they come. */
export function createSafeFetch(options: SafeHttpOptions, maxBytes = MAX_RESPONSE_BYTES) {
  return async (
    address: string | URL,
    init: RequestInit & { beforeSent?: (() => Promise<void>) | undefined } = {},
  ): Promise<Response> => {
    const body = bodyOf(init.body);
    const headers = Object.fromEntries(new Headers(init.headers));
    const { response, url } = await follow(
      options,
      {
        method: init.method ?? "GET",
        url: readUrl(String(address)),
        headers: { ...headers, "accept-encoding": "identity" },
        ...(body !== undefined && { body }),
        mayFollow: init.redirect === "manual" ? undefined : () => true,
        beforeSent: init.beforeSent,
      },
      init.signal ?? new AbortController().signal,
    );
    const status = response.statusCode ?? 0;
    const headerList = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      CHANGED_BY_DECODING.has(name) ? [] : [value ?? []].flat().map((one) => [name, one]),
    );
    if (NULL_BODY_STATUSES.has(status)) response.destroy();
    const stream = NULL_BODY_STATUSES.has(status)
      ? null
      : Readable.toWeb(limitBytes(decodeBody(response), maxBytes));
    const made = new Response(stream as ReadableStream<Uint8Array> | null, { status, headers: headerList });
    Object.defineProperty(made, "url", { value: url.href });
    return made;
  };
}

/**
 * `fetch` for the models of a provider: its own address, which an administrator entered, may be within a network or on
 * this machine, but never one that nobody may go to. The name is looked up and checked for every request; connections are
 * kept between turns, as a handshake for each would cost more than the check.
 */
export function modelFetchFor(address: string, resolve?: Resolver): ReturnType<typeof createSafeFetch> {
  const Kept = address.startsWith("https:") ? HttpsAgent : HttpAgent;
  const agent = new Kept({ keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS });
  return (input, init) =>
    createSafeFetch({ privateHosts: [hostAndPort(address)], agent, ...(resolve && { resolve }) })(
      input,
      init,
    );
}

function bodyOf(body: RequestInit["body"]): string | Uint8Array | undefined {
  if (body === null || body === undefined) return;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("Only text and bytes can be sent");
}

/** The stream, which fails once more than `maxBytes` have come through. */
function limitBytes(source: Readable, maxBytes: number): Readable {
  let left = maxBytes;
  const gate = new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length;
      if (left < 0) done(new Error(`more than ${maxBytes} bytes came`));
      else done(null, part);
    },
  });
  source.on("error", (error) => gate.destroy(error));
  source.on("close", () => source.readableEnded || gate.destroy(new Error("it ended too early")));
  gate.on("close", () => source.destroy());
  return source.pipe(gate);
}
