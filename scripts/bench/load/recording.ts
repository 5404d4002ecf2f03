import { Socket } from "node:net";

/** What left a connection together, before anything was answered. */
export type Batch = {
  connection: number;
  bytes: Buffer;
  /** How often the server says that it is ready for more once it has answered all of it. */
  answers: number;
  sentAt: number;
  /** When the last of the answer came; undefined while none has. */
  answeredAt?: number;
};

/** All that clients of a server sent, in that order; of each connection the parameters that it was opened with. */
export type Recording = { connections: Record<string, string>[]; batches: Batch[] };

const [STARTUP, PASSWORD, TERMINATE, QUERY, SYNC] = ["", "p", "X", "Q", "S"];

/**
 * Records what this process sends to PostgreSQL on a port, until it is stopped. It listens at the sockets: a proxy would
 * slow down what is measured.
 */
export function recordStatements(port: number): { stop(): Recording } {
  const recording: Recording = { connections: [], batches: [] };
  const open = new Map<Socket, { connection: number; batch?: Batch | undefined }>();
  const write = Socket.prototype.write;

  function record(socket: Socket, bytes: Buffer): void {
    const known = open.get(socket);
    if (!known) {
      open.set(socket, { connection: recording.connections.length });
      recording.connections.push(startupParameters(bytes));
      socket.on("data", () => onAnswer(socket));
      return;
    }
    const types = [...messageTypes(bytes)];
    if (types.some((type) => type === PASSWORD || type === TERMINATE || type === STARTUP)) return;
    const answers = types.filter((type) => type === QUERY || type === SYNC).length;
    if (known.batch && known.batch.answeredAt === undefined) {
      known.batch.bytes = Buffer.concat([known.batch.bytes, bytes]);
      known.batch.answers += answers;
      return;
    }
    known.batch = {
      connection: known.connection,
      bytes: Buffer.from(bytes),
      answers,
      sentAt: performance.now(),
    };
    recording.batches.push(known.batch);
  }

  function onAnswer(socket: Socket): void {
    const batch = open.get(socket)?.batch;
    if (batch) batch.answeredAt = performance.now();
  }

  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    const [chunk] = args;
    if (this.remotePort === port) record(this, Buffer.from(chunk as Buffer));
    return Reflect.apply(write, this, args);
  } as typeof write;
  return {
    stop() {
      Socket.prototype.write = write;
      return recording;
    },
  };
}

/** The types of the messages of a client; its clients write whole messages. */
export function* messageTypes(bytes: Buffer): Generator<string> {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    yield bytes.toString("latin1", at, at + 1);
  }
}

/** What the first message of a connection says after its length and version: names and values, each ended by a NUL. */
export function startupParameters(bytes: Buffer): Record<string, string> {
  const words = bytes.toString("utf8", 8).split("\0").filter(Boolean);
  const pairs = words.flatMap((name, n) => (n % 2 === 0 ? [[name, words[n + 1] ?? ""] as const] : []));
  return Object.fromEntries(pairs);
}
