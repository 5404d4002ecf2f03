import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createQuotas, type QuotaLimits } from "./quotas";
import { createServices } from "./registry";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });
const requestOf = (method: string, path: string, type: string, body?: string, signal?: AbortSignal) =>
  new Request(`http://localhost:3000/api/v1${path}`, {
    method,
    headers: { host: "localhost:3000", "content-type": type, accept: "text/event-stream" },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
const post = (path: string, body: object) =>
  requestOf("POST", path, "application/json", JSON.stringify(body));

/** Routes of a process with these quotas. */
function routesWith(limits: QuotaLimits) {
  const quotas = createQuotas(limits, { nowMs: () => 0 });
  const services = createServices({ ...world.deps, quotas });
  return createRoutes(async () => ({ services, keys: world.keys, quotas, log: world.deps.log })).routes;
}

async function expectRefusal(response: Response, quota: string): Promise<void> {
  expect([response.status, await response.json()]).toMatchObject([
    429,
    { code: "too_many_requests", details: { quota } },
  ]);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
}

describe("over the API", () => {
  it("more runs a minute than allowed are refused, forks among them, and start nothing", async () => {
    const routes = routesWith({ runsPerMinute: 2 });
    const create = () => routes("/api/v1/runs").POST(post("/runs", { mission: "One of many" }), at());
    const { runId } = (await (await create()).json()) as { runId: string };
    expect((await create()).status).toBe(201);
    const count = async () => (await world.database.sql`select from runs`).length;
    const before = await count();
    await expectRefusal(await create(), "runsPerMinute");
    const fork = routes("/api/v1/runs/{id}/fork").POST(
      post(`/runs/${runId}/fork`, { fromSeq: 1 }),
      at({ id: runId }),
    );
    await expectRefusal(await fork, "runsPerMinute");
    expect(await count()).toBe(before);
  });

  it("what was counted stands on the answer, of every quota that the request was held against", async () => {
    const routes = routesWith({ requestsPerMinute: 100, runsPerMinute: 3, openRuns: 10_000, streams: 2 });
    const fieldsOf = ({ headers }: Response) => [headers.get("ratelimit-policy"), headers.get("ratelimit")];
    const body = { plan: "Step 1: Look at it" };
    const [policy, limit] = fieldsOf(await routes("/api/v1/runs").POST(post("/runs", body), at()));
    expect(policy).toBe(
      '"requestsPerMinute";q=100;w=60, "openRuns";q=10000, "runsPerMinute";q=3;w=60, ' +
        '"planBytesPerMinute";q=67108864;qu="content-bytes";w=60',
    );
    expect(limit).toMatch(
      /^"requestsPerMinute";r=99;t=1, "openRuns";r=9\d+, "runsPerMinute";r=2;t=20, "planBytesPerMinute";r=\d+;t=1$/,
    );
    const stop = new AbortController();
    const shared = requestOf("GET", "/stream?topics=workspace", "", undefined, stop.signal);
    expect(fieldsOf(await routes("/api/v1/stream").GET(shared, at()))).toEqual([
      '"requestsPerMinute";q=100;w=60, "streams";q=2;qu="concurrent-requests"',
      '"requestsPerMinute";r=98;t=2, "streams";r=1',
    ]);
    stop.abort();
  });

  it("no run is started beyond those that may be open, until one ends", async () => {
    const actor = world.person({ workspaceId: "full" });
    await world.addWorkspaces("full");
    const services = createServices({ ...world.deps, quotas: createQuotas({ openRuns: 2 }, systemClock) });
    const create = () => services.runs.create({ actor, input: { mission: "Stay open" } });
    const { runId } = await create();
    await create();
    await expect(create()).rejects.toMatchObject({
      code: "too_many_requests",
      details: { quota: "openRuns" },
    });
    await services.runs.command({ actor, input: { runId, type: "cancel" } });
    await create();
  });

  it("files and plans are counted by their bytes", async () => {
    const routes = routesWith({ uploadBytesPerMinute: 10, planBytesPerMinute: 40 });
    const upload = () =>
      routes("/api/v1/attachments").POST(
        requestOf("POST", "/attachments?name=a.txt", "application/octet-stream", "12345678"),
        at(),
      );
    expect((await upload()).status).toBe(201);
    await expectRefusal(await upload(), "uploadBytesPerMinute");
    const plan = "Step 1: Look at all of it";
    const parse = () => routes("/api/v1/plans/parse").POST(post("/plans/parse", { plan }), at());
    expect((await parse()).status).toBe(200);
    await expectRefusal(await parse(), "planBytesPerMinute");
    await expectRefusal(
      await routes("/api/v1/runs").POST(post("/runs", { plan }), at()),
      "planBytesPerMinute",
    );
  });

  it("streams count as long as they are open, of one run and shared ones together", async () => {
    const routes = routesWith({ streams: 2 });
    const { runId } = await world.services.runs.create({
      actor: world.person(),
      input: { mission: "Watched" },
    });
    const shared = (signal?: AbortSignal) =>
      routes("/api/v1/stream").GET(requestOf("GET", "/stream?topics=workspace", "", undefined, signal), at());
    const ofRun = () =>
      routes("/api/v1/runs/{id}/events").GET(
        requestOf("GET", `/runs/${runId}/events`, ""),
        at({ id: runId }),
      );
    const first = new AbortController();
    await shared(first.signal);
    const second = await ofRun();
    await expectRefusal(await shared(), "streams");
    first.abort();
    await shared();
    await expectRefusal(await ofRun(), "streams");
    await second.body?.cancel();
    expect((await ofRun()).status).toBe(200);
  });

  it("an ended run that has nothing more to send holds no stream", async () => {
    const routes = routesWith({ streams: 1 });
    const actor = world.person();
    const { runId } = await world.services.runs.create({ actor, input: { mission: "Over" } });
    const { seq } = await world.services.runs.command({ actor, input: { runId, type: "cancel" } });
    const { GET } = routes("/api/v1/runs/{id}/events");
    const read = () => GET(requestOf("GET", `/runs/${runId}/events?after=${seq}`, ""), at({ id: runId }));
    expect((await read()).status).toBe(204);
    expect((await read()).status).toBe(204);
  });
});
