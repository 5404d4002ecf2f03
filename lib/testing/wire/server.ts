import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "@/lib/core/json";
import type { AnswerReply, ErrorReply, Reply, WireProtocol, WireRequest } from "./reply";

export type WireServerOptions = {
  /** Decides what to answer; `number` counts requests from 1. */
  respond(request: WireRequest, number: number): Reply | Promise<Reply>;
};

export type WireServer = {
  /** Up to and without the protocol's own path, e.g. `http://127.0.0.1:4711/v1`. */
  baseUrl: string;
  /** Every request so far, in order of arrival. */
  requests: WireRequest[];
  /** Ends open answers and stops listening. */
  close(): Promise<void>;
};

/** A real HTTP server on a free port of 127.0.0.1 that plays scripted replies in the given protocols. */
export async function createWireServer(
  options: WireServerOptions,
  protocols: WireProtocol[],
): Promise<WireServer> {
  const requests: WireRequest[] = [];

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://wire").pathname;
    const protocol = protocols.find((candidate) => path.endsWith(candidate.path));
    const body = await readJson(incoming);
    if (!protocol) return refuse(outgoing, 404, JSON.stringify({ error: { message: `no route ${path}` } }));
    const request: WireRequest = {
      number: requests.length + 1,
      path,
      headers: flatHeaders(incoming),
      body,
      disconnected: whenDisconnected(outgoing),
    };
    requests.push(request);
    await play(outgoing, protocol, await options.respond(request, request.number));
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((fault) => {
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500, `wire server script failed: ${fault}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function play(outgoing: ServerResponse, protocol: WireProtocol, reply: Reply): Promise<void> {
  if (reply.kind === "silence") return;
  if (reply.kind === "reset") outgoing.destroy();
  else if (reply.kind === "raw")
    outgoing.writeHead(200, { "content-type": reply.contentType ?? "text/event-stream" }).end(reply.body);
  else if (reply.kind === "error") playError(outgoing, protocol, reply);
  else await playAnswer(outgoing, protocol, reply);
}

function playError(outgoing: ServerResponse, protocol: WireProtocol, reply: ErrorReply): void {
  const { error = { message: "scripted failure" } } = reply;
  const body = typeof error === "string" ? error : JSON.stringify(protocol.refusal(error));
  refuse(outgoing, reply.status, body, reply.headers);
}

async function playAnswer(
  outgoing: ServerResponse,
  protocol: WireProtocol,
  reply: AnswerReply,
): Promise<void> {
  outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const [index, frame] of protocol.content(reply).entries()) {
    if (reply.beforeFrame) await reply.beforeFrame(index);
    outgoing.write(frame);
  }
  const ending = reply.ending ?? "complete";
  if (ending === "open") return;
  // Destroying at once would also throw away what was written: wait until it is on its way.
  if (ending === "cut") outgoing.write(": cut\n\n", () => outgoing.destroy());
  else if (ending === "unfinished") outgoing.end();
  else if (ending === "error") outgoing.end(protocol.failure(reply.error ?? { message: "scripted failure" }));
  else outgoing.end(protocol.completion(reply).join(""));
}

function refuse(
  outgoing: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function whenDisconnected(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once("close", () => {
      if (!outgoing.writableEnded) resolve();
    });
  });
}

function flatHeaders(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
}

async function readJson(incoming: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as JsonObject;
}
