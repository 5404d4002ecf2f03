import { type Agent, type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { CancelSignal, HttpFailure } from "@/lib/core/ports";
import {
  type Address,
  type PrivateHosts,
  type Resolver,
  resolveChecked,
  systemResolver,
} from "./destination";
import { httpFailure } from "./failure";
import { type Hop, nextHop } from "./redirect";

type OneRequest = Pick<Hop, "method" | "url" | "headers" | "body" | "beforeSent"> & {
  addresses: Address[];
  agent: Agent | undefined;
  signal: CancelSignal;
  connectMs: number;
};

const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? "", first?.family);
  };

export type SafeHttpOptions = {
  resolve?: Resolver;
  /** Hosts that may have a private address; the administrator's, none by default. */
  privateHosts?: PrivateHosts;
  connectMs?: number;
  /** Keeps connections, each of which was made to an address that was checked; without it every request has its own. */
  agent?: Agent;
};

const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;

/** Sends the request and goes where it is led, checking each address again. Throws HttpFailure. */
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
  const { resolve = systemResolver, privateHosts = [], connectMs = CONNECT_MS, agent } = options;
  const addresses = await unlessAborted(resolveChecked(hop.url, { resolve, privateHosts }), signal);
  const response = await sendOnce({ ...hop, addresses, agent, signal, connectMs });
  return { response, next: redirectOf(hop, response) };
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

/**
 * One request to one of the given addresses, on a connection of its own unless an agent keeps one; resolves when the headers
 * have come. Names are not looked up again: TLS still checks the certificate for the name. Throws HttpFailure.
 */
function sendOnce(oneRequest: OneRequest): Promise<IncomingMessage> {
  const { method, url, headers, body, addresses, agent, signal, connectMs, beforeSent } = oneRequest;
  const send = url.protocol === "https:" ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    let connected = false;
    // Node itself says of no DELETE how long its body is: servers would read that as the next request.
    const sized = body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) };
    const request = send(url, { method, headers: sized, agent: agent ?? false, lookup: pinnedTo(addresses) });
    const fail = (code: "unreachable" | "timeout" | "broken" | "aborted", words: string) => {
      reject(httpFailure(code, words, connected));
      request.destroy();
    };
    const cancel = () => fail("aborted", "The request was cancelled.");
    const timer = setTimeout(() => fail("timeout", `${url.host} does not take connections.`), connectMs);
    const isReady = async () => {
      clearTimeout(timer);
      try {
        await beforeSent?.();
      } catch (refusal) {
        reject(refusal as Error);
        return request.destroy();
      }
      if (request.destroyed) return;
      connected = true;
      request.end(body);
    };
    request.on("socket", (socket) => {
      if (request.reusedSocket) void isReady();
      else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => void isReady());
    });
    request.on("error", (error) => {
      // As a rule the server had just given up a connection that was kept, and has seen nothing of the request.
      if (request.reusedSocket && codeOf(error) === "ECONNRESET" && !signal.aborted)
        return resolve(sendOnce({ ...oneRequest, agent: undefined }));
      return connected
        ? fail("broken", `The connection to ${url.host} broke: ${codeOf(error)}.`)
        : fail("unreachable", `${url.host} cannot be reached: ${codeOf(error)}.`);
    });
    request.on("close", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    });
    request.on("response", resolve);
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
  });
}

function codeOf(error: Error & { code?: string }): string {
  return error.code ?? error.message;
}
