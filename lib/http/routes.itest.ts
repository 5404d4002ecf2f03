import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const { routes } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));
const { POST: createRun } = routes("/api/v1/runs");
const { GET: getRun } = routes("/api/v1/runs/{id}");
const { GET: getEvents } = routes("/api/v1/runs/{id}/events");

const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });
const url = "http://localhost:3000/api/v1/runs";
const local = { host: "localhost:3000" };

const post = (body: unknown, headers: Record<string, string> = {}) =>
  createRun(
    new Request(url, {
      method: "POST",
      headers: { ...local, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    at(),
  );
const get = (id: string, headers: Record<string, string> = {}) =>
  getRun(new Request(`${url}/${id}`, { headers: { ...local, ...headers } }), at({ id }));
const stream = (id: string, options: { lastEventId?: string; after?: number; signal?: AbortSignal } = {}) =>
  getEvents(
    new Request(`${url}/${id}/events${options.after === undefined ? "" : `?after=${options.after}`}`, {
      headers: {
        ...local,
        accept: "text/event-stream",
        ...(options.lastEventId === undefined ? {} : { "last-event-id": options.lastEventId }),
      },
      ...(options.signal ? { signal: options.signal } : {}),
    }),
    at({ id }),
  );

describe("routes", () => {
  it("create a run and read it", async () => {
    const created = await post({ mission: "Deploy it" });
    expect(created.status).toBe(201);
    const { runId } = (await created.json()) as { runId: string };
    const read = await get(runId);
    expect(read.status).toBe(200);
    expect(read.headers.get("cache-control")).toBe("no-store");
    expect(await read.json()).toMatchObject({ id: runId, mission: "Deploy it", status: "planning" });
  });

  it("give a repeated idempotency key its first run", async () => {
    const headers = { "idempotency-key": "abc" };
    const first = await (await post({ mission: "Once" }, headers)).json();
    expect(await (await post({ mission: "Once" }, headers)).json()).toEqual(first);
    expect((await post({ mission: "Other" }, headers)).status).toBe(409);
    const tagged = await post({ mission: "Once", tags: ["new"] }, headers);
    expect([tagged.status, await tagged.json()]).toMatchObject([409, { code: "conflict" }]);
    expect((await post({ mission: "Once" }, { "idempotency-key": "a b" })).status).toBe(400);
  });

  it.each([
    ["a foreign origin", { origin: "http://evil.example" }, 403, "forbidden"],
    ["a rebound name", { host: "evil.example", origin: "http://evil.example" }, 403, "forbidden"],
    ["a form's content type", { "content-type": "text/plain" }, 400, "invalid_input"],
  ])("refuse %s", async (_, headers, status, code) => {
    const response = await post({ mission: "Deploy it" }, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it.each([
    ["unreadable JSON", "{", 400, "invalid_input"],
    ["a wrong field", { mission: 7 }, 400, "invalid_input"],
    ["no mission", {}, 400, "invalid_input"],
    ["a plan with a cycle", { plan: { tasks: [{ id: "a", depends_on: ["a"] }] } }, 422, "invalid_plan"],
    ["a body over the limit", JSON.stringify({ mission: "x".repeat(3_200_000) }), 413, "limit_exceeded"],
  ])("say what is wrong with %s", async (_, body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({ status, code });
  });

  it("answer 503 while the process cannot reach its store", async () => {
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const { GET } = createRoutes(() => Promise.reject(away)).routes("/api/v1/health");
    const response = await GET(new Request(url, { headers: local }), at());
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "unavailable" });
  });

  it("answer 404 for a run that does not exist", async () => {
    expect((await get("run_none")).status).toBe(404);
  });

  it("refuse reads under a name that is not this machine's", async () => {
    expect((await get("run_none", { host: "waymark.example" })).status).toBe(403);
  });
});

describe("event stream", () => {
  const idsOf = (text: string) => [...text.matchAll(/^id: (\d+)\.0$/gm)].map(([, id]) => Number(id));
  const oneTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => n + first);

  async function someRun() {
    const actor = world.person();
    const { runId } = await world.services.runs.create({ actor, input: { mission: "Watched" } });
    const send = (type: "pause" | "resume" | "cancel") =>
      world.services.runs.command({ actor, input: { runId, type } });
    return { runId, send };
  }

  /** Reads a stream until an event of this number has arrived. */
  async function readUntil(response: Response, seq: number, stop: AbortController): Promise<number[]> {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (reader && !idsOf(text).includes(seq)) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    stop.abort();
    await reader?.cancel();
    return idsOf(text);
  }

  it("continues after an interruption without gap or repeat", async () => {
    const { runId, send } = await someRun();
    const first = new AbortController();
    const seen = readUntil(await stream(runId, { signal: first.signal }), 4, first);
    await send("pause");
    await send("resume");
    const before = await seen;
    await send("pause");
    const second = new AbortController();
    const last = before.at(-1) ?? 0;
    const rest = readUntil(
      await stream(runId, { lastEventId: `${last}.0`, signal: second.signal }),
      6,
      second,
    );
    const { seq } = await send("cancel");
    const all = [...before, ...(await rest)];
    expect(seq).toBe(6);
    expect(all).toEqual(oneTo(6));
  });

  it("prefers Last-Event-ID, which a browser sends again, to the address it first used", async () => {
    const { runId, send } = await someRun();
    await send("pause");
    await send("cancel");
    const response = await stream(runId, { after: 0, lastEventId: "3.0" });
    expect(idsOf(await response.text())).toEqual([4]);
  });

  it("ends with the run, and tells a reader of an ended run not to come back", async () => {
    const { runId, send } = await someRun();
    const open = await stream(runId, { after: 2 });
    const { seq } = await send("cancel");
    expect(idsOf(await open.text())).toEqual(oneTo(seq, 3));
    expect((await stream(runId, { lastEventId: `${seq}.0` })).status).toBe(204);
    expect((await stream("run_none")).status).toBe(404);
  });

  it("lets go of the run when the reader goes", async () => {
    const { runId } = await someRun();
    const gone = new AbortController();
    const response = await stream(runId, { after: 2, signal: gone.signal });
    gone.abort();
    expect(idsOf(await response.text())).toEqual([]);
  });

  it("gives a page of JSON to readers that want no stream", async () => {
    const { runId } = await someRun();
    const response = await getEvents(
      new Request(`${url}/${runId}/events`, { headers: local }),
      at({ id: runId }),
    );
    expect(await response.json()).toMatchObject({ items: [{ seq: 1 }, { seq: 2 }], nextAfter: null });
  });
});
