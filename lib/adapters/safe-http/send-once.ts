import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { CancelSignal } from "@/lib/core/ports";
import type { Address } from "./destination";
import { httpFailure } from "./failure";

export type OneRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  addresses: Address[];
  signal: CancelSignal;
  connectMs: number;
};

/**
 * One request on a connection of its own, to one of the given addresses; resolves when the headers have come. Names
 * are not looked up again: TLS still checks the certificate for the name. Throws HttpFailure.
 */
export function sendOnce(oneRequest: OneRequest): Promise<IncomingMessage> {
  const { method, url, headers, body, addresses, signal, connectMs } = oneRequest;
  const send = url.protocol === "https:" ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    let connected = false;
    const request = send(url, { method, headers, agent: false, lookup: pinnedTo(addresses) });
    const fail = (code: "unreachable" | "timeout" | "broken" | "aborted", words: string) => {
      reject(httpFailure(code, words, connected));
      request.destroy();
    };
    const cancel = () => fail("aborted", "The request was cancelled.");
    const timer = setTimeout(() => fail("timeout", `${url.host} does not take connections.`), connectMs);
    const isReady = () => {
      connected = true;
      clearTimeout(timer);
    };
    request.on("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", isReady),
    );
    request.on("error", (error) =>
      connected
        ? fail("broken", `The connection to ${url.host} broke: ${codeOf(error)}.`)
        : fail("unreachable", `${url.host} cannot be reached: ${codeOf(error)}.`),
    );
    request.on("close", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    });
    request.on("response", resolve);
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    request.end(body);
  });
}

const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? "", first?.family);
  };

function codeOf(error: Error & { code?: string }): string {
  return error.code ?? error.message;
}
