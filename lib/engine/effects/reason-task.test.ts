import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun, playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const TASKS = [
  { id: "find", title: "Find it", input: "Find the key" },
  {
    id: "use",
    title: "Use it",
    agent: "worker",
    input: "Use {{results.find}}",
    dependsOn: ["find"],
    details: ["Turn it twice."],
  },
  {
    id: "look",
    title: "Look",
    type: "planning_review",
    dependsOn: ["use"],
    review: { focus: "Open?", previousTasks: ["use"] },
  },
];
const SAID = {
  reasoning: "Keys open doors.",
  expectedOutcome: "The door is open",
  alternatives: ["Knock."],
  confidence: 0.7,
};
const DECISION = {
  decision: "CONTINUE",
  reasoning: "Well.",
  conditions: [],
  answers: [],
  finalResult: null,
  abortReason: null,
  deviation: "Expected an open door, found a window.",
};
const settings = { reasoning: true };

const scriptOf =
  (reasoner: ScriptedAnswer | Script, agent: Script = () => "a brass key"): Script =>
  (call, context) => {
    if (call.role === "reviewer") return JSON.stringify(DECISION);
    if (call.role !== "reasoner") return agent(call, context);
    return typeof reasoner === "function" ? reasoner(call, context) : reasoner;
  };
const hanging: Script = (_, { signal }) =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve("too late")));

test("it is said from the task, what it builds on and its tools, and stands beside the result at the review", async () => {
  const script = scriptOf(JSON.stringify(SAID));
  const run = await playScriptedRun(TASKS, { script, settings, tools: [testTool("turn_key")] });
  const [, use = ""] = run.prompts("reasoner");
  expect(run.prompts("reasoner")).toHaveLength(2);
  expect(readJsonBlock(use, "task")).toEqual({
    id: "use",
    title: "Use it",
    agent: "worker",
    details: ["Turn it twice."],
  });
  expect(readBlock(use, "input")).toContain("a brass key");
  expect(readJsonBlock(use, "place")).toEqual({ number: 2, of: 3, buildsOn: ["Find it"] });
  expect(readJsonBlock(use, "tools")).toEqual(["turn_key"]);
  expect(run.state().tasks.use?.reasoned).toEqual({ said: SAID });
  expect(readJsonBlock(run.prompts("reviewer")[0] ?? "", "tasks")).toMatchObject([
    { id: "use", expected: "The door is open (70 % sure)", result: "a brass key" },
  ]);
  expect(run.state().tasks.look?.proposal?.deviation).toBe(DECISION.deviation);
});

test("nobody is asked who does the task, and nothing of it reaches the agent", async () => {
  const run = await playScriptedRun(TASKS, { script: scriptOf(JSON.stringify(SAID)), settings });
  const plain = await playScriptedRun(TASKS, { script: scriptOf(JSON.stringify(SAID)) });
  expect(run.prompts("agent")).toEqual(plain.prompts("agent"));
  expect(plain.prompts("reasoner")).toEqual([]);
  expect(plain.prompts("reviewer")[0]).not.toContain("expected");
  expect(plain.state().tasks.look?.proposal).toMatchObject({ decision: "CONTINUE" });
  expect(plain.state().tasks.look?.proposal).not.toHaveProperty("deviation");
});

test("those who judge the whole see what was expected of its tasks", async () => {
  const said = {
    wasBestApproach: true,
    mistakes: [],
    simplerAlternatives: [],
    expertAdvice: "",
    selfRating: 1,
  };
  const looked = {
    goalAchieved: "yes",
    efficiency: 1,
    unnecessaryTasks: [],
    workedWell: [],
    improvements: [],
  };
  const run = await playScriptedRun(TASKS, {
    script: scriptOf(JSON.stringify(SAID), ({ role }) =>
      role === "self_critic"
        ? JSON.stringify(said)
        : role === "retrospective"
          ? JSON.stringify({ ...looked, lesson: "" })
          : "a brass key",
    ),
    settings: { ...settings, selfCritique: true, retrospect: { enabled: true, minTasks: 1, below: 1 } },
  });
  const { reasoning, alternatives } = SAID;
  const expected = { taskId: "find", expected: "The door is open (70 % sure)", reasoning, alternatives };
  for (const role of ["self_critic", "retrospective"]) {
    expect(readJsonBlock(run.prompts(role)[0] ?? "", "expected")).toContainEqual(expected);
  }
});

