import { expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import type { CancelSignal } from "@/lib/core/ports";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";
import { eventsBehindEnd } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";

const chain = (length: number) => ({
  title: "Chain",
  tasks: Array.from({ length }, (_, index) => ({
    id: `t${index}`,
    title: `Task ${index}`,
    input: "go",
    dependsOn: index === 0 ? [] : [`t${index - 1}`],
  })),
});

const succeeded = (engine: ReturnType<typeof createMemoryEngine>) =>
  engine.store.events(RUN_ID).filter((event) => event.type === "task_succeeded").length;

test("a chain runs to its answer, one commit a task", async () => {
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(20));
  const actor = await engine.lease();
  const state = await engine.until((now) => now.finished !== undefined);
  expect(state.finished?.reason).toBe("answer_complete");
  expect(succeeded(engine)).toBe(20);
  expect(await actor.ended).toBe("parked");
});

test("independent tasks run side by side, within the slots of the worker", async () => {
  let running = 0;
  let most = 0;
  const model = createScriptedModel(async ({ role }) => {
    if (role === "answer") return "All is done.";
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return "done";
  });
  const engine = createMemoryEngine({ model, slots: 3 });
  const tasks = Array.from({ length: 9 }, (_, index) => ({ id: `t${index}`, title: "T", input: "go" }));
  await engine.create("Do it", { title: "Wide", tasks });
  await engine.lease();
  await engine.until((state) => state.finished !== undefined);
  expect(most).toBe(3);
  expect(succeeded(engine)).toBe(9);
});

