import { describe, expect, test } from "vitest";
import { NO_POLICIES } from "@/lib/core/policy";
import { deferred } from "@/lib/testing/deferred";
import { RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, type ScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { beginElsewhere, deployTool, resumeRun } from "@/lib/testing/engine/tool-call-runs";

const GATE = { id: "ok", title: "Release approval", type: "human_review" };
const SHIP = { id: "t", title: "Ship", agent: "one", input: "go", dependsOn: ["ok"] };

/** What a deployment that people let act waits for: a slow call of its own step, or its own tool, which makes ready. */
type WaitsFor = "another" | "its tool";

async function queued(waitsFor: WaitsFor = "another", { isDeaf = false } = {}) {
  const [begun, go] = [deferred<void>(), deferred<void>()];
  const makeReady = async () => {
    begun.resolve();
    await go.promise;
  };
  const look = testTool("look", {
    sideEffects: "read",
    async run() {
      await makeReady();
      return { saw: 1 };
    },
  });
  const done: string[] = [];
  const { tool } = deployTool({
    async run({ version }, { effectBegins }) {
      if (waitsFor === "its tool") await makeReady();
      await effectBegins();
      done.push(String(version));
      return {};
    },
  });
  let policies = NO_POLICIES;
  const deploy = { tool: "deploy", callId: "c2", args: { version: "PROD" } };
  const first = { tool: "look", callId: "c1", args: { version: "1" } };
  const calls = waitsFor === "another" ? [first, deploy] : [deploy];
  const run = await createScriptedRun([GATE, SHIP], {
    tools: [look, tool],
    agents: { one: { prompt: "Work.", tools: ["look", "deploy"], maxParallel: 1 } },
    policies: () => policies,
    script: ({ messages }) => (messages.length === 1 ? { calls } : "told"),
  });
  if (isDeaf) knowsByItsOwnCommits(run);
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  const actor = await run.lease();
  await begun.promise;
  if (isDeaf) run.engine.store.onCommit.clear();
  const govern = (more: object) => {
    const source = { level: "workspace" } as const;
    const policy = { denied: [], allowed: null, requiredTags: [], rules: [], source, ...more };
    policies = { ...NO_POLICIES, workspace: [policy] } as never;
  };
  const finish = async () => {
    go.resolve();
    await actor.ended;
    return done;
  };
  return { run, govern, finish, done };
}

const SKIP = { type: "skip_task", taskId: "t", reason: "stop" };
const ASK = { tool: "deploy", path: "$", operator: "exists", value: null, effect: "ask" };
type Queued = { run: ScriptedRun; govern(policy: object): void };
const WITHDRAWN: [string, (queued: Queued) => unknown][] = [
  ["the run was cancelled", ({ run }) => run.engine.person({ type: "cancel" })],
  ["the run was paused", ({ run }) => run.engine.person({ type: "pause" })],
  ["its task was skipped", ({ run }) => run.engine.person(SKIP as never)],
  ["a policy denies its tool", ({ govern }) => govern({ denied: ["deploy"] })],
  ["a policy asks about its tool", ({ govern }) => govern({ rules: [ASK] })],
  ["a fork began an equal call", ({ run }) => beginElsewhere(run, { version: "PROD" })],
];

/** What others commit does not show in the state that a worker has, as in another process. */
function knowsByItsOwnCommits({ engine: { store } }: ScriptedRun): void {
  const { runStore } = store;
  const { transition } = runStore;
  runStore.transition = async (...asked) => {
    const result = await transition(...asked);
    return { ...result, state: structuredClone(result.state) };
  };
}

describe.each(["another", "its tool"] as const)("a call that waits for %s", (waitsFor) => {
  test("goes out", async () => {
    expect(await (await queued(waitsFor)).finish()).toEqual(["PROD"]);
  });

  test.each(WITHDRAWN)("is not sent once %s", async (_, withdraw) => {
    const waiting = await queued(waitsFor);
    await withdraw(waiting);
    expect(await waiting.finish()).toEqual([]);
  });

  test.each(WITHDRAWN)("is not sent once %s, of which its worker has not heard", async (_, withdraw) => {
    const waiting = await queued(waitsFor, { isDeaf: true });
    await withdraw(waiting);
    expect(await waiting.finish()).toEqual([]);
  });

  test("is not sent once another worker has its run, and not while the store is silent", async () => {
    const lost = await queued(waitsFor, { isDeaf: true });
    const taken = { type: "take_lease", workerId: "other" } as const;
    const envelope = { id: "taken", actor: { kind: "worker", id: "other" }, command: taken } as const;
    const { runStore } = lost.run.engine.store;
    await runStore.transition(RUN_ID, [{ envelope }]);
    expect(await lost.finish()).toEqual([]);

    const silent = await queued(waitsFor, { isDeaf: true });
    const silentStore = silent.run.engine.store.runStore;
    const { peek } = silentStore;
    let asked = 0;
    silentStore.peek = async (runId) => {
      asked += 1;
      if (asked === 1) throw new Error("no answer");
      expect(silent.done).toEqual([]);
      return peek(runId);
    };
    expect(await silent.finish()).toEqual(["PROD"]);
  });
});

test("one about which a policy comes to ask goes out once a person lets it", async () => {
  const waiting = await queued();
  waiting.govern({ rules: [ASK] });
  const done = await waiting.finish();
  expect(done).toEqual([]);
  await waiting.run.engine.person({ type: "decide", verb: "approve" });
  await (await waiting.run.lease()).ended;
  expect(done).toEqual(["PROD"]);
});

test("one that a pause kept back goes out once the run goes on", async () => {
  const waiting = await queued();
  await waiting.run.engine.person({ type: "pause" });
  const done = await waiting.finish();
  await waiting.run.engine.person({ type: "resume" });
  await (await waiting.run.lease()).ended;
  expect(done).toEqual(["PROD"]);
});
