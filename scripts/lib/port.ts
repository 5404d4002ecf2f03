import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { errorCode } from "./failure";

const loopback = "127.0.0.1";

/** Below the ports that systems give to connections, which would take one before its server listens. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;

/** A TCP port of the loopback address that nobody uses now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isPortFree(port)) return port;
  }
}

/** True when a server could listen on that port of the loopback address now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => {
      const taken = errorCode(error) === "EADDRINUSE" || errorCode(error) === "EACCES";
      taken ? resolve(undefined) : reject(error);
    });
    server.listen(port, loopback, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
