import { expect, test } from "vitest";
import { readRole } from "@/lib/core/prompt-blocks";
import { storeValue } from "@/lib/core/stored-value";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";

const answered = (messages: { role: string }[]) => messages.some(({ role }) => role === "tool");

test("a word to an agent at work is a message of its own before its next turn, and part of that step", async () => {
  const looking = deferred<void>();
  const reported = deferred<void>();
  const look = testTool("look", {
    run: async () => {
      looking.resolve();
      await reported.promise;
      return { found: 1 };
    },
  });
  const run = await createScriptedRun([{ id: "t", title: "Task", agent: "worker", input: "go" }], {
    script: ({ messages }) => (answered(messages) ? "EU it is" : { calls: [{ tool: "look", args: {} }] }),
    tools: [look],
  });
  const actor = await run.lease();
  await looking.promise;
  await run.engine.person({ type: "steer", taskId: "t", message: "only the EU" } as never);
  reported.resolve();
  await actor.ended;
  const [first, second] = run.model.requests.filter(({ system }) => readRole(system) === "agent");
  expect(first?.messages).toHaveLength(1);
  expect(second?.messages.slice(-2)).toMatchObject([
    { role: "tool" },
    { role: "user", text: '<data name="steering">\nonly the EU\n</data>' },
  ]);
  const { steps } = await run.engine.store.reads.attempt(run.state().runId, "t", 1);
  expect(steps.map(({ body }) => (body as { steering?: string[] }).steering)).toEqual([
    undefined,
    ["only the EU"],
  ]);
});

test("a result that a person supplies stops the attempt; what comes of it is kept and changes nothing", async () => {
  const asked = deferred<void>();
  const aborted = deferred<void>();
  const run = await createScriptedRun([{ id: "t", title: "Task", input: "go" }], {
    script: async (_request, { signal }) => {
      asked.resolve();
      await new Promise<void>((resolve) => {
        (signal as AbortSignal).addEventListener("abort", () => resolve());
      });
      aborted.resolve();
      return "too late";
    },
  });
  const actor = await run.lease();
  await asked.promise;
  const { stored } = storeValue("measured by hand");
  await run.engine.person({
    type: "supply_result",
    taskId: "t",
    value: stored,
    reason: "I know it",
  } as never);
  await aborted.promise;
  await actor.ended;
  expect(run.state().tasks.t).toMatchObject({
    status: "succeeded",
    result: { inline: "measured by hand" },
    endorsed: { how: "supplied", reason: "I know it", by: { name: "Pat" } },
    attempts: [{ attempt: 1, outcome: "aborted" }],
  });
  expect(run.state().finished?.reason).toBe("answer_complete");
});
