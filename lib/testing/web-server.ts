import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceivedRequest = Pick<IncomingMessage, "method" | "url" | "headers"> & { body: string };

export type WebServer = {
  port: number;
  /** Every request that came, in order. */
  requests: ReceivedRequest[];
  /** How many connections were made so far. */
  connections(): number;
  close(): Promise<void>;
};

/** A server on the loopback address; `answer` gets the request after its body has been read. */
export async function openWebServer(
  answer: (request: ReceivedRequest, response: Parameters<RequestListener>[1]) => void,
): Promise<WebServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { method, url, headers } = request;
    const entry = { method, url, headers, body: Buffer.concat(parts).toString() } as ReceivedRequest;
    requests.push(entry);
    answer(entry, response);
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
