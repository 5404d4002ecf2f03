import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { deleteMcpServer, persistMcpSeen, readMcpServer } from "@/db/queries/settings/mcp-servers";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { FICKLE } from "@/lib/testing/mcp/servers";
import { storedMcpServers } from "@/lib/testing/mcp/stored-servers";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

/** What was saved of changed tools reaches the runs, though the process that saved it stopped before it could tell them. */

const ID = { workspaceId: "local", name: "fickle" };
const model = createScriptedModel(({ role }) =>
  role === "agent" ? { calls: [{ tool: "fickle__grow", args: {}, callId: "c1" }] } : "All is done.",
);
let database: TestDatabase;
let engine: TestEngine | undefined;

const start = () => startEngine({ databaseUrl: database.url, model, workspaces: storedMcpServers(model) });
const stop = async () => {
  await engine?.stop();
  engine = undefined;
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await stop();
  await database?.drop();
});

const openAt = ({ approvals }: Readonly<RunState>, taskId: string) =>
  Object.values(approvals).find((one) => one.status === "open" && one.taskId === taskId);

/** A gate before work by a tool that only reads, and an agent's call of another that a person is asked about. */
async function asked(engine: TestEngine) {
  const command = process.execPath;
  const server = { name: "fickle", transport: "stdio" as const, command, args: [FICKLE] };
  await engine.services.mcp.add({ actor, input: { ...server, confirmedCommand: [command, FICKLE] } });
  await engine.services.mcp.test({ actor, input: { name: "fickle" } });
  const rule = { tool: "fickle__grow", path: "$", operator: "exists", effect: "ask" } as const;
  const worker = { prompt: "Work.", tools: ["fickle__grow"], policy: { rules: [rule] } };
  const tasks = [
    { id: "g", title: "Gate", type: "human_review", input: "Go on?" },
    {
      id: "sync",
      title: "Sync",
      type: "direct",
      dependsOn: ["g"],
      input: '(tool/fickle__echo {"say" "all"})',
    },
    { id: "a", title: "Call", agent: "worker", input: "Grow" },
  ];
  const runId = await engine.createRun({ plan: { title: "Servers", agents: { worker }, tasks } });
  const state = await engine.waitFor(
    runId,
    (now) => openAt(now, "g") !== undefined && openAt(now, "a") !== undefined,
  );
  return { runId, gate: openAt(state, "g"), call: openAt(state, "a") };
}

/** What a process writes that stops right after. */
async function saved(write: (tx: Parameters<typeof persistMcpSeen>[0]) => Promise<unknown>) {
  const { transact, close } = openDatabase(database.url, { max: 1 });
  await transact(write);
  await close();
}

test("open questions are asked again about tools whose change nobody was told of", async () => {
  engine = await start();
  const { runId, gate, call } = await asked(engine);
  expect(gate?.release?.acts).toEqual([]);
  await stop();
  await saved(async (tx) => {
    const row = await readMcpServer(tx, ID);
    const tools = row?.tools.map((tool) => ({
      ...tool,
      annotations: { ...tool.annotations, readOnly: false, idempotent: false },
    }));
    const seen = { ok: true as const, server: row?.server ?? "", tools: tools ?? [], leftOut: [] };
    const kept = await persistMcpSeen(tx, { ...ID, revision: row?.revision ?? 0 }, seen, new Date(7));
    expect(kept).toMatchObject({ changed: true });
  });
  engine = await start();
  const again = await engine.waitFor(
    runId,
    (now) =>
      openAt(now, "g")?.supersedes === gate?.approvalId && openAt(now, "a")?.supersedes === call?.approvalId,
  );
  expect(openAt(again, "g")?.release?.acts).toMatchObject([{ taskId: "sync", tools: ["fickle__echo"] }]);

  // Nothing of the settings tells any more which tools a removed server had.
  const { seq } = again;
  await stop();
  await saved(async (tx) => deleteMcpServer(tx, ID));
  engine = await start();
  const gone = await engine.waitFor(runId, (now) => now.seq > seq && openAt(now, "a") === undefined);
  expect(openAt(gone, "g")?.approvalId).not.toBe(openAt(again, "g")?.approvalId);
});
