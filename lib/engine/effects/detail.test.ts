import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine } from "@/lib/testing/engine/memory-engine";
import { playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { writingTails } from "@/lib/testing/models/short-question";

const tasks = [
  { id: "find", title: "Find it", agent: "worker", input: "Find the key", details: ["In the cellar."] },
  { id: "use", title: "Use it", agent: "worker", input: "Use {{results.find}}", dependsOn: ["find"] },
  { id: "last", title: "Tell", input: "Tell what happened", dependsOn: ["use"] },
];
const WRITTEN = JSON.stringify({ details: ["Open the door.", "Say what is behind it."] });

const play = (detailer: ScriptedAnswer = WRITTEN, settings: object = { detailOnDemand: true }) =>
  playScriptedRun(tasks, {
    script: ({ role }) => (role === "detailer" ? detailer : "done well"),
    tools: [testTool("turn_key")],
    settings,
  });

test("the details of a task that has none are written before it starts, with the whole plan at hand", async () => {
  const run = await play();
  const [asked = "", ...others] = run.prompts("detailer");
  expect(others).toHaveLength(1);
  expect(readJsonBlock(asked, "plan")).toMatchObject({
    tasks: [{ id: "find" }, { id: "use" }, { id: "last" }],
  });
  expect(readJsonBlock(asked, "task")).toEqual({ id: "use", title: "Use it", agent: "worker" });
  expect(readBlock(asked, "input")).toContain("done well");
  expect(readBlock(asked, "tools")).toContain("turn_key");
  const [, use = ""] = run.prompts("agent");
  expect(readBlock(use, "details")).toBe("Open the door.\nSay what is behind it.");
  expect(run.payloads("task_detailed").map(({ taskId, details }) => [taskId, details?.length])).toEqual([
    ["use", 2],
    ["last", 2],
  ]);
  expect(run.state()).toMatchObject({ planVersion: 1, finished: { reason: "answer_complete" } });
});

test("the plan's own details stay, and a run that does not ask for any has none written", async () => {
  const [find = ""] = (await play()).prompts("agent");
  expect(readBlock(find, "details")).toBe("In the cellar.");
  const plain = await play(WRITTEN, {});
  expect(plain.prompts("detailer")).toEqual([]);
  expect(readBlock(plain.prompts("agent")[1] ?? "", "details")).toBeUndefined();
});

test.each<[string, ScriptedAnswer, object]>([
  [
    "cannot be read",
    "Just do it.",
    { code: "unreadable_answer", text: expect.stringContaining("no JSON object") },
  ],
  [
    "do not fit their model",
    { fail: { code: "context_overflow", message: "too long" } },
    { code: "model_failed", failure: "context_overflow", text: "too long" },
  ],
])("a task whose details %s starts without", async (_, answer, problem) => {
  const run = await play(answer);
  expect(run.payloads("task_detailed")).toMatchObject([{ taskId: "use", problem }, { taskId: "last" }]);
  expect(run.state().tasks.last?.status).toBe("succeeded");
});

test("a model that cannot be reached holds the task back, and burns no attempt", async () => {
  let calls = 0;
  const run = await playScriptedRun(
    tasks.slice(2).map((task) => ({ ...task, dependsOn: [] })),
    {
      script: ({ role }) => {
        if (role !== "detailer") return "done";
        calls += 1;
        return calls === 1 ? { fail: { code: "quota" } } : WRITTEN;
      },
      settings: { detailOnDemand: true },
    },
  );
  expect(run.payloads("effect_failed")).toHaveLength(1);
  expect(run.state().tasks.last).toMatchObject({ status: "succeeded", attempt: 1 });
});

test("a placeholder without a value blocks the task before anything is written", async () => {
  const missing = [
    { id: "find", title: "Find", input: "go", onFailure: "skip", critical: false, maxRetries: 0 },
    { id: "use", title: "Use", input: "Use {{results.find}}", dependsOn: ["find"] },
  ];
  const run = await playScriptedRun(missing, {
    script: ({ role, prompt }) =>
      role === "agent" && prompt.includes('"id":"find"') ? { fail: { code: "context_overflow" } } : WRITTEN,
    settings: { detailOnDemand: true },
  });
  expect(run.state().tasks.use?.status).toBe("blocked");
  expect(run.payloads("task_detailed").map(({ taskId }) => taskId)).toEqual(["find"]);
});

test("the one who writes a new tail is told of the style too", async () => {
  let turns = 0;
  const run = await playScriptedRun([{ id: "a", title: "A", input: "go", maxRetries: 0 }], {
    script: writingTails(({ role }) => {
      if (role === "replanner")
        return JSON.stringify({ title: "P", tasks: [{ id: "b", title: "B", input: "go" }] });
      turns += 1;
      return turns === 1 ? { fail: { code: "context_overflow" } } : "done";
    }),
    settings: { replanOnFailure: true, planStyle: "short" },
  });
  expect(readBlock(run.prompts("replanner").at(-1) ?? "", "plan_style")).toBe("short");
});

test.each([
  ["short", "short"],
  ["full", undefined],
])("a planner is told of the style %s", async (planStyle, reported) => {
  const prompts: string[] = [];
  const model = createScriptedModel(({ role, prompt }) => {
    if (role !== "planner") return "done";
    prompts.push(prompt);
    return JSON.stringify({ title: "Plan", tasks: [{ id: "a", title: "A", input: "go" }] });
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", undefined, { planStyle });
  await (await engine.lease()).ended;
  expect(prompts.map((prompt) => readBlock(prompt, "plan_style"))).toEqual([reported]);
});
