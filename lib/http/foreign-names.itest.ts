import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { systemClock } from "@/lib/adapters/clock";
import { createKeyCallers } from "@/lib/auth/key-callers";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { createQuotas } from "@/lib/services/quotas";
import type { Method } from "@/lib/services/verb-route";
import { createRoutes } from "@/lib/testing/api-routes";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import type { ToolDescriptor } from "@/lib/tools/descriptor";
import type { RouteKey, RoutePath } from "./route-types";

/** Names that every object has, that change an object, or that look like others. */
const NAMES = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"],
  ...["e\u0301tape", "ｃｏｎｓｔｒｕｃｔｏｒ", "Constructor"],
];
const USUAL = "zebra";
const INHERITED = Reflect.ownKeys(Object.prototype);

let database: TestDatabase;
let opened: Database;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, { max: 2 });
  engine = await startEngine({
    databaseUrl: database.url,
    model,
    tools: createToolbox([USUAL, ...NAMES].map(toolNamed)),
    withPolicies: true,
  });
});
afterAll(async () => {
  await engine?.stop();
  await opened?.close();
  await database?.drop();
});

const { routes } = createRoutes(async () => ({
  services: engine.services,
  keys: createKeyCallers({ db: opened.orm, clock: systemClock }),
  quotas: createQuotas("off", systemClock),
  log: silentLog,
}));

/** The name that a mission is about. */
const nameIn = (prompt: string): string => /«(.+?)»/.exec(prompt)?.[1] ?? USUAL;

/** Plans with the name of its mission; agents call the tool of that name once and answer with a field of it. */
const model = createScriptedModel(({ role, prompt, messages }) => {
  const name = nameIn(prompt);
  if (role === "planner") return JSON.stringify(planOf(name));
  if (role === "reviewer")
    return JSON.stringify({ decision: "CONTINUE", reasoning: "fine", conditions: [], answers: [] });
  if (role !== "agent") return "All is well and done.";
  const isFirst = !messages.some((message) => message.role === "tool");
  return isFirst
    ? { calls: [{ tool: name, args: { [name]: "asked" } }] }
    : JSON.stringify({ [name]: "answered" });
});

const objectOf = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
  additionalProperties: false,
});

function toolNamed(name: string): ToolDescriptor {
  return {
    name,
    description: `Does ${name}`,
    tags: [name],
    sideEffects: "none",
    idempotent: true,
    timeoutMs: 1_000,
    inputSchema: objectOf(name),
    outputSchema: objectOf(name),
    summarize: () => name,
    run: async (args) => ({ [name]: args[name] ?? "missing" }),
  };
}

/** A plan in which everything that can be named has the name. */
const planOf = (name: string) => ({
  title: `About «${name}»`,
  agents: { [name]: { prompt: "Work.", tools: [name] } },
  tasks: [
    { id: name, agent: name, input: { [name]: `Do «${name}»` }, output_schema: objectOf(name) },
    {
      id: "look",
      type: "human_review",
      depends_on: [name],
      gate: { prompt: `Is {{results.${name}.${name}}} right?`, form: objectOf(name) },
    },
    {
      id: "program",
      title: "Compute",
      type: "direct",
      depends_on: ["look", name],
      input: `{"${name}" (get (get data/depends "look") "${name}") :first (get data/depends "${name}")}`,
    },
    { id: "review", type: "planning_review", depends_on: ["program"] },
    { id: "last", agent: name, depends_on: ["review"], input: `On «${name}»: {{results.program}}` },
  ],
});

const ORIGIN = "http://localhost:3000";
type Asked = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
type Answered = { status: number; text: string };

async function ask(key: RouteKey, { params = {}, query = {}, body }: Asked = {}): Promise<Answered> {
  const [method, path] = key.split(" ") as [Method, RoutePath];
  const handler = routes(path as "/api/v1/runs")[method];
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
    ORIGIN,
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const headers = { host: "localhost:3000", "content-type": "application/json" };
  const request = new Request(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, text: await response.text() };
}

const objectIn = ({ status, text }: Answered, expected = 200): JsonObject => {
  expect({ status, text: status === expected ? "" : text }).toEqual({ status: expected, text: "" });
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
};

/** Facts of earlier runs of the workspace on a plan. */
const OF_OTHERS = new Set(["plannedWith", "missionsShown"]);

