import { expect, test } from "vitest";
import { NO_POLICIES } from "@/lib/core/policy";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, type ScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { deployTool, resumeRun } from "@/lib/testing/engine/tool-call-runs";

const GATE = { id: "ok", title: "Release approval", type: "human_review" };
const SHIP = { id: "t", title: "Ship", agent: "one", input: "go", dependsOn: ["ok"] };

/** A deployment that people let act, behind a slow call of its own step. */
async function queued() {
  const [begun, go] = [deferred<void>(), deferred<void>()];
  const look = testTool("look", {
    sideEffects: "read",
    async run() {
      begun.resolve();
      await go.promise;
      return { saw: 1 };
    },
  });
  const { done, tool } = deployTool();
  let policies = NO_POLICIES;
  const calls = [
    { tool: "look", callId: "c1", args: { version: "1" } },
    { tool: "deploy", callId: "c2", args: { version: "PROD" } },
  ];
  const run = await createScriptedRun([GATE, SHIP], {
    tools: [look, tool],
    agents: { one: { prompt: "Work.", tools: ["look", "deploy"], maxParallel: 1 } },
    policies: () => policies,
    script: ({ messages }) => (messages.length === 1 ? { calls } : "told"),
  });
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  const actor = await run.lease();
  await begun.promise;
  const deny = () => {
    const source = { level: "workspace" } as const;
    const rule = { denied: ["deploy"], allowed: null, requiredTags: [], rules: [], source };
    policies = { ...NO_POLICIES, workspace: [rule] } as never;
  };
  const finish = async () => {
    go.resolve();
    await actor.ended;
    return done;
  };
  return { run, deny, finish };
}

const SKIP = { type: "skip_task", taskId: "t", reason: "stop" };
const WITHDRAWN: [string, (queued: { run: ScriptedRun; deny(): void }) => unknown][] = [
  ["the run was cancelled", ({ run }) => run.engine.person({ type: "cancel" })],
  ["its task was skipped", ({ run }) => run.engine.person(SKIP as never)],
  ["a policy denies its tool", ({ deny }) => deny()],
];

test("a call that waits for another of its step goes out", async () => {
  expect(await (await queued()).finish()).toEqual(["PROD"]);
});

test.each(WITHDRAWN)("one that waits is not sent once %s", async (_, withdraw) => {
  const waiting = await queued();
  await withdraw(waiting);
  expect(await waiting.finish()).toEqual([]);
});
