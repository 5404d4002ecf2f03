import type { IncomingMessage } from "node:http";
import type { CancelSignal, HttpFailure, HttpReply, HttpRequest, SafeHttp } from "@/lib/core/ports";
import {
  type Address,
  hostAndPort,
  type Resolver,
  readUrl,
  resolveChecked,
  systemResolver,
} from "./destination";
import { httpFailure } from "./failure";
import { follow, type SafeHttpOptions } from "./follow";
import { decodeBody, readCapped, textOf } from "./read-body";
import type { Hop } from "./redirect";

export type { Resolver } from "./destination";
export { hostAndPort, resolveMailHost } from "./destination";
export type { SafeHttpOptions } from "./follow";

export { createSafeFetch, modelFetchFor } from "./safe-fetch";

const USER_AGENT = "Waymark";
const RESOLVE_MS = 2_000;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Why an address that an administrator enters is one that nobody may go to, in words; undefined when it is not. It may
 * lie in a network of theirs, and its host may be away: a name that is not found in two seconds passes.
 */
export async function addressProblem(
  address: string,
  resolve: Resolver = systemResolver,
): Promise<string | undefined> {
  try {
    const url = readUrl(address);
    await resolveChecked(url, { resolve: within(RESOLVE_MS, resolve), privateHosts: [hostAndPort(url)] });
    return;
  } catch (failure) {
    const { code, message } = failure as HttpFailure;
    return code === "unreachable" ? undefined : message;
  }
}

function within(limitMs: number, resolve: Resolver): Resolver {
  return async (hostname) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Address[]>((done) => {
      timer = setTimeout(done, limitMs, []);
    });
    return Promise.race([resolve(hostname), late]).finally(() => clearTimeout(timer));
  };
}

/** Requests to addresses that models and people name, which may lead nowhere but to the public web (docs/tools.md). */
export function createSafeHttp(options: SafeHttpOptions = {}): SafeHttp {
  return {
    async send(request, { signal, timeoutMs, maxBytes }) {
      const limit = withTimeout(signal, timeoutMs);
      try {
        const { response, url } = await follow(options, firstHop(request), limit.signal);
        return await replyOf(response, url, maxBytes);
      } catch (error) {
        throw limit.isOver()
          ? httpFailure("timeout", `No answer within ${timeoutMs} ms.`, sentOf(error))
          : error;
      } finally {
        limit.done();
      }
    },
  };
}

function firstHop({ method, url, headers = {}, body, mayFollow, beforeSent }: HttpRequest): Hop {
  const own = { "user-agent": USER_AGENT, "accept-encoding": "gzip, deflate, br" };
  const hop = {
    method,
    url: readUrl(url),
    headers: { ...own, ...headers },
    // What changes something goes to the address that was named, and to no other.
    mayFollow: READS.has(method) ? ({ href }: URL) => mayFollow?.(href) ?? true : undefined,
    beforeSent,
  };
  return body === undefined ? hop : { ...hop, body };
}

async function replyOf(response: IncomingMessage, url: URL, maxBytes: number): Promise<HttpReply> {
  try {
    const { bytes, truncated } = await readCapped(decodeBody(response), maxBytes);
    const contentType = response.headers["content-type"];
    const text = textOf(bytes, contentType);
    return {
      url: url.href,
      status: response.statusCode ?? 0,
      headers: singleLines(response),
      ...(contentType !== undefined && { contentType }),
      ...(text !== undefined && { text }),
      bytes: bytes.length,
      truncated,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw httpFailure("broken", `The answer of ${url.host} cannot be read: ${why}.`, true);
  } finally {
    response.destroy();
  }
}

function singleLines({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}

/** The caller's cancel and our own time limit as one signal. */
function withTimeout(outer: CancelSignal, timeoutMs: number) {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    stop.abort();
  }, timeoutMs);
  if (outer.aborted) cancel();
  outer.addEventListener("abort", cancel, { once: true });
  return {
    signal: stop.signal,
    isOver: () => over,
    done() {
      clearTimeout(timer);
      outer.removeEventListener("abort", cancel);
    },
  };
}

const sentOf = (error: unknown): boolean => (error as { sent?: boolean }).sent === true;
