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
const ROUTES = {
  parse: routes("/api/v1/plans/parse").POST,
  validate: routes("/api/v1/plans/validate").POST,
  critique: routes("/api/v1/plans/critique").POST,
  diff: routes("/api/v1/plans/diff").POST,
};
type RouteName = keyof typeof ROUTES;
const NAMES = Object.keys(ROUTES) as RouteName[];

const { GET: getPlan } = routes("/api/v1/runs/{id}/plan");
const { POST: command } = routes("/api/v1/runs/{id}/commands");

const api = "http://localhost:3000/api/v1";
const local = { host: "localhost:3000" };
const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });
const body = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const request = (path: string, value: unknown) =>
  new Request(`${api}${path}`, {
    method: "POST",
    headers: { ...local, "content-type": "application/json" },
    body: body(value),
  });
const post = (name: RouteName, value: unknown) => ROUTES[name](request(`/plans/${name}`, value), at());
const fetchPlan = (id: string, query = "") =>
  getPlan(new Request(`${api}/runs/${id}/plan${query}`, { headers: local }), at({ id }));

const plan = { title: "Ship", tasks: [{ id: "a", title: "First", input: "go" }] };
const STEPS = "PLAN: Ship\nStep 1: Build it\nStep 2: Planning Review - Is it good\n";

describe("plan routes", () => {
  it.each([
    ["parse", { plan: STEPS }, { plan: { title: "Ship", tasks: [{ id: "step_1" }, { id: "step_2" }] } }],
    ["validate", { plan }, { issues: [], levels: [["a"]] }],
    ["critique", { plan }, { score: 10, findings: [] }],
    ["diff", { a: plan, b: STEPS }, { same: false, diff: { added: [{ id: "step_1" }, {}] } }],
  ] as const)("%s answers with JSON", async (name, value, reported) => {
    const response = await post(name, value);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject(reported);
  });

  const wrong: [what: string, value: unknown, status: number, code: string][] = [
    ["unreadable JSON", "{", 400, "invalid_input"],
    ["nothing", {}, 400, "invalid_input"],
    ["a list", [plan], 400, "invalid_input"],
    ["numbers", { plan: 7, a: 7, b: null }, 400, "invalid_input"],
    ["what nobody asked for", { plan, a: plan, b: plan, setings: {} }, 400, "invalid_input"],
    ["five megabytes", { plan: "x".repeat(5_000_000) }, 413, "limit_exceeded"],
  ];
  it.each(NAMES)("%s refuses a plan over the limit", async (name) => {
    const large = "x".repeat(1_100_000);
    const response = await post(name, name === "diff" ? { a: large, b: plan } : { plan: large });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "invalid_plan" });
  });

  it.each(wrong.flatMap(([what, ...rest]) => NAMES.map((name) => [name, what, ...rest] as const)))(
    "%s refuses %s",
    async (name, _, value, status, code) => {
      const response = await post(name, value);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({ status, code, title: expect.stringMatching(/\S/) });
    },
  );

  const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
  const garbage: [what: string, value: string][] = [
    ["deep nesting", deep],
    ["deep nesting under tasks", `{"tasks":${deep}}`],
    ["control characters", "\u0000\ud800 Step 1: \u0007"],
    ["prototype keys", '{"__proto__":{"tasks":[]},"constructor":1,"tasks":[{"id":"__proto__"}]}'],
    ["many brackets", "[".repeat(200_000)],
  ];
  it.each(garbage.flatMap(([what, value]) => NAMES.map((name) => [name, what, value] as const)))(
    "%s takes %s without a fault",
    async (name, _, value) => {
      for (const given of [
        { plan: value, a: value, b: plan },
        `{"plan":${value},"a":${value},"b":${value}}`,
      ]) {
        const { status } = await post(name, given);
        expect([200, 400, 422]).toContain(status);
      }
    },
  );
});

describe("a run's plan", () => {
  const create = async () =>
    (await world.services.runs.create({ actor: world.person(), input: { plan } })).runId;

  it("is given in full, with its critique", async () => {
    const response = await fetchPlan(await create());
    expect(response.headers.get("content-disposition")).toBeNull();
    expect(await response.json()).toMatchObject({
      version: 1,
      origin: "person",
      plan,
      critique: { score: 10, findings: [] },
    });
  });

  it.each([
    ["json", "application/json", "ship-v1.json", /^\{\n {2}"title": "Ship"/],
    ["text", "text/plain; charset=utf-8", "ship-v1.txt", /^PLAN: Ship/],
    ["mermaid", "text/plain; charset=utf-8", "ship-v1.mmd", /^flowchart/],
    ["svg", "image/svg+xml", "ship-v1.svg", /^<svg/],
  ])("is a file in the format %s", async (format, type, name, start) => {
    const response = await fetchPlan(await create(), `?version=1&format=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(await response.text()).toMatch(start);
  });

  it("is a picture in which its tasks stand where the canvas has them", async () => {
    const tasks = [
      { id: "a", input: "A" },
      { id: "b", input: "B" },
      { id: "c", input: "C", depends_on: ["a"] },
    ];
    const given = { plan: { title: "Three", tasks } };
    const { runId } = await world.services.runs.create({ actor: world.person(), input: given });
    const svg = await (await fetchPlan(runId, "?version=1&format=svg")).text();
    const { nodes } = await world.services.runs.layout({ actor: world.person(), input: { runId } });
    const drawn = [...svg.matchAll(/<g transform="translate\(([-\d.]+) ([-\d.]+)\)"/g)];
    expect(nodes).toHaveLength(3);
    expect(drawn.map(([, x, y]) => [Number(x), Number(y)]).sort()).toEqual(
      nodes.map(([, x, y]) => [x, y]).sort(),
    );
  });

  it.each([
    ["?format=pdf", 400],
    ["?version=0", 400],
    ["?version=9&format=json", 404],
  ])("is refused with %s", async (query, status) => {
    expect((await fetchPlan(await create(), query)).status).toBe(status);
  });

  it("has its findings accepted and waived by a command", async () => {
    const tasks = ["a", "b", "c"].map((id) => ({ id, title: id, input: id }));
    const { runId } = await world.services.runs.create({
      actor: world.person(),
      input: { plan: { title: "Loose", tasks } },
    });
    const send = (value: object) => command(request(`/runs/${runId}/commands`, value), at({ id: runId }));
    const { critique } = (await (await fetchPlan(runId)).json()) as {
      critique: { findings: { key: string }[] };
    };
    const findingKey = critique.findings[0]?.key;
    const verdict = { type: "review_finding", planVersion: 1, findingKey, verdict: "waived" };
    expect((await send(verdict)).status).toBe(400);
    expect((await send({ ...verdict, reason: "They stand alone." })).status).toBe(200);
    expect((await send({ ...verdict, findingKey: "nothing", reason: "So." })).status).toBe(404);
    expect(await (await fetchPlan(runId)).json()).toMatchObject({
      critique: { findings: [{ verdict: { verdict: "waived", reason: "They stand alone." } }] },
    });
  });
});
