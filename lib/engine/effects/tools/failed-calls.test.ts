import { expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import type { Json, JsonObject } from "@/lib/core/json";
import type { Clock } from "@/lib/core/ports";
import { playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

/** A clock on which nobody waits for a tool; time limits are longer. */
const clock: Clock = {
  ...systemClock,
  sleep: (delayMs, signal) => systemClock.sleep(delayMs < 5_000 ? 0 : delayMs, signal),
};

/** Makes the same call until it gives something, whatever came of it. */
const insistent: Script = ({ messages }) => {
  const last = messages.at(-1);
  const isDone = last?.role === "tool" && last.results.every(({ isError }) => !isError);
  return isDone ? "Found." : { calls: [{ tool: "look", args: {} }] };
};

/** An agent's task with a tool that is called so often before it gives something. */
async function played(
  fault: { message?: string; fields?: object; output?: Json },
  times: number,
  over: object = {},
) {
  let runs = 0;
  const look = testTool("look", {
    sideEffects: "read",
    run() {
      runs += 1;
      if (runs > times) return { status: 200 };
      if (fault.message !== undefined) throw Object.assign(new Error(fault.message), fault.fields);
      return fault.output ?? null;
    },
    passing: (output) => ((output as JsonObject).status === 503 ? { why: "It answered 503." } : undefined),
    ...over,
  });
  const tasks = [{ id: "t", title: "Look", agent: "worker", input: "Look", maxRetries: 0 }];
  const run = await playScriptedRun(tasks, { tools: [look], script: insistent, clock });
  return { runs, turns: run.model.requests.length, task: run.state().tasks.t, run };
}

test("a call whose failure may pass is made again before its agent hears of it", async () => {
  for (const fault of [{ message: "503 Service Unavailable" }, { output: { status: 503 } }]) {
    const { runs, task, run } = await played(fault, 2);
    expect([runs, task?.status]).toEqual([3, "succeeded"]);
    expect(run.payloads("tool_finished")).toMatchObject([{ ok: true }]);
  }
});

test("its agent hears what it came to the last time, and makes it once more at most", async () => {
  const { runs, task, run } = await played({ message: "503 Service Unavailable" }, 99);
  expect([runs, task?.failureCode]).toEqual([6, "invalid_actions"]);
  expect(run.payloads("tool_finished")).toMatchObject([
    { ok: false, error: "look failed: 503 Service Unavailable It was tried 3 times." },
    { ok: false },
  ]);
  const away = await played({ output: { status: 503 } }, 99);
  expect([away.runs, away.task?.status]).toEqual([3, "succeeded"]);
});

test("a call that fails for good is made once, however often its agent asks for it", async () => {
  const { runs, task } = await played({ message: "403 Forbidden" }, 99);
  expect([runs, task?.failureCode]).toEqual([1, "invalid_actions"]);
  expect(task?.diagnosis).toMatchObject({ last: expect.stringContaining("403 Forbidden") });
});

test("one that changes something is left to its agent, unless it may be made twice", async () => {
  const once = await played({ message: "503 Service Unavailable" }, 1, { sideEffects: "write" });
  expect([once.runs, once.run.payloads("tool_finished").length]).toEqual([2, 2]);
  const idempotent = { sideEffects: "write", idempotent: true };
  const twice = await played({ message: "503 Service Unavailable" }, 1, idempotent);
  expect([twice.runs, twice.run.payloads("tool_finished").length]).toEqual([2, 1]);
});

test("whether a failure passes, its fields say before its words do", async () => {
  const away = { message: "Geen verbinding", fields: { code: "ECONNRESET" } };
  const first = await played(away, 2);
  expect([first.runs, first.task?.status]).toEqual([3, "succeeded"]);
  const wrong = { message: "503 Service Unavailable", fields: { data: { retryable: false } } };
  const second = await played(wrong, 99);
  expect([second.runs, second.task?.failureCode]).toEqual([1, "invalid_actions"]);
});