test.each<[string, ScriptedAnswer | Script, object]>([
  ["cannot be read", "It will work.", { code: "unreadable_answer" }],
  ["cannot be reached", { fail: { code: "auth" } }, { code: "model_failed", failure: "auth" }],
  [
    "throws",
    () => {
      throw new Error("a fault of ours");
    },
    { code: "model_failed", text: "a fault of ours" },
  ],
])("a reasoner that %s is asked once, and nothing is said", async (_, answer, problem) => {
  const run = await playScriptedRun(TASKS.slice(0, 1), { script: scriptOf(answer), settings });
  expect(run.prompts("reasoner")).toHaveLength(1);
  expect(run.payloads("task_reasoned")).toMatchObject([{ said: null, problem }]);
  expect(run.state().tasks.find).toMatchObject({ status: "succeeded", attempt: 1 });
  expect(run.payloads("effect_failed")).toEqual([]);
});

test("a budget without room for it beside the attempt leaves nothing said, and neither waits", async () => {
  const waitsForReasoner: Script = async () => {
    await run.engine.until(({ tasks }) => tasks.find?.reasoned !== undefined);
    return "a brass key";
  };
  const run = await createScriptedRun(TASKS.slice(0, 1), {
    script: scriptOf(JSON.stringify(SAID), waitsForReasoner),
    settings: { ...settings, maxTokens: 12_000 },
  });
  await (await run.lease()).ended;
  expect(run.prompts("reasoner")).toEqual([]);
  expect(run.payloads("task_reasoned")).toMatchObject([{ problem: { code: "no_room_for_call" } }]);
  expect(run.payloads("budget_awaited")).toEqual([]);
  expect(run.state().finished?.reason).toBe("answer_complete");
});

test("one that hangs keeps neither the next task nor the end of the run", async () => {
  const run = await playScriptedRun(TASKS.slice(0, 2), {
    script: scriptOf(hanging),
    settings: { ...settings, maxConcurrency: 1 },
  });
  expect(run.state()).toMatchObject({ finished: { reason: "answer_complete" } });
  const problem = { code: "run_ended", finishReason: "answer_complete" };
  expect(run.payloads("task_reasoned")).toEqual(
    ["find", "use"].map((taskId) => ({ taskId, said: null, problem })),
  );
});

test.each([
  ["before anything is said", 2, ["reasoner", "agent"]],
  ["between the expectation and the result", 1, ["agent"]],
])("a worker that is lost %s costs one call of each at most", async (_, asked, hangs) => {
  const hung = new Set<string>();
  const allHang = Promise.withResolvers<void>();
  const once =
    (answer: string): Script =>
    (call, context) => {
      const { role = "" } = call;
      if (!hangs.includes(role) || hung.has(role)) return answer;
      hung.add(role);
      if (hung.size === hangs.length) allHang.resolve();
      return hanging(call, context);
    };
  const run = await createScriptedRun(TASKS.slice(0, 1), {
    settings,
    script: scriptOf(once(JSON.stringify(SAID)), once("a brass key")),
  });
  const isSaid = run.engine.until(
    ({ tasks }) => hangs.includes("reasoner") || tasks.find?.reasoned !== undefined,
  );
  await run.takeOver(Promise.all([allHang.promise, isSaid]));
  expect(run.prompts("reasoner")).toHaveLength(asked);
  expect(new Set(run.prompts("reasoner")).size).toBe(1);
  expect(run.payloads("task_reasoned")).toEqual([{ taskId: "find", said: SAID }]);
  expect(run.state().tasks.find).toMatchObject({ status: "succeeded", attempt: 1 });
});

test("a worker that is lost between the result and the expectation costs one call, and shows no result", async () => {
  let asked = 0;
  const run = await createScriptedRun(
    [
      { id: "may_fail", title: "Try", input: "try", critical: false, maxRetries: 0 },
      { id: "use", title: "Use it", input: "go", dependsOn: ["may_fail"], maxRetries: 0 },
    ],
    {
      settings: { ...settings, maxConcurrency: 1 },
      script: scriptOf(
        (call, context) => {
          if (!call.prompt.includes('"id":"use"')) return JSON.stringify(SAID);
          asked += 1;
          return asked === 1 ? hanging(call, context) : JSON.stringify(SAID);
        },
        ({ prompt }) => (prompt.includes('"id":"use"') ? "the secret result" : "tried"),
      ),
    },
  );
  const used = run.engine.until(({ tasks }) => tasks.use?.status === "succeeded");
  await run.takeOver(used);
  const ofUse = run.prompts("reasoner").filter((prompt) => prompt.includes('"id":"use"'));
  expect(run.payloads("task_reasoned").filter(({ taskId }) => taskId === "use")).toHaveLength(1);
  expect(ofUse.length).toBeLessThanOrEqual(2);
  expect(new Set(ofUse).size).toBe(1);
  expect(ofUse.join()).not.toContain("the secret result");
  expect(run.payloads("task_started").map(({ taskId }) => taskId)).toEqual(["may_fail", "use"]);
  expect(run.state().tasks.use).toMatchObject({ status: "succeeded", attempt: 1 });
});
