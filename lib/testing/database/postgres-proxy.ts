import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createFaultSchedule, type FaultSchedule, type StatementFault } from "../faults/fault-schedule";
import { methodOf } from "../faults/statements";

type WireMessage = {
  /** The type byte as a letter; "" for the first message of a client, which has none. */
  type: string;
  /** The body as text up to its first NUL: the statement of a Q, the name of a P, the tag of a C. */
  text: string;
  /** What follows up to the second NUL: the statement of a P, the prepared name of a B. */
  second: string;
  /** The whole message as it came. */
  raw: Buffer;
};

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
  /** Faults at given places of the traffic from now on; each fires once. */
  plan(faults: StatementFault[]): void;
  /** Faults that have fired so far. */
  fired(): number;
  /** Planned faults that have not. */
  unfired(): StatementFault[];
  /** Resolves when every planned fault has fired. */
  allFired(): Promise<void>;
  /** Statements so far, by the store's method. */
  counts(): Record<string, number>;
  close(): Promise<void>;
};

/** A statement that the server has not answered yet. */
type Pending = { fault: StatementFault | undefined };

type Link = { client: Socket; upstream: Socket; cut(): void; schedule: FaultSchedule; latencyMs: number };

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
  const schedule = createFaultSchedule();
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
    relay({ client, upstream, cut, schedule, latencyMs }, () => {
      roundTrips += 1;
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
    inject: (fault) =>
      schedule.plan([
        {
          method: "run_store.commit",
          nth: 1,
          how: fault === "cut_after_commit" ? "cut_after" : "cut_before",
        },
      ]),
    plan: schedule.plan,
    fired: schedule.fired,
    unfired: schedule.unfired,
    allFired: schedule.allFired,
    counts: schedule.counts,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Passes both directions on, message by message, and lets the faults of the book happen. */
function relay({ client, upstream, cut, schedule, latencyMs }: Link, onRoundTrip: () => void): void {
  const prepared = new Map<string, string>();
  const pending: Pending[] = [];
  let boundMethod = "";
  let unanswered = 0;

  const fromClient = createMessageReader({ startup: true });
  client.on("data", (chunk) => {
    for (const { type, text, second } of fromClient(chunk)) {
      if (type === "P") prepared.set(text, methodOf(second));
      if (type === "B") boundMethod = prepared.get(second) ?? "other";
      if (type !== "Q" && type !== "S") continue;
      const fault = schedule.nextFault(type === "Q" ? methodOf(text) : boundMethod);
      boundMethod = "other";
      if (fault?.how === "cut_before") return schedule.fire(fault, cut);
      pending.push({ fault });
      if (unanswered === 0) onRoundTrip();
      unanswered += 1;
    }
    upstream.write(chunk);
  });

  client.on("close", () => {
    for (const { fault } of pending) if (fault) schedule.reschedule(fault);
  });

  const deliver = createDelivery(client);
  const fromServer = createMessageReader({ startup: false });
  let isReady = false;
  upstream.on("data", (chunk) => {
    const passed: Buffer[] = [];
    let answers = 0;
    let delayMs = latencyMs;
    for (const { type, raw } of fromServer(chunk)) {
      const fault = pending[0]?.fault;
      const isEnd = type === "Z" && isReady;
      isReady ||= type === "Z";
      if (isEnd) pending.shift();
      if (isEnd) answers += 1;
      if (fault?.how === "cut_after") {
        if (isEnd) return schedule.fire(fault, cut);
        continue;
      }
      passed.push(raw);
      if (isEnd && fault) schedule.fire(fault, () => {});
      if (isEnd && fault?.how === "late") delayMs += fault.lateMs ?? 0;
    }
    deliver(Buffer.concat(passed), delayMs, () => {
      unanswered = Math.max(0, unanswered - answers);
    });
  });
}

/** Writes to a socket in the order of asking, each after its delay and after those before it. */
function createDelivery(client: Socket): (bytes: Buffer, delayMs: number, before: () => void) => void {
  const waiting: (() => void)[] = [];
  let freeAtMs = 0;
  return (bytes, delayMs, before) => {
    const pass = (): void => {
      before();
      if (!client.destroyed) client.write(bytes);
    };
    if (delayMs === 0 && waiting.length === 0) return pass();
    const now = performance.now();
    freeAtMs = Math.max(freeAtMs, now + delayMs);
    waiting.push(pass);
    // Timers of nearly the same moment may fire out of order: each lets the first that waits pass.
    setTimeout(() => waiting.shift()?.(), freeAtMs - now);
  };
}

/** Splits one direction of a PostgreSQL connection into messages, whatever the chunks it arrives in. */
function createMessageReader(options: { startup: boolean }): (chunk: Buffer) => WireMessage[] {
  let typeless = options.startup;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const messages: WireMessage[] = [];
    for (;;) {
      const head = typeless ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return messages;
      const raw = rest.subarray(0, length);
      const type = typeless ? "" : raw.toString("latin1", 0, 1);
      const [text, end] = textAt(raw, head + 4);
      const [second] = textAt(raw, end + 1);
      messages.push({ type, text, second, raw });
      typeless = false;
      rest = rest.subarray(length);
    }
  };
}

function textAt(raw: Buffer, start: number): [text: string, end: number] {
  const nul = raw.indexOf(0, start);
  const end = nul < 0 ? raw.length : nul;
  return [raw.toString("utf8", start, end), end];
}
