import { afterAll, beforeAll, expect, test } from "vitest";
import type { RoleName } from "@/lib/core/prompt-blocks";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { type Deferred, deferred } from "@/lib/testing/deferred";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel, type Script, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";

/** Each test's mission has an answer of its own for every role; what none says, succeeds. */
const scripts = new Map<string, Partial<Record<RoleName, Script | ScriptedAnswer>>>();

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel((request, context) => {
    const mission = [...scripts.keys()].find((name) => request.prompt.includes(name)) ?? "";
    const answer = scripts.get(mission)?.[request.role ?? "agent"] ?? "All is well and done.";
    return typeof answer === "function" ? answer(request, context) : answer;
  });
  engine = await startEngine({ databaseUrl: database.url, model });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const simple = { id: "a", title: "First", input: "go" };
const chain = {
  title: "Chain",
  tasks: [simple, { id: "b", title: "Second", input: "go", dependsOn: ["a"] }],
};
const reviewed = {
  title: "Reviewed",
  tasks: [
    simple,
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "z", title: "Last", input: "go", dependsOn: ["r"] },
  ],
};
const ended = (runId: string) => engine.waitFor(runId, (state) => state.finished !== undefined);
const typesOf = async (runId: string) => (await engine.events(runId)).map((event) => event.type);

test("a held decision is applied by itself when its time is over", async () => {
  scripts.set("HOLD", {
    reviewer: JSON.stringify({ decision: "CONTINUE", reasoning: "fine", conditions: [], answers: [] }),
  });
  const settings = { reviewMode: "hold" as const, reviewHoldMs: 300 };
  const runId = await engine.createRun({ mission: "HOLD", plan: reviewed, settings });
  const held = await engine.waitFor(runId, (state) => Object.keys(state.held).length > 0);
  const state = await ended(runId);
  expect(state.finished?.at).toBeGreaterThanOrEqual(held.held.r ?? Number.POSITIVE_INFINITY);
});

test("a human gate parks the run; its deadline rejects, swept by the database's clock", async () => {
  const gate = { id: "h", title: "Look", type: "human_review", gate: { timeoutSeconds: 1 } };
  const runId = await engine.createRun({
    mission: "DEADLINE",
    plan: { title: "Gate", tasks: [gate] },
    settings: { replanOnFailure: false },
  });
  const state = await ended(runId);
  expect(state.tasks.h).toMatchObject({ status: "failed", failureCode: "rejected" });
  expect(await typesOf(runId)).toContain("approval_expired");
});

test("pause lets the running call end and starts nothing; resume continues", async () => {
  const [asked, held] = [deferred(), deferred()];
  scripts.set("PAUSE", {
    agent: async () => {
      asked.resolve();
      await held.promise;
      return "done";
    },
  });
  const runId = await engine.createRun({ mission: "PAUSE", plan: chain });
  await asked.promise;
  await engine.command(runId, "pause");
  held.resolve();
  const paused = await engine.waitFor(runId, (state) => state.tasks.a?.status === "succeeded");
  expect(paused.tasks.b?.status).toBe("pending");
  await engine.command(runId, "resume");
  expect((await ended(runId)).finished?.reason).toBe("answer_complete");
});

test("cancel aborts the request in flight and nothing comes of it", async () => {
  const [asked, aborted] = [deferred(), deferred()];
  scripts.set("CANCEL", {
    agent: (_request, { signal }) => {
      asked.resolve();
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          resolve("too late");
        });
      });
    },
  });
  const runId = await engine.createRun({ mission: "CANCEL", plan: chain });
  await asked.promise;
  await engine.command(runId, "cancel");
  await aborted.promise;
  const state = await ended(runId);
  expect(state.finished?.reason).toBe("cancelled");
  expect(state.tasks.a?.status).toBe("aborted");
});

test("a model that cannot be reached opens a gate after its patience, and burns no attempt", async () => {
  let reachable = false;
  scripts.set("OUTAGE", { agent: () => (reachable ? "done" : { fail: { code: "quota" } }) });
  const runId = await engine.createRun({
    mission: "OUTAGE",
    plan: chain,
    settings: { modelRetryDelayMs: 5, modelPatienceMs: 40 },
  });
  const waiting = await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  const [gate] = Object.keys(waiting.openApprovals);
  expect(waiting.approvals[gate ?? ""]?.kind).toBe("model_unavailable");
  reachable = true;
  await engine.decide(runId, "retry");
  const state = await ended(runId);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.counters.attempts).toBe(2);
});

test("a task that keeps failing its check ends at a budget gate; raising it continues", async () => {
  const verification = '(= data/result "right")';
  let n = 0;
  scripts.set("BUDGET", {
    agent: () => (n > 1 ? "right" : "wrong"),
    replanner: () => {
      n += 1;
      const task = { id: `again${n}`, title: `Try ${n}`, input: "go", verification };
      return JSON.stringify({ title: "Again", tasks: [task] });
    },
  });
  const plan = { title: "Checked", tasks: [{ ...simple, verification }] };
  const runId = await engine.createRun({ mission: "BUDGET", plan, settings: { maxTotalReplans: 1 } });
  const waiting = await engine.waitFor(runId, (state) => Object.keys(state.openApprovals).length > 0);
  expect(waiting.counters.replans).toBe(1);
  await engine.decide(runId, "raise");
  const state = await ended(runId);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.planVersion).toBe(3);
});

test("large results travel by blob and come back whole", async () => {
  const large = "x".repeat(20_000);
  let seen = "";
  scripts.set("LARGE", {
    agent: ({ prompt }) => {
      if (!prompt.includes("Use it")) return large;
      seen = prompt;
      return "done";
    },
  });
  const user = { id: "b", title: "Use it", input: "{{results.a}}", dependsOn: ["a"] };
  const runId = await engine.createRun({ mission: "LARGE", plan: { title: "Large", tasks: [simple, user] } });
  const state = await ended(runId);
  expect(state.tasks.a?.result).not.toHaveProperty("inline");
  expect(seen).toContain(large);
});

test("forty tasks side by side all end, within the run's and the worker's limits", async () => {
  let running = 0;
  let most = 0;
  const waiting: Deferred<void>[] = [];
  scripts.set("WIDE", {
    agent: async () => {
      running += 1;
      most = Math.max(most, running);
      const turn = deferred();
      waiting.push(turn);
      setImmediate(() => waiting.shift()?.resolve());
      await turn.promise;
      running -= 1;
      return "done";
    },
  });
  const tasks = Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, title: "T", input: "go" }));
  const runId = await engine.createRun({
    mission: "WIDE",
    plan: { title: "Wide", tasks },
    settings: { maxConcurrency: 7 },
  });
  const state = await ended(runId);
  expect(Object.values(state.tasks).every((task) => task.status === "succeeded")).toBe(true);
  expect(most).toBeLessThanOrEqual(7);
});
