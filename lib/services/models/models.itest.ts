import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, modelCalls } from "@/db/schema";
import { createServices, type Services } from "@/lib/services/registry";
import { storedModels } from "@/lib/testing/engine/stored-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";

const KEY = "sk-very-secret-0123456789";

let world: ServiceWorld;
let services: Services;
let server: WireServer;
let respond: (request: WireRequest) => Reply;
/** Each test has a workspace of its own. */
let workspaceId: string;
let nth = 0;

beforeAll(async () => {
  world = await openServiceWorld();
  server = await createOpenAiWireServer({ respond: (request) => respond(request) });
  const { secrets } = world.deps;
  const workspaces = storedModels(world.database, { secrets, keys: { openai: "sk-environment-key" } });
  services = createServices({ ...world.deps, workspaces });
});
afterAll(async () => {
  await server?.close();
  await world?.close();
});
beforeEach(async () => {
  nth += 1;
  workspaceId = `w${nth}`;
  await world.addWorkspaces(workspaceId);
  respond = () => ({ kind: "answer", text: "ready" });
});

const ada = () => world.person({ name: "Ada", workspaceId });
const call = <Input>(
  verb: (call: { actor: ReturnType<typeof ada>; input: Input }) => unknown,
  input: Input,
) => verb({ actor: ada(), input });
const list = () => services.models.list({ actor: ada(), input: {} });
const provider = (more: object = {}) =>
  services.models.saveProvider({
    actor: ada(),
    input: { name: "local", kind: "openai-compatible", baseUrl: server.baseUrl, ...more } as never,
  });
const model = (id: string, more: object = {}) =>
  services.models.saveModel({ actor: ada(), input: { id, ...more } as never });
const audit = () =>
  world.database.orm.select().from(auditLog).where(sql`workspace_id = ${workspaceId}`).orderBy(auditLog.id);

describe("a provider's key", () => {
  test("is stored sealed, and shown by day and person only", async () => {
    const beforeMs = Date.now();
    await provider({ key: KEY, headers: { "x-team": "blue-team-secret" } });
    const view = (await list()).providers.find(({ name }) => name === "local");
    expect(view).toMatchObject({
      kind: "openai-compatible",
      from: "settings",
      baseUrl: server.baseUrl,
      enabled: true,
      sealed: false,
      headerNames: ["x-team"],
      key: { setBy: "Ada" },
    });
    expect(view?.key?.setAt).toBeGreaterThanOrEqual(beforeMs);
    const stored = await world.database
      .sql`select * from model_providers where workspace_id = ${workspaceId}`;
    for (const reported of [stored, await list(), await audit()]) {
      expect(JSON.stringify(reported)).not.toMatch(/very-secret|blue-team/);
      expect(JSON.stringify(reported)).not.toContain(Buffer.from(KEY).toString("base64").slice(0, 12));
    }
  });

  test("goes with every request, stays when it is left out, and goes when it is removed", async () => {
    await provider({ key: KEY });
    await model("local:a");
    await call(services.models.test, { id: "local:a" });
    await provider({ enabled: true });
    await call(services.models.test, { id: "local:a" });
    await provider({ key: null });
    await call(services.models.test, { id: "local:a" });
    const sent = server.requests.map(({ headers }) => headers.authorization);
    const kinds = [...new Set(sent)];
    expect(kinds).toEqual([`Bearer ${KEY}`, undefined]);
    expect((await list()).providers.find(({ name }) => name === "local")?.key).toBeNull();
  });

  test("is not carried to another address, nor to another kind of provider", async () => {
    await provider({ key: KEY });
    for (const change of [{ baseUrl: "https://elsewhere.example/v1" }, { kind: "openai" }]) {
      await expect(provider(change)).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("enter it again"),
      });
    }
    await provider({ baseUrl: "https://elsewhere.example/v1", key: "sk-another-key-1" });
    await provider({ name: "other", key: null, headers: { "x-key": "secret-value" } });
    await expect(provider({ name: "other", baseUrl: "https://elsewhere.example" })).rejects.toMatchObject({
      message: expect.stringContaining("headers"),
    });
  });

  test("is in no message about a failure", async () => {
    await provider({ key: KEY });
    await model("local:a");
    respond = () => ({ kind: "error", status: 400, error: { message: `bad ${KEY} sk-other-abcdef` } });
    const reported = await services.models.test({ actor: ada(), input: { id: "local:a" } });
    expect(reported.checks[0]?.problem?.message).toContain("[hidden]");
    expect(JSON.stringify([reported, await audit()])).not.toMatch(/very-secret|sk-other/);
  });
});

