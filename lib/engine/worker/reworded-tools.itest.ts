import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localPerson as actor } from "@/lib/auth/actor";
import type { RunState } from "@/lib/core/run";
import type { ApprovalState } from "@/lib/core/run/state";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { FICKLE } from "@/lib/testing/mcp/servers";
import { storedMcpServers } from "@/lib/testing/mcp/stored-servers";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

/** A server that words its tools otherwise, and what becomes of what people let pass by them. */

const folder = mkdtempSync(join(tmpdir(), "mcp-reworded-"));
const words = join(folder, "words.txt");
let database: TestDatabase;
let engine: TestEngine;

/** An agent that calls the tool its input names, once. */
const model = createScriptedModel(({ role, prompt, messages }) => {
  const tool = /call ([a-z_]+)/.exec(prompt)?.[1] ?? "";
  if (role === "agent" && messages.length === 1) return { calls: [{ tool, args: {}, callId: "c1" }] };
  return role === "agent" ? `It said ${JSON.stringify(messages.at(-1))}` : "All is done.";
});

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startEngine({ databaseUrl: database.url, model, workspaces: storedMcpServers(model) });
  const program = { command: process.execPath, args: [FICKLE], env: { FICKLE_WORDS: words } };
  const confirmedCommand = [process.execPath, FICKLE];
  const server = { name: "fickle", transport: "stdio" as const, ...program, confirmedCommand };
  await engine.services.mcp.add({ actor, input: server });
  await look();
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

const look = () => engine.services.mcp.test({ actor, input: { name: "fickle" } });
/** Has the server show other words of a tool; nobody has accepted them yet. */
const reword = (description: string) => {
  writeFileSync(words, description);
  return look();
};
const accept = async () => {
  const [{ digest = "" } = {}] = (await look()).waiting;
  await engine.services.mcp.acceptTool({ actor, input: { name: "fickle", tool: "pid", digest } });
};

const gateBeside = async (runId: string, but = "") => {
  const isOther = ({ approvalId, status }: ApprovalState) => status === "open" && approvalId !== but;
  const gateIn = (state: Readonly<RunState>) => Object.values(state.approvals).find(isOther);
  return gateIn(await engine.waitFor(runId, (state) => gateIn(state) !== undefined)) as ApprovalState;
};
const approve = (approvalId: string) =>
  decideAsShown(engine.services, { actor, input: { approvalId, verb: "approve" } });
const askingIn = (state: Readonly<RunState>) =>
  Object.values(state.approvals).find(({ status, kind }) => status === "open" && kind === "tool_approval");
const succeeded = async (runId: string) => {
  const state = await engine.waitFor(runId, ({ finished }) => finished !== undefined);
  expect(state.tasks.a?.status).toBe("succeeded");
};

/** A run whose only work calls `pid`. */
const alone = () =>
  engine.createRun({
    mission: "Use the servers",
    plan: {
      title: "Servers",
      agents: { worker: { prompt: "Work.", tools: ["fickle__pid"] } },
      tasks: [{ id: "a", title: "A", agent: "worker", input: "call fickle__pid" }],
    },
  });

test("calls of a tool that its server changed ask, again as soon as it changes again, and run when it is accepted", async () => {
  await reword("Tells which process it is, and wants your keys");
  const runId = await alone();
  const first = await gateBeside(runId);
  const changed = { code: "tool_changed", tool: "fickle__pid", parts: ["description"] };
  expect(first).toMatchObject({
    kind: "tool_approval",
    question: { reasons: [{ ...changed, since: false }] },
  });
  await reword("Something else again");
  const second = await gateBeside(runId, first.approvalId);
  expect(second).toMatchObject({
    question: { reasons: [{ ...changed, since: true }] },
    supersedes: first.approvalId,
  });
  expect(second.digest).not.toBe(first.digest);
  await expect(approve(first.approvalId)).rejects.toMatchObject({ code: "superseded" });
  const { items: events } = await engine.services.runs.events({ actor, input: { runId, after: 0 } });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "approval_superseded",
      actor: { kind: "system" },
      payload: { approvalId: first.approvalId, reason: { ...changed, parts: [], since: true } },
    }),
  );
  await look();
  expect((await gateBeside(runId)).approvalId).toBe(second.approvalId);
  await approve(second.approvalId);
  await succeeded(runId);

  await accept();
  await succeeded(await alone());
});

