import { createServer } from "node:net";
import { errorCode } from "./failure";

const loopback = "127.0.0.1";

/** A TCP port of the loopback address that nobody uses now. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === undefined) throw new Error("The system gave no free port.");
  return port;
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
