import type { IncomingMessage } from "node:http";
import type { CancelSignal, HttpFailure } from "@/lib/core/ports";
import { type PrivateHosts, type Resolver, resolveChecked, systemResolver } from "./destination";
import { httpFailure } from "./failure";
import { type Hop, nextHop } from "./redirect";
import { sendOnce } from "./send-once";

export type SafeHttpOptions = {
  resolve?: Resolver;
  /** Hosts that may have a private address; the administrator's, none by default. */
  privateHosts?: PrivateHosts;
  connectMs?: number;
};

export const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;

/** Sends the request and goes where it is led, checking each address anew. Throws HttpFailure. */
export async function follow(
  options: SafeHttpOptions,
  first: Hop,
  signal: CancelSignal,
): Promise<{ response: IncomingMessage; url: URL }> {
  let hop = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const { response, next } = await sendHop(options, hop, signal).catch((error: HttpFailure) => {
      // The first address has had the request, whatever became of those it led to.
      throw hops === 0 ? error : httpFailure(error.code, error.message, true);
    });
    if (!next) return { response, url: hop.url };
    response.destroy();
    hop = next;
  }
  throw httpFailure("bad_redirect", `${first.url.host} redirects more than ${MAX_REDIRECTS} times.`, true);
}

async function sendHop(options: SafeHttpOptions, hop: Hop, signal: CancelSignal) {
  const { resolve = systemResolver, privateHosts = [], connectMs = CONNECT_MS } = options;
  const addresses = await unlessAborted(resolveChecked(hop.url, { resolve, privateHosts }), signal);
  const response = await sendOnce({ ...hop, addresses, signal, connectMs });
  return { response, next: hop.manualRedirect ? undefined : redirectOf(hop, response) };
}

function redirectOf(hop: Hop, response: IncomingMessage): Hop | undefined {
  try {
    return nextHop(hop, response.statusCode ?? 0, response.headers.location);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** A name server that takes its time holds nobody up who has been cancelled. */
async function unlessAborted<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  let cancel = () => {};
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(httpFailure("aborted", "The request was cancelled."));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