describe("what cannot be saved", () => {
  test.each([
    [{ name: "Local" }, "name"],
    [{ baseUrl: "ftp://host/" }, "baseUrl"],
    [{ baseUrl: "http://me:pw@host/v1" }, "baseUrl"],
    [{ baseUrl: "https://host/v1?key=1" }, "baseUrl"],
    [{ baseUrl: null }, "baseUrl"],
    [{ baseUrl: "no address" }, "baseUrl"],
    [{ baseUrl: "http://169.254.169.254/latest/meta-data" }, "baseUrl"],
    [{ baseUrl: "http://[fd00:ec2::254]/" }, "baseUrl"],
    [{ kind: "acme" }, "kind"],
    [{ kind: "google", baseUrl: null }, "key"],
    [{ key: "two words" }, "key"],
    [{ key: "line\nbreak" }, "key"],
    [{ headers: { "x y": "1" } }, "headers.x y"],
    [{ headers: { host: "other" } }, "headers.host"],
    [{ headers: { "x-a": "1\r\nx-b: 2" } }, "headers.x-a"],
  ])("%j is refused at %s", async (change, path) => {
    const refused = await provider(change).then(
      () => expect.unreachable("it should be refused"),
      (error) => error,
    );
    expect(refused).toMatchObject({ code: "invalid_input" });
    expect(refused.details.issues[0].path).toBe(path);
    expect((await list()).providers.map(({ name }) => name)).toEqual(["openai", "simulated"]);
  });

  test("a provider under a name of the environment, or of the simulated model", async () => {
    for (const name of ["openai", "simulated"]) {
      await expect(provider({ name })).rejects.toMatchObject({ code: "conflict" });
    }
  });

  test("a model of a provider that is not there", async () => {
    for (const id of ["nobody:x", "simulated:scenarios"]) {
      await expect(model(id)).rejects.toMatchObject({ code: "invalid_input" });
    }
    await expect(model("local")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(model("openai:x", { price: { inputUsd: -1, outputUsd: 1 } })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("what is not there cannot be removed", async () => {
    await expect(call(services.models.removeProvider, { name: "local" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(call(services.models.removeModel, { id: "local:a" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(call(services.models.test, { id: "local:a" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a model", () => {
  test("is listed with its price and where that is from", async () => {
    await provider();
    await model("local:llama3:8b", { label: "Llama", contextTokens: 8_000, maxConcurrent: 2 });
    await model("openai:gpt-5-mini", { price: { inputUsd: 0.2, outputUsd: 1.5 } });
    const { models } = await list();
    const found = (id: string) => models.find((one) => one.id === id);
    expect(found("local:llama3:8b")).toMatchObject({
      label: "Llama",
      price: null,
      contextTokens: 8_000,
      available: true,
      limits: { maxConcurrent: 2, tokensPerMinute: null },
    });
    expect(found("openai:gpt-5-mini")?.price).toEqual({
      inputUsd: 0.2,
      cachedInputUsd: null,
      outputUsd: 1.5,
      asOf: null,
      higherRatesAboveTokens: null,
    });
    expect(found("openai:gpt-6-luna")).toMatchObject({
      price: { asOf: "2026-09-23", higherRatesAboveTokens: 272_000 },
      overrides: null,
    });
    expect(found("simulated:scenarios")).toMatchObject({
      simulated: true,
      price: { inputUsd: 1, outputUsd: 4 },
    });
  });

  test("that is switched off stays in the list, and cannot be called; removed, it is as it was", async () => {
    await model("openai:gpt-6-luna", { enabled: false });
    const luna = async () => (await list()).models.find(({ id }) => id === "openai:gpt-6-luna");
    expect(await luna()).toMatchObject({ available: false, overrides: { enabled: false } });
    await call(services.models.removeModel, { id: "openai:gpt-6-luna" });
    expect(await luna()).toMatchObject({ available: true, overrides: null });
  });

  test("goes with its provider, and so do the defaults that name it", async () => {
    await provider();
    await model("local:a");
    await call(services.models.setRoleDefaults, { defaults: { planner: "local:a" } });
    const planner = async () => (await list()).roles.find(({ role }) => role === "planner");
    expect(await planner()).toMatchObject({ role: "planner", override: "local:a", effective: "local:a" });
    await call(services.models.removeProvider, { name: "local" });
    expect((await list()).models.map(({ id }) => id)).not.toContain("local:a");
    expect(await planner()).toMatchObject({ override: null, effective: "openai:gpt-6.1-sol" });
  });

  test("of one workspace is none of another", async () => {
    await provider({ key: KEY });
    workspaceId = "elsewhere";
    expect((await list()).providers.map(({ name }) => name)).toEqual(["openai", "simulated"]);
  });
});

describe("the models of roles", () => {
  test("are what is chosen; what is left out is served by the default", async () => {
    const chosen = { default: "simulated:scenarios", critic: "openai:gpt-6-luna" };
    await call(services.models.setRoleDefaults, { defaults: chosen });
    const { roles } = await list();
    expect(roles[0]).toMatchObject({
      role: "default",
      override: "simulated:scenarios",
      effective: "simulated:scenarios",
    });
    expect(roles.find(({ role }) => role === "critic")?.effective).toBe("openai:gpt-6-luna");
    expect(roles.find(({ role }) => role === "agent")).toMatchObject({
      override: null,
      effective: "simulated:scenarios",
    });
    await call(services.models.setRoleDefaults, { defaults: {} });
    expect((await list()).roles[0]).toMatchObject({ override: null, effective: "openai:gpt-6.1-sol" });
  });

  test("are models that can be called, of roles that there are", async () => {
    for (const defaults of [{ planner: "openai:gone" }, { poet: "simulated:scenarios" }]) {
      await expect(
        services.models.setRoleDefaults({ actor: ada(), input: { defaults } as never }),
      ).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});

describe("the calls of a role", () => {
  const said = {
    role: "agent" as const,
    reasoningEffort: "high" as const,
    temperature: 0.2,
    maxOutputTokens: 4_000,
    fallbacks: ["openai:gpt-6-luna"],
  };

  test("are made as is said, and what is left out goes back to the default", async () => {
    const ofRole = async (name: string) => (await list()).roles.find(({ role }) => role === name);
    await call(services.models.saveRole, said);
    expect(await ofRole("agent")).toMatchObject(said);
    await call(services.models.saveRole, { role: "agent" });
    expect(await ofRole("agent")).toMatchObject({ reasoningEffort: null, fallbacks: [] });
  });

  test.each([
    { fallbacks: ["simulated:scenarios"] },
    { fallbacks: ["openai:gone"] },
    { fallbacks: ["openai:gpt-6-luna", "openai:gpt-6-luna"] },
    { temperature: 2.5 },
    { maxOutputTokens: 0 },
    { reasoningEffort: "extreme" },
  ])("cannot be made so: %j", async (wrong) => {
    const input = { role: "agent", ...wrong } as never;
    await expect(services.models.saveRole({ actor: ada(), input })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("the test of a model", () => {
  const usage = { inputTokens: 1_000, outputTokens: 100 };
  const playsAll = ({ body }: WireRequest): Reply => {
    if (body.tools)
      return { kind: "answer", toolCalls: [{ tool: "report", args: { word: "ready" } }], usage };
    if (body.response_format) return { kind: "answer", text: '{"word":"ready"}', usage };
    return { kind: "answer", text: "ready", usage };
  };

  test("asks for text, a tool call and a structured answer, and says what each took", async () => {
    respond = playsAll;
    await provider();
    await model("local:a", { price: { inputUsd: 1, outputUsd: 10 } });
    const before = server.requests.length;
    const reported = await services.models.test({ actor: ada(), input: { id: "local:a" } });
    expect(reported).toMatchObject({ id: "local:a", ok: true, costUsd: 0.006 });
    expect(reported.checks).toMatchObject(
      ["text", "tool_call", "structured"].map((name) => ({
        name,
        ok: true,
        inputTokens: 1_000,
        outputTokens: 100,
        costUsd: 0.002,
        problem: null,
      })),
    );
    expect(server.requests.length - before).toBe(3);
    expect((await audit()).at(-1)).toMatchObject({
      action: "model_tested",
      subject: "local:a",
      actor: { name: "Ada" },
      details: { ok: true, costUsd: 0.006 },
    });
    const kept = await world.database.orm
      .select()
      .from(modelCalls)
      .where(eq(modelCalls.workspaceId, workspaceId));
    expect(kept).toMatchObject(
      Array.from({ length: 3 }, () => ({
        purpose: "probe",
        role: "probe",
        model: "local:a",
        costMicroUsd: 2_000,
      })),
    );
    // They are of no run, and count in the totals of none.
    const ids = new Set(kept.map(({ runId }) => runId));
    expect(ids.size).toBe(1);
    const [runId = ""] = ids;
    await expect(services.runs.costs({ actor: ada(), input: { runId } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("leaves out what the model does not claim, and what cannot work any more", async () => {
    await provider();
    await model("local:plain", { toolCalling: "json", jsonSchema: false });
    const plain = await services.models.test({ actor: ada(), input: { id: "local:plain" } });
    expect(plain).toMatchObject({ ok: true, checks: [{ name: "text", costUsd: null }], costUsd: null });
    respond = () => ({ kind: "error", status: 401, error: { message: "no" } });
    await model("local:b");
    const refused = await services.models.test({ actor: ada(), input: { id: "local:b" } });
    expect(refused).toMatchObject({
      ok: false,
      checks: [
        { name: "text", ok: false, problem: { code: "auth", advice: expect.stringContaining("key") } },
      ],
    });
    expect(refused.checks).toHaveLength(1);
  });

  test("says what a model cannot do that it claims", async () => {
    respond = () => ({ kind: "answer", text: "ready" });
    await provider();
    await model("local:a");
    const reported = await services.models.test({ actor: ada(), input: { id: "local:a" } });
    expect(reported.checks.map(({ name, problem }) => [name, problem?.code])).toEqual([
      ["text", undefined],
      ["tool_call", "no_tool_call"],
      ["structured", "no_json"],
    ]);
    respond = () => ({ kind: "answer", text: "" });
    const silent = await services.models.test({ actor: ada(), input: { id: "local:a" } });
    expect(silent.checks.map(({ problem }) => problem?.code)).toEqual(["no_answer"]);
  });

  test("asks the simulated model for text alone", async () => {
    const reported = await services.models.test({ actor: ada(), input: { id: "simulated:scenarios" } });
    expect(reported).toMatchObject({ ok: true, checks: [{ name: "text" }] });
    expect(reported.checks).toHaveLength(1);
  });
});
