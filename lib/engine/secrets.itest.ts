import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { readModelSettings } from "@/db/queries/settings/model-settings";
import { readSetupVersion } from "@/db/queries/settings/workspace-setup";
import { environmentModels, workspaceModels } from "@/lib/adapters/ai-sdk-model";
import { createLog } from "@/lib/adapters/log";
import { workspaceMcpTools } from "@/lib/adapters/mcp-tools";
import { modelFetchFor } from "@/lib/adapters/safe-http";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { createSimulatedProvider, SIMULATED_MODEL, SIMULATED_PROVIDER } from "@/lib/adapters/simulated-model";
import { localPerson as actor } from "@/lib/auth/actor";
import type { AppParts } from "@/lib/compose";
import { NO_POLICIES } from "@/lib/core/policy";
import type { RunState } from "@/lib/core/run";
import { createWorkspaces } from "@/lib/engine/workspaces";
import { publicError } from "@/lib/http/problem";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { FICKLE } from "@/lib/testing/mcp/servers";
import { openWebServer, type WebServer } from "@/lib/testing/web-server";
import {
  createOpenAiWireServer,
  type Reply,
  type WireRequest,
  type WireServer,
} from "@/lib/testing/wire/openai-server";
import { createToolbox } from "@/lib/tools";

/**
 * Every key and header of providers and MCP servers has this in it. Servers give back whatever they were given, in
 * refusals, errors, results and redirects; afterwards it stands nowhere.
 */
const MARK = "zMARKz";
const KEY = `sk-${MARK}-key-0123456789`;
const HEADER = `team ${MARK}-header-0123456789`;

let database: TestDatabase;
let engine: TestEngine;
let model: WireServer;
let web: WebServer;
let elsewhere: WebServer;
let respond: (request: WireRequest) => Reply;
/** All that verbs answered or threw, and all that was logged. */
const reported: string[] = [];
const log = new PassThrough();
log.on("data", (part: Buffer) => reported.push(part.toString()));

const workspaces: AppParts["workspaces"] = ({ orm }, mcp) => {
  const languageModel = createSimulatedProvider({});
  const simulated = { provider: SIMULATED_PROVIDER, model: SIMULATED_MODEL, languageModel };
  const fixed = environmentModels({ keys: {}, simulated });
  const own = {
    secrets: createSecretBox(() => "a secret of tests"),
    fetchFor: modelFetchFor,
    log: createLog({ level: "debug", process: "test", to: log }),
  };
  let nowMs = 0;
  return createWorkspaces({
    readVersion: (id) => readSetupVersion(orm, id),
    load: async (id) => ({
      ...workspaceModels(fixed, await readModelSettings(orm, id), own),
      tools: createToolbox(workspaceMcpTools(id, await readMcpServers(orm, id), { mcp, ...own })),
      policies: NO_POLICIES,
      simulatedTools: false,
      peopleAt: () => [],
      channels: [],
    }),
    clock: { nowMs: () => (nowMs += 60_000) },
    log: own.log,
  });
};

beforeAll(async () => {
  database = await createTestDatabase();
  model = await createOpenAiWireServer({ respond: (request) => respond(request) });
  elsewhere = await openWebServer((_, response) => response.end("{}"));
  web = await openWebServer(({ url, headers }, response) => {
    if (url === "/leads-on") {
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/?${headers["x-team"]}` });
      return response.end();
    }
    response.writeHead(url === "/refuses" ? 401 : 500, { "content-type": "text/plain", "x-echo": HEADER });
    return response.end(`You sent ${JSON.stringify(headers)}`);
  });
  engine = await startEngine({
    databaseUrl: database.url,
    workspaces,
    model: { list: () => [], call: () => Promise.reject(new Error("not this one")) },
    log: createLog({ level: "debug", process: "test", to: log }),
    worker: { firstProbeMs: 20 },
  });
  const { models } = engine.services;
  await models.saveProvider({
    actor,
    input: {
      name: "local",
      kind: "openai-compatible",
      baseUrl: model.baseUrl,
      key: KEY,
      headers: { "x-team": HEADER },
    },
  });
  await models.saveModel({ actor, input: { id: "local:m" } });
  await models.setRoleDefaults({ actor, input: { defaults: { default: "local:m" } } });
});
afterAll(async () => {
  await engine?.stop();
  await Promise.all([model?.close(), web?.close(), elsewhere?.close()]);
  await database?.drop();
});

async function tell<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    const given = await answer;
    reported.push(JSON.stringify(given));
    return given;
  } catch (thrown) {
    reported.push(JSON.stringify(publicError(thrown)), String(thrown));
    return undefined;
  }
}

const echo = ({ headers }: WireRequest) =>
  `You sent ${JSON.stringify(headers)} with ${headers.authorization}`;
const REFUSALS: ((request: WireRequest) => Reply)[] = [
  ...[307, 400, 401, 403, 404, 413, 422, 429, 500].flatMap((status) => [
    (request: WireRequest): Reply => ({
      kind: "error",
      status,
      error: { message: echo(request), type: echo(request), code: echo(request) },
      headers: {
        location: `http://127.0.0.1:${elsewhere.port}/`,
        "x-echo": request.headers.authorization ?? "",
      },
    }),
    (request: WireRequest): Reply => ({ kind: "error", status, error: echo(request) }),
  ]),
  (request) => ({ kind: "answer", text: "so", ending: "error", error: { message: echo(request) } }),
];

