import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createMessageReader } from "./postgres-messages";

export type ProxyFault =
  /** The server commits, and the connection is cut before the client hears of it. */
  | "cut_after_commit"
  /** The connection is cut before the server hears of the commit. */
  | "cut_before_commit";

export type PostgresProxy = {
  url: string;
  /** Waits of clients for the server so far: statements sent while others are unanswered wait with them. */
  roundTrips(): number;
  /** The fault for the next commit through the proxy; gone when it has fired. */
  inject(fault: ProxyFault): void;
  /** Faults that have fired so far. */
  fired(): number;
  close(): Promise<void>;
};

/**
 * A TCP proxy before PostgreSQL: faults are injected in the connection, and round trips counted. Answers are held
 * for `latencyMs`, so that statements which really leave together are seen together.
 */
export async function createPostgresProxy(
  url: string,
  options: { latencyMs?: number } = {},
): Promise<PostgresProxy> {
  const { latencyMs = 0 } = options;
  const target = new URL(url);
  const open = new Set<Socket>();
  let armed: ProxyFault | undefined;
  let fired = 0;
  let roundTrips = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("error", cut);
      socket.on("close", () => {
        open.delete(socket);
        cut();
      });
    }
    const fires = (fault: ProxyFault): boolean => {
      if (armed !== fault) return false;
      armed = undefined;
      fired += 1;
      cut();
      return true;
    };

    let unanswered = 0;
    const fromClient = createMessageReader({ startup: true });
    client.on("data", (chunk) => {
      for (const { type, text } of fromClient(chunk)) {
        if (type === "Q" && text === "commit" && fires("cut_before_commit")) return;
        if (type !== "Q" && type !== "S") continue;
        if (unanswered === 0) roundTrips += 1;
        unanswered += 1;
      }
      upstream.write(chunk);
    });

    const fromServer = createMessageReader({ startup: false });
    upstream.on("data", (chunk) => {
      let answers = 0;
      for (const { type, text } of fromServer(chunk)) {
        if (type === "C" && text === "COMMIT" && fires("cut_after_commit")) return;
        if (type === "Z") answers += 1;
      }
      const pass = (): void => {
        unanswered = Math.max(0, unanswered - answers);
        if (!client.destroyed) client.write(chunk);
      };
      if (latencyMs > 0) setTimeout(pass, latencyMs);
      else pass();
    });
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const proxied = new URL(url);
  proxied.hostname = "127.0.0.1";
  proxied.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: proxied.href,
    roundTrips: () => roundTrips,
    inject(fault) {
      armed = fault;
    },
    fired: () => fired,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
