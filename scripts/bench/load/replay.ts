import { once } from "node:events";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import type { Batch, Recording } from "./recording";

/** Of what went before about a run, the last few are enough: a run has one actor. */
const KEPT_OF_RUN = 8;
const RUN_ID = /run_[0-9a-z]{26}/g;

/** What a replay took from the first batch at or after the mark, and what the server refused of it. */
export type Replayed = { ms: number; batches: number; errors: number };

/**
 * Sends recorded statements again, over as many connections and in the order that they depend on each other: after what
 * went before on the connection, and after what had been answered about the same runs. Nothing is decided in between.
 */
export async function replayStatements(
  databaseUrl: string,
  { connections, batches }: Recording,
  mark: number,
): Promise<Replayed> {
  const clients = await Promise.all(connections.map((parameters) => openClient(databaseUrl, parameters)));
  const send = ({ connection, bytes, answers }: Batch): Promise<void> =>
    clients[connection]?.send(bytes, answers) ?? Promise.resolve();
  await playAsRecorded(
    batches.filter(({ sentAt }) => sentAt < mark),
    send,
  );
  for (const client of clients) client.errors = 0;
  const timed = batches.filter(({ sentAt }) => sentAt >= mark);
  const startedAt = performance.now();
  await playInOrder(timed, send);
  const ms = performance.now() - startedAt;
  for (const { close } of clients) close();
  return { ms, batches: timed.length, errors: clients.reduce((sum, { errors }) => sum + errors, 0) };
}

/** What makes tables and prepares statements: each batch after all that had been answered when it was sent. */
export async function playAsRecorded(
  batches: readonly Batch[],
  send: (batch: Batch) => Promise<void>,
): Promise<void> {
  let open: { batch: Batch; done: Promise<void> }[] = [];
  for (const batch of batches) {
    const wasAnswered = (one: Batch) => (one.answeredAt ?? Number.POSITIVE_INFINITY) <= batch.sentAt;
    await Promise.all(open.filter((one) => wasAnswered(one.batch)).map(({ done }) => done));
    open = [...open.filter((one) => !wasAnswered(one.batch)), { batch, done: send(batch) }];
  }
  await Promise.all(open.map(({ done }) => done));
}

/** Plays each batch as soon as those are done that it had to wait for. */
export async function playInOrder(
  batches: readonly Batch[],
  send: (batch: Batch) => Promise<void>,
): Promise<void> {
  const ofConnection = new Map<number, Promise<void>>();
  const ofRun = new Map<string, { batch: Batch; done: Promise<void> }[]>();
  for (const batch of batches) {
    const runs = new Set(batch.bytes.toString("latin1").match(RUN_ID) ?? []);
    const earlier = [...runs].flatMap((run) => ofRun.get(run) ?? []);
    const before = earlier
      .filter((one) => (one.batch.answeredAt ?? Number.POSITIVE_INFINITY) <= batch.sentAt)
      .map(({ done }) => done);
    const done = Promise.all([ofConnection.get(batch.connection), ...before]).then(() => send(batch));
    ofConnection.set(batch.connection, done);
    for (const run of runs) ofRun.set(run, [...(ofRun.get(run) ?? []).slice(-KEPT_OF_RUN), { batch, done }]);
  }
  await Promise.all(ofConnection.values());
}

type Client = { errors: number; send(bytes: Buffer, answers: number): Promise<void>; close(): void };

/** A connection that postgres.js opens and authenticates, and that is written to by hand from then on. */
async function openClient(databaseUrl: string, parameters: Record<string, string>): Promise<Client> {
  const { hostname, port } = new URL(databaseUrl);
  const { user, database, client_encoding, ...connection } = parameters;
  let socket: Socket | undefined;
  const sql = postgres(databaseUrl, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection,
    async socket() {
      socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      await once(socket, "connect");
      return socket;
    },
  } as postgres.Options<Record<string, never>>);
  await sql`select 1`;
  if (!socket) throw new Error("No connection was made");
  return takeOver(socket);
}

function takeOver(socket: Socket): Client {
  for (const event of ["data", "close", "error", "end", "drain"]) socket.removeAllListeners(event);
  let missing = 0;
  let ready = () => {};
  const client: Client = {
    errors: 0,
    send: (bytes, answers) =>
      new Promise((resolve) => {
        missing += answers;
        ready = resolve;
        socket.write(bytes);
        if (missing <= 0) resolve();
      }),
    close: () => socket.destroy(),
  };
  const read = answerReader();
  socket.on("data", (chunk: Buffer) => {
    const { readies, errors } = read(chunk);
    client.errors += errors;
    missing -= readies;
    if (readies > 0 && missing <= 0) ready();
  });
  socket.on("error", () => {});
  return client;
}

/** Counts in what a server says, however it is cut into chunks: ends of answers (Z), and errors (E). */
export function answerReader(): (chunk: Buffer) => { readies: number; errors: number } {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let [at, readies, errors] = [0, 0, 0];
    while (at + 5 <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) break;
      const type = bytes[at];
      if (type === 0x5a) readies += 1;
      if (type === 0x45) errors += 1;
      at = end;
    }
    rest = bytes.subarray(at);
    return { readies, errors };
  };
}
