import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Json } from "@/lib/core/json";
import type { ModelRequest } from "@/lib/core/ports";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { previewLargeOutput } from "@/lib/core/trajectory";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { deferred } from "@/lib/testing/deferred";
import { startEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type Script, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";
import { readArtifact } from "@/lib/tools/read-artifact";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const LOG = `${"all quiet\n".repeat(400_000)}ERROR: the disk is full\n`;
const tools = createToolbox([
  testTool("read", { run: () => LOG }),
  // The keys come back from the database in another order.
  testTool("look", {
    inputSchema: { type: "object" },
    run: ({ at = 0 }) => ({ longest_key: at, b: { z: 1, a: "x".repeat(900) } }),
  }),
  readArtifact,
]);
const plan = (names: string[]) => ({
  title: "Plan",
  agents: { worker: { prompt: "Work.", tools: names } },
  tasks: [{ id: "t", title: "Task", agent: "worker", input: "go" }],
});
const modelOf = (script: Script) =>
  createScriptedModel((request, context) => (request.role === "answer" ? "Done." : script(request, context)));

test("a large output is stored once, read by its own run alone, and given to people whole", async () => {
  const { artifact: digest = "" } = previewLargeOutput(LOG);
  const script: Script = ({ prompt, messages }): ScriptedAnswer => {
    if (messages.length === 1 && prompt.includes("OWNER")) return { calls: [{ tool: "read", args: {} }] };
    if (messages.length < 5 && prompt.includes("OWNER") && messages.length > 1)
      return messages.length === 3
        ? { calls: [{ tool: "read_artifact", args: { artifact: digest, find: "ERROR" } }] }
        : "read";
    // The other run has an artifact of its own, and so the tool to look into artifacts.
    if (messages.length === 1) return { calls: [{ tool: "look_up", args: {} }] };
    return messages.length === 3
      ? { calls: [{ tool: "read_artifact", args: { artifact: digest } }] }
      : "not allowed";
  };
  const lookUp = testTool("look_up", { run: () => "other ".repeat(20_000) });
  const all = createToolbox([testTool("read", { run: () => LOG }), lookUp, readArtifact]);
  const model = modelOf(script);
  const engine = await startEngine({ databaseUrl: database.url, model, tools: all });
  const { sql, close } = openDatabase(database.url, { max: 1 });
  try {
    const owner = await engine.createRun({ mission: "OWNER", plan: plan(["read"]) });
    await engine.waitFor(owner, (state) => state.finished !== undefined);
    const other = await engine.createRun({ mission: "OTHER", plan: plan(["look_up"]) });
    await engine.waitFor(other, (state) => state.finished !== undefined);

    const rows = await sql<
      { run: string; tool: string; ok: boolean; artifact: string; chars: number; error: string }[]
    >`
      select run_id as run, tool, ok, artifact, length(output::text) as chars, error from tool_calls
      order by started_at`;
    expect(rows).toMatchObject([
      { run: owner, tool: "read", ok: true, artifact: digest },
      { run: owner, tool: "read_artifact", ok: true, artifact: null },
      { run: other, tool: "look_up", ok: true },
      {
        run: other,
        tool: "read_artifact",
        ok: false,
        error: expect.stringContaining("no tool call of this run"),
      },
    ]);
    expect(Math.max(...rows.map(({ chars }) => chars ?? 0))).toBeLessThan(5_000);
    const [largest] = await sql`select max(length(body::text)) as chars from trajectory_steps`;
    expect(Number(largest?.chars)).toBeLessThan(8_000);
    const [event] = await sql`select max(length(payload::text)) as chars from run_events`;
    expect(Number(event?.chars)).toBeLessThan(8_192);

    const { value } = await engine.services.runs.value({ actor, input: { runId: owner, digest } });
    expect(value).toBe(LOG);
    const input = { runId: owner, taskId: "t", attempt: 1 };
    const { items } = await engine.services.runs.trajectory({ actor, input: input as never });
    expect(items[0]?.body).toMatchObject({ artifact: digest, observation: { chars: LOG.length } });
  } finally {
    await close();
    await engine.stop();
  }
});

const summaryIn = ({ messages }: ModelRequest): Json | undefined =>
  messages.flatMap((one) => (one.role === "user" ? (readJsonBlock(one.text, "summary") ?? []) : [])).at(0);
const turnsIn = ({ messages }: ModelRequest) => messages.filter(({ role }) => role === "assistant").length;
const SUMMARY = {
  goals: ["look on"],
  facts: { zulu: { later: 1, first: 2 }, a: "seen" },
  pending: [],
  lastOutputDigest: "",
  note: "",
};

test("after a crash the request with the summary is the one that was lost, and no model makes it again", async () => {
  const lost = deferred();
  let turns = 0;
  const script =
    (hold: boolean): Script =>
    (request) => {
      if (request.role === "trajectory_summarizer") return JSON.stringify(SUMMARY);
      if (turnsIn(request) > 3) return { fail: { code: "context_overflow", message: "too long" } };
      if (hold && summaryIn(request)) {
        lost.resolve();
        return new Promise(() => {});
      }
      turns += 1;
      return turns < 6 ? { calls: [{ tool: "look", args: { at: turns } }] } : "seen";
    };
  const crashing = modelOf(script(true));
  const first = await startEngine({
    databaseUrl: database.url,
    model: crashing,
    tools,
    worker: { drainGraceMs: 0 },
  });
  const runId = await first.createRun({ mission: "CRASH", plan: plan(["look"]) });
  await lost.promise;
  await first.stop();

  const model = modelOf(script(false));
  const second = await startEngine({ databaseUrl: database.url, model, tools });
  try {
    const state = await second.waitFor(runId, (now) => now.finished !== undefined);
    expect(state.tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(model.requests[0]).toEqual(crashing.requests.at(-1));
    expect(model.requests.some(({ system }) => system.startsWith("Role: trajectory_summarizer"))).toBe(false);
    const input = { runId, taskId: "t", attempt: 1 };
    const { items } = await second.services.runs.trajectory({ actor, input: input as never });
    expect(items.map(({ summary }) => summary?.by)).toEqual([
      undefined,
      undefined,
      undefined,
      "model",
      undefined,
      undefined,
    ]);
    expect(items[3]?.summary).toEqual({ upToStep: expect.any(Number), ...SUMMARY, by: "model" });
    expect(items[0]?.body.observation).toMatchObject({ longest_key: 1 });
  } finally {
    await second.stop();
  }
});