/** Where values stand in an answer, of which kind, with the usual name in place of the given; of a text, how often it says the name. */
function shapeOf(value: Json, name: string, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shapeOf(item, name, `${path}[]`));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, item]) =>
      OF_OTHERS.has(key) ? [] : shapeOf(item, name, `${path}.${keyLikeUsual(key, name)}`),
    );
  return [`${path}: ${typeof value === "string" && value.includes(name) ? "names it" : typeof value}`];
}
const keyLikeUsual = (key: string, name: string) =>
  key.replaceAll(name, USUAL).replace(/\b(?:run|apr)_[\w-]+|^[0-9a-f]{64}$/g, "<id>");

/** The answers to everything that was asked of a run, by what was asked. */
type Answers = Record<string, { status: number; shape?: string[] | number }>;
type Asking = (key: RouteKey, asked?: Asked & { as?: string; onlyStatus?: boolean }) => Promise<JsonObject>;

function asking(name: string, answers: Answers): Asking {
  return async (key, { as = "", onlyStatus = false, ...asked } = {}) => {
    const { status, text } = await ask(key, asked);
    const read = parseJson(text);
    const shape = read === undefined ? text.split(name).length : [...new Set(shapeOf(read, name))].sort();
    answers[`${key} ${as}`.trim()] = onlyStatus ? { status } : { status, shape };
    return isJsonObject(read) ? read : {};
  };
}

/** Plays a run to its end through the API: its gate is answered, and all that can be read and made of it is. */
async function played(name: string, body: object): Promise<Answers> {
  const answers: Answers = {};
  const asked = asking(name, answers);
  const id = String((await asked("POST /api/v1/runs", { body })).runId);
  const params = { id };
  const waiting = await engine.waitFor(id, isWaitingOrOver);
  const [approvalId = ""] = Object.keys(waiting.openApprovals);
  const gate = await asked("GET /api/v1/approvals/{id}", { params: { id: approvalId } });
  await asked("GET /api/v1/runs/{id}/approval-context", { params, query: { approvalId } });
  const target = { kind: "field", taskId: name, field: "input" };
  await asked("POST /api/v1/runs/{id}/comments", { params, body: { target, version: 1, text: "Why?" } });
  const answer = { verb: "respond", digest: gate.digest ?? "", value: { [name]: "given" } };
  await asked("POST /api/v1/approvals/{id}/decision", { params: { id: approvalId }, body: answer });
  const { finished } = await engine.waitFor(id, (run) => run.finished !== undefined);
  expect(finished?.reason).toBe("answer_complete");
  await readAll(asked, { id, name });
  await makeUse(asked, { id, name, approvalId });
  return answers;
}

const isWaitingOrOver = (run: { openApprovals: object; finished?: unknown }) =>
  Object.keys(run.openApprovals).length > 0 || run.finished !== undefined;

const READS = [
  ...["", "/again", "/layout", "/snapshot", "/time-marks", "/report", "/costs", "/calls", "/attachments"],
  ...["/plan", "/comments", "/marks", "/family", "/example"],
].map((path) => `GET /api/v1/runs/{id}${path}` as RouteKey);

async function readAll(asked: Asking, { id, name }: { id: string; name: string }) {
  const params = { id };
  // It is laid out for the page that asks, and found by the others.
  await asked("GET /api/v1/runs/{id}/layout", { params, query: { part: "edges" }, as: "with edges" });
  for (const key of READS) await asked(key, { params });
  // Which reservations came to be in time, and what was planned before, differs from run to run.
  for (const key of ["view", "events", "forecast"] as const)
    await asked(`GET /api/v1/runs/{id}/${key}`, { params, onlyStatus: true });
  for (const format of ["json", "text"])
    await asked("GET /api/v1/runs/{id}/plan", { params, query: { format }, as: format });
  for (const format of ["html", "svg"])
    await asked("GET /api/v1/runs/{id}/report", { params, query: { format }, as: format });
  const query = { taskId: name, attempt: "1" };
  await asked("GET /api/v1/runs/{id}/trajectories", { params, query });
  await asked("GET /api/v1/runs/{id}/trajectories/export", { params, query });
  await asked("GET /api/v1/runs/{id}/example", { params, query, as: "of the task" });
  const { items } = await asked("GET /api/v1/runs/{id}/calls", {
    params,
    query: { taskId: name },
    as: "of the task",
  });
  const [call] = Array.isArray(items) ? items : [];
  const callId = isJsonObject(call) ? String(call.callId) : "";
  await asked("GET /api/v1/runs/{id}/calls/{callId}/prompt", { params: { id, callId } });
  await asked("GET /api/v1/runs/{id}/snapshot", { params, query: { at: "3" }, as: "of a moment" });
  for (const key of ["replans", "agents", "tools", "approvals", "marks", "examples"] as const)
    await asked(`GET /api/v1/${key}`, { onlyStatus: true });
  for (const key of ["costs", "costs/csv", "insights", "insights/csv", "overview"] as const)
    await asked(`GET /api/v1/${key}`, { onlyStatus: true });
}

