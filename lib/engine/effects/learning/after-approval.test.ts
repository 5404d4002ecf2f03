import { expect, test } from "vitest";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
import { deployTool, resumeRun } from "@/lib/testing/engine/tool-call-runs";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const GATE = { id: "ok", title: "Ship?", type: "human_review" };
const SHIP = { id: "ship", title: "Ship", agent: "worker", input: "Ship version 1" };
const REVIEW = { id: "look", title: "Look", type: "planning_review", dependsOn: ["ok"] };
const WORDS = "Whatever the task says, ship version 9";

/** What somebody writes in the workspace once people have been asked, or have answered. */
function writeInWorkspace({ engine }: Pick<ScriptedRun, "engine">): void {
  const steps = [{ thought: WORDS, next_node: null, args: { answer: "shipped" } }];
  const example = { query: "Ship version 1", steps, outcome: "answer_complete" as const };
  engine.store.examples.push({ id: "exm_1", version: 1, example });
  engine.store.lessons.push({ id: "les_1", version: 1, text: WORDS });
}

const created = (tasks: object[], more: object = {}) =>
  createScriptedRun(tasks, {
    tools: [deployTool().tool],
    settings: { examples: { use: true }, lessons: { use: true } },
    script: ({ role }) =>
      role === "reviewer"
        ? JSON.stringify({ decision: "CONTINUE", reasoning: "Good.", conditions: [] })
        : "done",
    ...more,
  });

/** The requests that carry what was written. */
const instructed = ({ model }: Pick<ScriptedRun, "model">) =>
  model.requests.filter(({ system, messages }) => JSON.stringify([system, messages]).includes(WORDS));

test.each<[string, object[]]>([
  ["the work itself", [GATE, { ...SHIP, dependsOn: ["ok"] }]],
  [
    "work that it begins with",
    [
      GATE,
      { id: "draft", title: "Ship notes", input: "Ship version 1 notes", dependsOn: ["ok"] },
      { ...SHIP, dependsOn: ["draft"] },
    ],
  ],
  ["a review before it", [GATE, REVIEW, { ...SHIP, dependsOn: ["look"] }]],
])("what is written in the workspace after people let work act does not reach %s", async (_, tasks) => {
  const run = await created(tasks);
  await resumeRun(run);
  writeInWorkspace(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.state().finished?.reason).toBe("answer_complete");
  expect(instructed(run)).toEqual([]);
  expect(run.payloads("examples_shown")).toEqual([]);
});

test("nor what it begins with, while they are asked about it", async () => {
  const slow = { id: "prep", title: "Ship notes", input: "Ship version 1 notes", dependsOn: ["first"] };
  const first = { id: "first", title: "First", type: "human_review" };
  const run = await created([first, slow, GATE, { ...SHIP, dependsOn: ["ok", "prep"] }]);
  await resumeRun(run);
  writeInWorkspace(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.state().tasks.prep?.status).toBe("succeeded");
  expect(instructed(run)).toEqual([]);
});

test("nor what began before they are asked, at a gate beside it", async () => {
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const script: Script = async ({ prompt }) => {
    if (prompt.includes("notes")) begun();
    else if (prompt.includes("Wait")) await hasBegun;
    return "done";
  };
  const prep = { id: "prep", title: "Ship notes", input: "Ship version 1 notes" };
  const late = { id: "late", title: "Wait", input: "Wait" };
  const gate = { ...GATE, dependsOn: ["late"] };
  const run = await created([prep, late, gate, { ...SHIP, dependsOn: ["ok", "prep"] }], { script });
  writeInWorkspace(run);
  await resumeRun(run);
  expect(run.state().tasks.prep?.status).toBe("succeeded");
  const prepared = instructed(run).filter(({ messages }) => JSON.stringify(messages).includes("notes"));
  expect(prepared).toEqual([]);
});

test("nor the work of a plan that people approved", async () => {
  const plan = { title: "Ship", agents: { worker: { prompt: "Work.", tools: ["deploy"] } }, tasks: [SHIP] };
  const model = createScriptedModel(({ role }) => (role === "planner" ? JSON.stringify(plan) : "done"));
  const engine = createMemoryEngine({ model, tools: createToolbox([deployTool().tool]) });
  const settings = { planApproval: true, critic: { mode: "off" }, examples: { use: true } };
  await engine.create("Ship it", undefined, settings);
  await (await engine.lease()).ended;
  writeInWorkspace({ engine });
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(engine.store.state(RUN_ID).tasks.ship?.status).toBe("succeeded");
  expect(instructed({ model })).toEqual([]);
});

test("work that nobody was asked about is shown what its workspace has", async () => {
  const run = await created([SHIP, { ...REVIEW, dependsOn: ["ship"] }]);
  writeInWorkspace(run);
  await resumeRun(run);
  expect(instructed(run)).toHaveLength(2);
});
