import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { dropRestOfBody } from "./rest-of-body";

const MEGABYTE = 1024 * 1024;
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that answers 413 once it has read a part of a body, and leaves the rest; `read` is how it reads. */
async function open(
  read: (message: IncomingMessage) => Promise<unknown>,
  limits: { mostBytes?: number; longestMs?: number } = {},
): Promise<number> {
  server = createServer(
    { keepAliveTimeout: 30_000 },
    async (message: IncomingMessage, response: ServerResponse) => {
      dropRestOfBody(message, response, limits);
      if (message.method === "GET") return response.end("next");
      await read(message);
      response.writeHead(413).end("too large");
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Reads what comes at once, and no more: the stream stays paused with a full buffer. */
const paused = async (message: IncomingMessage) => {
  message.once("data", () => message.pause());
  await once(message, "data");
};
const unread = async () => {};

function ask(port: number, agent: Agent, body?: Buffer): Promise<{ status: number; port: number }> {
  return new Promise((resolve, reject) => {
    const method = body ? "POST" : "GET";
    const asked = request({ port, host: "127.0.0.1", method, agent }, (response) => {
      const { localPort = 0 } = asked.socket ?? {};
      response.resume().once("end", () => resolve({ status: response.statusCode ?? 0, port: localPort }));
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

describe("a connection whose request was answered in the middle of its body", () => {
  it.each([
    ["left", unread],
    ["paused", paused],
  ])("serves the next one when the body was %s", async (_, read) => {
    const port = await open(read);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await ask(port, agent, Buffer.alloc(8 * MEGABYTE));
    const next = await ask(port, agent);
    expect([refused.status, next]).toEqual([413, { status: 200, port: refused.port }]);
    agent.destroy();
  });

  it.each([
    ["sends more than is dropped", { mostBytes: MEGABYTE }],
    ["does not send the rest in time", { longestMs: 50 }],
  ])("is closed when the client %s", async (_, limits) => {
    const port = await open(paused, limits);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${16 * MEGABYTE}\r\n\r\n`);
    socket.write(Buffer.alloc(2 * MEGABYTE));
    await new Promise((resolve) => socket.once("close", resolve));
  });
});