test("a failed commit is repeated with the same commands, and nothing happens twice", async () => {
  const model = createScriptedModel(({ role }, { nth }) => {
    if (nth === 2) engine.store.failCommits(2);
    return role === "answer" ? "All is done." : "done";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(4));
  await engine.lease();
  await engine.until((state) => state.finished !== undefined);
  expect(succeeded(engine)).toBe(4);
});

test("a second lease makes the first actor forget the run; the work in flight is done again once", async () => {
  const [asked, held] = [deferred(), deferred()];
  const model = createScriptedModel(async ({ role }, { nth }) => {
    if (nth === 1) {
      asked.resolve();
      await held.promise;
    }
    return role === "answer" ? "All is done." : "done";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(2));
  const first = await engine.lease();
  await asked.promise;
  await engine.store.jobs.release(first.claim);
  const second = await engine.lease();
  await engine.until((state) => state.finished !== undefined);
  held.resolve();
  expect(await first.ended).toBe("lost");
  expect(await second.ended).toBe("parked");
  expect(succeeded(engine)).toBe(2);
});

test("cancel aborts the calls in flight", async () => {
  let aborted = false;
  const asked = deferred();
  const model = createScriptedModel(
    (_request, { signal }) =>
      new Promise((resolve) => {
        asked.resolve();
        signal.addEventListener("abort", () => {
          aborted = true;
          resolve("too late");
        });
      }),
  );
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(2));
  const actor = await engine.lease();
  await asked.promise;
  await engine.person({ type: "cancel" });
  expect(await actor.ended).toBe("parked");
  expect(aborted).toBe(true);
  expect(engine.store.state(RUN_ID).finished?.reason).toBe("cancelled");
});

test("a drained actor lets running calls end, starts nothing more and gives the lease back", async () => {
  const [asked, held] = [deferred(), deferred()];
  const model = createScriptedModel(async ({ role }, { nth }) => {
    if (nth === 1) {
      asked.resolve();
      await held.promise;
    }
    return role === "answer" ? "All is done." : "done";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(3));
  const actor = await engine.lease();
  await asked.promise;
  actor.drain(10_000);
  held.resolve();
  expect(await actor.ended).toBe("drained");
  expect(succeeded(engine)).toBe(1);
  expect(engine.store.state(RUN_ID).inFlight).toEqual({});
  await engine.lease();
  await engine.until((state) => state.finished !== undefined);
  expect(succeeded(engine)).toBe(3);
});

test("a model that cannot be reached burns no attempt; after its patience the run asks a person", async () => {
  let reachable = false;
  const model = createScriptedModel(({ role }) => {
    if (!reachable) return { fail: { code: "auth" } };
    return role === "answer" ? "All is done." : "done";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(1), { modelRetryDelayMs: 1, modelPatienceMs: 10 });
  const first = await engine.lease();
  await engine.until((state) => Object.keys(state.openApprovals).length === 1);
  expect(await first.ended).toBe("parked");
  const state = engine.store.state(RUN_ID);
  expect(state.counters.attempts).toBe(1);
  reachable = true;
  await engine.person({ type: "decide", verb: "retry" });
  await engine.lease();
  const ended = await engine.until((now) => now.finished !== undefined);
  expect(ended.finished?.reason).toBe("answer_complete");
  expect(ended.counters.attempts).toBe(1);
});

test("an actor that fails by itself parks its run at a gate, and gives back what it had in flight", async () => {
  let fired = 0;
  const held = deferred();
  const clock = {
    ...systemClock,
    sleep(delayMs: number, signal?: CancelSignal) {
      // The alarm of the back-off below, and no other.
      if (delayMs < 4_000 || delayMs > 5_000) return systemClock.sleep(delayMs, signal);
      fired += 1;
      throw new Error("the alarm is broken");
    },
  };
  let tries = 0;
  const model = createScriptedModel(async ({ role, prompt }) => {
    if (role === "answer") return "All is done.";
    if (!prompt.includes("check me")) await held.promise;
    tries += 1;
    return tries === 1 ? "not yet" : "ready";
  });
  const engine = createMemoryEngine({ model, clock });
  const checked = {
    id: "c",
    title: "Checked",
    input: "check me",
    maxRetries: 1,
    verification: '(= data/result "ready")',
    onVerificationFailure: "retry",
  };
  const other = { id: "o", title: "Other", input: "take your time" };
  await engine.create("Do it", { title: "Two", tasks: [checked, other] }, { retryDelayMs: 5_000 });
  const actor = await engine.lease();
  expect(await actor.ended).toBe("set_aside");
  expect(fired).toBe(1);
  const state = engine.store.state(RUN_ID);
  const [gate] = Object.values(state.approvals);
  expect(gate).toMatchObject({ kind: "engine_fault", status: "open" });
  expect(questionOf(gate)).toContain("the alarm is broken");
  expect(state.inFlight).toEqual({});
  held.resolve();
});

test("the actor of a run that a person ends stays until its effects have ended, and tells what they cost", async () => {
  const asked = deferred();
  const model = createScriptedModel(async (_request, { signal }) => {
    asked.resolve();
    return await new Promise((resolve) => signal.addEventListener("abort", () => resolve("half an answer")));
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", chain(2));
  const actor = await engine.lease();
  await asked.promise;
  await engine.person({ type: "cancel" });
  actor.lose();
  expect(await actor.ended).toBe("parked");
  const types = engine.store.events(RUN_ID).map(({ type }) => type);
  expect(types.slice(types.indexOf("run_finished") + 1)).toContain("llm_called");
  expect(eventsBehindEnd(engine.store.events(RUN_ID))).toEqual([]);
  expect(await engine.store.jobs.claim(1)).toEqual([]);
});

test("a lease that was lost is told in the log, at the level of what may happen", async () => {
  const asked = deferred();
  const reported: object[] = [];
  const model = createScriptedModel(async (_request, { signal }) => {
    asked.resolve();
    return await new Promise((resolve) => signal.addEventListener("abort", () => resolve("half an answer")));
  });
  const log = {
    ...silentLog,
    info: (fields: object, message: string) => reported.push({ ...fields, message }),
  };
  const engine = createMemoryEngine({ model, log });
  await engine.create("Do it", chain(2));
  const actor = await engine.lease();
  await asked.promise;
  actor.lose();
  expect(await actor.ended).toBe("lost");
  const { runId, jobId } = actor.claim;
  expect(reported).toEqual([{ runId, jobId, epoch: 1, message: "The lease of a run was lost" }]);
});
