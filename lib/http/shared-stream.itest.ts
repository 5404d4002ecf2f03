import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertChunks } from "@/db/queries/chunks";
import { REDUCER_VERSION, type RunFrame, type StreamFrame, type WorkspaceFrame } from "@/lib/core/stream";
import { createNotifier, type Notifier } from "@/lib/engine/notify";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
let notifier: Notifier;
beforeAll(async () => {
  world = await openServiceWorld();
  notifier = createNotifier(world.database.sql, world.deps.log);
});
afterAll(async () => {
  await notifier.close();
  await world.close();
});

const { routes } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));
const { GET: getStream } = routes("/api/v1/stream");
const { GET: getEvents } = routes("/api/v1/runs/{id}/events");
const host = { host: "localhost:3000" };

async function createRun() {
  const actor = world.person();
  const { runId } = await world.services.runs.create({ actor, input: { mission: "Watched" } });
  const send = (type: "pause" | "resume" | "cancel") =>
    world.services.runs.command({ actor, input: { runId, type } });
  let chunkNo = 0;
  const { state } = await world.deps.runStore.transition(runId, [
    {
      envelope: {
        id: `lease-${runId}`,
        actor: { kind: "worker", id: "w" },
        command: { type: "take_lease", workerId: "w" },
      },
    },
  ]);
  const { epoch } = state;
  /** Stores a piece of text as a worker does. */
  const write = async (text: string, done = false) => {
    chunkNo += 1;
    const facts = {
      runId,
      workspaceId: "local",
      epoch,
      chunkNo,
      role: "planner",
      streamId: "s",
      seq: chunkNo,
    };
    await insertChunks(world.database.sql, JSON.stringify([{ ...facts, text, done }]));
    notifier.notifyChunks(new Map([[runId, chunkNo]]));
  };
  return { runId, send, write };
}