const waiting = (state: Readonly<RunState>) => Object.keys(state.openApprovals).length > 0;
const create = (task: object, agents = {}) =>
  engine.createRun({ plan: { title: "Ask", agents, tasks: [{ id: "a", title: "A", ...task }] } });

async function readAll(runId: string): Promise<void> {
  const { runs, attachments } = engine.services;
  const input = { runId };
  reported.push(JSON.stringify(await engine.events(runId)));
  for (const read of [
    runs.get,
    runs.report,
    runs.events,
    runs.snapshot,
    runs.calls,
    runs.costs,
    attachments.list,
  ])
    await tell(read({ actor, input } as never) as Promise<unknown>);
  for (const read of [runs.trajectory, runs.exportTrajectory])
    await tell(read({ actor, input: { runId, taskId: "a", attempt: 1 } }) as Promise<unknown>);
}

test("a provider that gives back the key and the headers in every way leaves nothing of them", async () => {
  for (const refuse of REFUSALS) {
    respond = refuse;
    await tell(engine.services.models.test({ actor, input: { id: "local:m" } }));
  }
  respond = REFUSALS[5] as (request: WireRequest) => Reply;
  const runId = await create({ agent: "worker" }, { worker: { prompt: "Work." } });
  const state = await engine.waitFor(runId, waiting);
  const approvalId = Object.keys(state.openApprovals)[0] ?? "";
  await tell(engine.services.approvals.get({ actor, input: { approvalId } }));
  await readAll(runId);
  expect(model.requests.length).toBeGreaterThan(REFUSALS.length);
  expect(JSON.stringify(model.requests[0]?.headers)).toContain(KEY);
});

test("MCP servers that do leave nothing either", async () => {
  const { mcp } = engine.services;
  const program = (name: string, env: Record<string, string>) => ({
    name,
    transport: "stdio" as const,
    command: process.execPath,
    args: [FICKLE],
    env,
    confirmedCommand: [process.execPath, FICKLE],
  });
  const address = (name: string) => ({
    name,
    transport: "http" as const,
    allowPrivate: true,
    url: `http://127.0.0.1:${web.port}/${name}`,
    headers: { Authorization: `Bearer ${KEY}`, "x-team": HEADER },
  });
  const servers = [
    program("fickle", { FICKLE_KEY: KEY }),
    program("wont", { FICKLE_REFUSES: `${HEADER}\n${KEY}` }),
    ...["refuses", "fails", "leads-on"].map(address),
  ];
  for (const server of servers) {
    await tell(mcp.add({ actor, input: server }));
    await tell(mcp.test({ actor, input: { name: server.name } }));
  }
  respond = ({ body }) => {
    const isFirst = "tools" in body && !JSON.stringify(body.messages).includes('"role":"tool"');
    const calls = ["leak", "leak_failing"].map((tool) => ({ tool: `fickle__${tool}`, args: {} }));
    return isFirst ? { kind: "answer", toolCalls: calls } : { kind: "answer", text: "Done." };
  };
  const tools = ["fickle__leak", "fickle__leak_failing"];
  const runId = await create({ agent: "worker" }, { worker: { prompt: "Work.", tools } });
  const state = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(JSON.stringify(model.requests.map(({ body }) => body))).toContain("•••");
  for (const { body } of model.requests) expect(JSON.stringify(body)).not.toContain(MARK);
  await readAll(runId);
  expect(JSON.stringify(web.requests)).toContain(KEY);
  expect(JSON.stringify(elsewhere.requests)).not.toContain("key-0123");
});

test("nothing of them stands in what was answered, logged or stored", async () => {
  const { models, mcp, tools, system, approvals, runs } = engine.services;
  for (const read of [
    models.list,
    mcp.list,
    tools.list,
    system.about,
    system.health,
    approvals.list,
    runs.list,
  ])
    await tell(read({ actor, input: {} } as never) as Promise<unknown>);
  expect(reported.length).toBeGreaterThan(40);
  expect(reported.filter((text) => text.includes(MARK))).toEqual([]);
  const { sql, close } = openDatabase(database.url, { max: 1 });
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const found: string[] = [];
  let rows = 0;
  for (const { schema, name } of tables) {
    for (const { text } of await sql`select t::text as text from ${sql(schema)}.${sql(name)} t`) {
      rows += 1;
      if (text.includes(MARK)) found.push(`${name}: ${text}`);
    }
  }
  await close();
  expect(rows).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