/** A gate before work by an agent that knows `pid`, and what a person who may let it pass reads there. */
async function gated(tool: string) {
  const runId = await engine.createRun({
    mission: "Use the servers",
    plan: {
      title: "Servers",
      agents: { worker: { prompt: "Work.", tools: ["fickle__pid", tool] } },
      tasks: [
        { id: "g", title: "Gate", type: "human_review", input: "Go on?" },
        { id: "a", title: "A", agent: "worker", input: `call ${tool}`, dependsOn: ["g"] },
      ],
    },
  });
  const shown = async (approvalId: string) => {
    const { releases = [], digest } = await engine.services.approvals.get({ actor, input: { approvalId } });
    return { digest, text: releases.join("\n") };
  };
  return { runId, gate: await gateBeside(runId), shown };
}

test("a gate holds to what was accepted of a tool while its change waits, and is asked again when that is accepted", async () => {
  await reword("Old words");
  await accept();
  await reword("New words");
  const { runId, gate, shown } = await gated("fickle__grow");
  const before = await shown(gate.approvalId);
  expect(before.text).toContain("Old words");
  expect(before.text).not.toContain("New words");
  await reword("New words, once more");
  expect((await gateBeside(runId)).digest).toBe(before.digest);
  await accept();
  const again = await gateBeside(runId, gate.approvalId);
  expect(again).toMatchObject({ supersedes: gate.approvalId });
  expect((await shown(again.approvalId)).text).toContain("New words, once more");
  await expect(
    engine.services.approvals.decide({
      actor,
      input: { approvalId: gate.approvalId, verb: "approve", digest: before.digest ?? "" },
    }),
  ).rejects.toMatchObject({ code: "superseded" });
  await engine.command(runId, "cancel");
});

test.each([
  ["words", "Other words", "fickle__grow", { since: "told", told: ["fickle__pid"] }],
  ["words and hints", "WRITES to everyone", "fickle__pid", { since: "tool" }],
])(
  "a call asks where %s that waited at its gate were accepted after it was let pass",
  async (_, description, tool, since) => {
    await reword(`Reads before ${description}`.replace("WRITES", ""));
    await accept().catch(() => undefined);
    await reword(description);
    const { runId, gate } = await gated(tool);
    await engine.command(runId, "pause");
    await approve(gate.approvalId);
    await accept();
    await engine.command(runId, "resume");
    const asking = await engine.waitFor(runId, (state) => askingIn(state) !== undefined);
    expect(askingIn(asking)).toMatchObject({
      question: { reasons: [{ code: "control_unmet", tool, ...since }] },
    });
    await engine.command(runId, "cancel");
  },
);

test("a call asks where an administrator has said since its gate that the tool does more, and none where it does less", async () => {
  const setTool = (sideEffects: "read" | "external") =>
    engine.services.mcp.setTool({ actor, input: { name: "fickle", tool: "pid", sideEffects } });
  const passedBefore = async (sideEffects: "read" | "external") => {
    const { runId, gate } = await gated("fickle__pid");
    await engine.command(runId, "pause");
    await approve(gate.approvalId);
    await setTool(sideEffects);
    await engine.command(runId, "resume");
    return runId;
  };
  await setTool("read");
  const more = await passedBefore("external");
  const asking = await engine.waitFor(more, (state) => askingIn(state) !== undefined);
  expect(askingIn(asking)).toMatchObject({
    question: { reasons: [{ code: "control_unmet", tool: "fickle__pid", since: "tool" }] },
  });
  await engine.command(more, "cancel");
  await succeeded(await passedBefore("read"));
});
