import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Answering = { begun: boolean };

/** The server and the pages are bundled apart: they meet at a place of the process. */
const PLACE = Symbol.for("waymark.answering");
const places = globalThis as typeof globalThis & { [PLACE]?: AsyncLocalStorage<Answering> };
places[PLACE] ??= new AsyncLocalStorage();
const answering = places[PLACE];

/** Code of the console has begun to answer the request: from here on, what fails is a fault of the server. */
export function answerBegins(): void {
  const request = answering.getStore();
  if (request) request.begun = true;
}

/**
 * Answers a request; one for an action of a page that fails before any code of the console has begun is one that could
 * not be read, which the framework takes for a fault of the server.
 */
export function answerReadable(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  // Forms name their action in their fields, where scripts name it in a header.
  if (request.method !== "POST" || /^\/api(\/|$)/.test(request.url ?? "")) return answer();
  const state: Answering = { begun: false };
  const write = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    write(status === 500 && !state.begun ? 400 : status, ...rest);
  return answering.run(state, answer);
}