/** A connection to the shared stream whose frames are looked at as they come. */
async function connect(topics: string) {
  const gone = new AbortController();
  const request = new Request(`http://localhost:3000/api/v1/stream?topics=${topics}`, {
    headers: host,
    signal: gone.signal,
  });
  const response = await getStream(request, { params: Promise.resolve({}) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const frames: StreamFrame[] = [];
  const ids: string[] = [];
  let rest = "";
  const runs = () => frames.filter((frame): frame is RunFrame => frame.kind === "run");
  const workspace = () => frames.filter((frame): frame is WorkspaceFrame => frame.kind === "workspace");
  return {
    response,
    frames,
    ids,
    runs,
    workspace,
    seqs: () => runs().flatMap(({ events }) => events.map((event) => event.seq)),
    text: () =>
      runs()
        .flatMap(({ chunks }) => chunks.map((chunk) => chunk.text))
        .join(""),
    /** Reads on until the frames fit; fails when the stream ends before. */
    async until(fits: () => boolean): Promise<void> {
      while (!fits()) {
        const { done, value = "" } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The stream ended: ${JSON.stringify(frames)}`);
        const parts = `${rest}${value}`.split("\n\n");
        rest = parts.pop() ?? "";
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          const id = /^id: (.*)$/m.exec(part)?.[1];
          if (data !== undefined) frames.push(JSON.parse(data) as StreamFrame);
          if (id !== undefined) ids.push(id);
        }
      }
    },
    async leave() {
      gone.abort();
      await reader?.cancel();
    },
  };
}

const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

describe("the shared stream", () => {
  it("carries events, text and the workspace over one connection, and continues by cursors without gap or repeat", async () => {
    const { runId, send, write } = await createRun();
    const first = await connect(`run:${runId}@0.0,workspace`);
    await first.until(() => first.runs().some((frame) => frame.ready) && first.workspace().length > 0);
    await write("Once ");
    await first.until(() => first.text() === "Once ");
    await send("pause");
    await first.until(() => first.seqs().includes(4));
    await first.until(() =>
      first.workspace().some(({ runs }) => runs.some((run) => run.status === "paused")),
    );
    expect(first.frames.every((frame) => frame.reducer === REDUCER_VERSION)).toBe(true);
    const place = first.runs().at(-1)?.cursor;
    expect(first.ids).toContain(`run:${runId}@${place?.seq}.${place?.chunk}`);
    await first.leave();

    await write("upon ");
    await send("resume");
    const second = await connect(
      `run:${runId}@${place?.seq}.${place?.chunk},workspace@${first.workspace().at(-1)?.cursor}`,
    );
    await write("a time", true);
    await second.until(() => second.text() === "upon a time");
    await send("cancel");
    await second.until(() => second.runs().some((frame) => frame.ended));
    await second.until(() =>
      second
        .workspace()
        .some(({ runs }) => runs.some((run) => run.runId === runId && run.status === "cancelled")),
    );
    await second.leave();
    for (const [at, from] of [[first, 0] as const, [second, place?.chunk] as const]) {
      const frames = at.runs();
      const ends = [from, ...frames.map(({ cursor }) => cursor.chunk)];
      expect(frames.map(({ afterChunk }) => afterChunk)).toEqual(ends.slice(0, -1));
    }
    const seqs = [...first.seqs(), ...second.seqs()];
    expect(seqs).toEqual(oneTo(seqs.length));
    const states = second.workspace().flatMap(({ runs }) => runs.filter((run) => run.runId === runId));
    expect(new Set(states.map(({ seq }) => seq)).size).toBe(states.length);
  });

  it("tells of gates in the workspace topic", async () => {
    const stream = await connect("workspace");
    await stream.until(() => stream.workspace().length > 0);
    const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go live?" }] };
    const { runId } = await world.services.runs.create({ actor: world.person(), input: { plan } });
    await world.work(runId);
    const gatesOf = () =>
      stream
        .workspace()
        .flatMap(({ runs }) => runs.flatMap((run) => (run.runId === runId ? run.openGates : [])));
    await stream.until(() => gatesOf().length > 0);
    expect(gatesOf()[0]).toMatchObject({ kind: "human_review" });
    await stream.leave();
  });

  it("gives a fresh reader the text that is still being written", async () => {
    const { runId, write } = await createRun();
    await write("Still ");
    await write("writing");
    const stream = await connect(`run:${runId}@0`);
    await stream.until(() => stream.runs().some((frame) => frame.ready));
    expect(stream.text()).toBe("Still writing");
    await stream.leave();
  });

  it("says of a topic what is wrong with it, and continues with the others", async () => {
    const { runId } = await createRun();
    const stream = await connect(`run:run_none@0,run:${runId}@0`);
    await stream.until(
      () => stream.frames.some((frame) => frame.kind === "problem") && stream.seqs().length > 0,
    );
    expect(stream.frames.find((frame) => frame.kind === "problem")).toMatchObject({
      topic: "run:run_none",
      code: "not_found",
    });
    await stream.leave();
    expect((await connect("nonsense")).response.status).toBe(400);
    expect((await connect(`run:${runId}@0,run:${runId}@1`)).response.status).toBe(400);
  });
});

describe("a run's own stream", () => {
  it("names its places by event and chunk, and gives text a type of its own", async () => {
    const { runId, send, write } = await createRun();
    await write("Hello");
    await send("cancel");
    const headers = { ...host, accept: "text/event-stream", "last-event-id": "2.0" };
    const request = new Request(`http://localhost:3000/api/v1/runs/${runId}/events`, { headers });
    const text = await (await getEvents(request, { params: Promise.resolve({ id: runId }) })).text();
    const frames = text.split("\n\n").filter((part) => part.startsWith("id:"));
    expect(frames[0]).toMatch(/^id: 2\.1\nevent: chunk\ndata: .*"text":"Hello"/);
    expect(frames.slice(1).map((part) => part.split("\n")[0])).toEqual(["id: 3.1", "id: 4.1"]);
  });
});
