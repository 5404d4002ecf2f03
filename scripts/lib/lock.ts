import { createHash } from "node:crypto";
import { unlinkSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "./failure";

/**
 * Runs `action` while no other process on this machine holds the lock of that name; waits its turn.
 * The lock is a listening local socket, so the kernel frees it when its holder dies, however it dies.
 */
export async function withLock<T>(name: string, action: () => Promise<T>): Promise<T> {
  const release = await acquire(socketPath(name));
  try {
    return await action();
  } finally {
    await release();
  }
}

/** Abstract sockets and pipes vanish with their owner; elsewhere a file stays and is found to be dead. */
function socketPath(name: string): string {
  const id = `waymark-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
  if (process.platform === "linux") return `\0${id}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${id}`;
  return join(tmpdir(), `${id}.sock`);
}

async function acquire(path: string): Promise<() => Promise<void>> {
  for (;;) {
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      waiting.add(socket.on("error", () => {}).on("close", () => waiting.delete(socket)));
    });
    if (await tryListen(server, path)) {
      return () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          for (const socket of waiting) socket.destroy();
        });
    }
    await released(path);
  }
}

function tryListen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (errorCode(error) === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(path, () => resolve(true));
  });
}

/** Resolves when the holder's end of a connection closes, or when nobody answers there. */
function released(path: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on("error", (error) => {
      if (errorCode(error) === "ECONNREFUSED" && !path.startsWith("\0")) unlinkSync(path);
    });
    socket.on("close", () => resolve());
  });
}
