import type { IncomingMessage, ServerResponse } from "node:http";
import { MAX_DROPPED_BYTES } from "./body";

const LONGEST_MS = 10_000;
/** How long a client has to take the answer before what it still sends resets the connection. */
const FAREWELL_MS = 300;

/**
 * Has a connection serve its next request although the one before was answered in the middle of its body, as one over a
 * limit is: the rest is read and dropped. Where that is more than `mostBytes`, or takes longer than `longestMs`, or cannot
 * be read any more since the body was given up, the connection is closed, and the client makes another.
 */
export function dropRestOfBody(
  request: IncomingMessage,
  response: ServerResponse,
  { mostBytes = MAX_DROPPED_BYTES, longestMs = LONGEST_MS } = {},
): void {
  const { headers, socket } = request;
  if (!Number(headers["content-length"]) && headers["transfer-encoding"] === undefined) return;
  response.once("finish", () => {
    if (request.readableEnded) return;
    if (request.destroyed) return closeAfter(socket);
    const before = socket.bytesRead;
    const late = setTimeout(() => socket.destroy(), longestMs);
    request.on("data", () => {
      if (socket.bytesRead - before > mostBytes) socket.destroy();
    });
    request.once("close", () => {
      clearTimeout(late);
      if (!request.readableEnded) closeAfter(socket);
    });
    request.resume();
  });
}

function closeAfter(socket: IncomingMessage["socket"]): void {
  if (socket.destroyed) return;
  socket.end();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
