import { connect, type Socket } from "node:net";

type Target = { host: string[]; port: number[]; path?: string | false };

/**
 * Sockets for postgres.js that send at once. Its own wait until the server has acknowledged what is on its way, which
 * makes a second round trip of statements that were meant to travel together. Several hosts take turns.
 */
export function createSocketOpener(): (target: Target) => Socket {
  let opened = 0;
  return ({ host, port, path }) => {
    const name = host[opened % host.length] ?? "localhost";
    const socket = path
      ? connect({ path })
      : connect({ host: name, port: port[opened % port.length] ?? 5432 });
    opened += 1;
    socket.setNoDelay(true);
    // postgres.js reads the name that a certificate must have from here.
    return Object.assign(socket, { host: name });
  };
}