/** Forks, replays, templates, policies and examples of the run. */
async function makeUse(
  asked: Asking,
  { id, name, approvalId }: { id: string; name: string; approvalId: string },
) {
  const params = { id };
  const plan = planOf(name);
  const tasks = plan.tasks.map((task) => (task.id === "last" ? { ...task, input: "Otherwise" } : task));
  const { fromSeq } = await asked("GET /api/v1/runs/{id}/fork-preview", { params, query: { approvalId } });
  const body = { fromSeq, changes: { plan: { ...plan, tasks }, reason: "Try another input" } };
  const fork = await asked("POST /api/v1/runs/{id}/fork", { params, body });
  expect(fork).toMatchObject({ runId: expect.any(String) });
  await engine.waitFor(String(fork.runId), isWaitingOrOver);
  await asked("GET /api/v1/compare", { query: { a: id, b: String(fork.runId) } });
  const from = { runId: id, taskId: name, attempt: 1 };
  await asked("POST /api/v1/replays", { body: { from }, onlyStatus: true });
  const mark = { kind: "decision", taskId: "review", verdict: "right" };
  await asked("POST /api/v1/runs/{id}/marks", { params, body: mark });
  const template = { name: `Plan ${id}`, from: { runId: id }, replace: [{ param: "what", text: "Work." }] };
  const { templateId } = await asked("POST /api/v1/templates", { body: template });
  const values = { what: "Work hard." };
  await asked("POST /api/v1/templates/{id}/fill", { params: { id: String(templateId) }, body: { values } });
  const agent = { kind: "agent", name: `Agent ${id}`, from: { runId: id, agent: name } };
  await asked("POST /api/v1/templates", { body: agent, as: "of the agent" });
  const rule = { tool: name, path: name, operator: "equals", value: "asked", effect: "deny" };
  const draft = { scope: { kind: "agent", agent: name }, policy: { rules: [rule] } };
  for (const value of ["asked", "else"])
    await asked("POST /api/v1/policies/explain", {
      body: { tool: name, agent: name, args: { [name]: value }, draft },
      as: value,
    });
  const given = { initialResults: { [name]: { [name]: "known" } }, reviews: { review: "CONTINUE" } };
  const started = await asked("POST /api/v1/runs", {
    body: { plan, settings, ...given },
    as: "with results",
  });
  const known = await engine.waitFor(String(started.runId), isWaitingOrOver);
  expect(getOwn(known.tasks, name)?.result?.preview).toBe(JSON.stringify({ [name]: "known" }));
}

const settings = { summarizer: "off", reviewMode: "auto", retryDelayMs: 0 };
const aboutIt = (name: string) => ({ mission: `Look at «${name}»`, settings });
const DOORS: Record<string, (name: string) => object> = {
  "a plan": (name) => ({ ...aboutIt(name), plan: planOf(name) }),
  "a model's plan": aboutIt,
};

describe.each(Object.entries(DOORS))("a run by %s, in which everything has one name", (_, bodyOf) => {
  let usual: Answers;
  beforeAll(async () => {
    usual = await played(USUAL, bodyOf(USUAL));
  });

  it.each(NAMES)("ends and is read with %s as with any other", async (name) => {
    expect(await played(name, bodyOf(name))).toEqual(usual);
    expect(Reflect.ownKeys(Object.prototype)).toEqual(INHERITED);
    expect(objectIn(await ask("GET /api/v1/health"))).toMatchObject({ status: "ok" });
  });
});
