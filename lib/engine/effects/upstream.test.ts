import { expect, it } from "vitest";
import { readPlan } from "@/lib/core/plan";
import { readBlock } from "@/lib/core/prompt-blocks";
import { playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const TEXT = `PLAN: Ship
Step 1: Measure the load
Step 2: Planning Review - Is it fast enough?
- Decision points: Is the p95 below 100 ms? | Is the load real?
Step 3: Deploy it`;
const JSON_STEPS = {
  title: "Ship",
  steps: [
    { step_number: 1, title: "Measure the load" },
    {
      step_number: 2,
      step_type: "planning_review",
      title: "Check",
      review_context: { review_focus: "Fast?" },
    },
    { step_number: 3, title: "Deploy it" },
  ],
};
const script: Script = ({ role, prompt }) => {
  if (role === "reviewer")
    return JSON.stringify({ decision: "CONTINUE", reasoning: "It is fast.", conditions: [] });
  return prompt.includes("Deploy it") ? "deployed" : "p95 is 80 ms";
};

it.each([
  ["text", TEXT],
  ["JSON", JSON.stringify(JSON_STEPS)],
])("a step after a review gets what it looked at, and every tool, in a plan as %s", async (_, written) => {
  const { plan } = readPlan(written);
  expect(plan?.tasks.map(({ agent }) => agent)).toEqual(["supervisor", "default", "supervisor"]);
  const run = await playScriptedRun(plan?.tasks ?? [], {
    script,
    tools: [testTool("deploy")],
    settings: { reviewMode: "auto" },
  });
  const upstream = readBlock(run.prompts("agent").find((one) => one.includes("Deploy it")) ?? "", "upstream");
  expect(upstream).toContain('<result of="step_1">p95 is 80 ms</result>');
  expect(upstream).toContain('<result of="step_2">');
});

const LOOKED_BACK_ON = `PLAN: Ship
Step 1: Measure the load
Step 2: Count the errors
- Depends on: none
Step 3: Planning Review - Is it fast?
- Depends on: 1, 2
Step 4: Final Planning Review
- Decision points: Is it safe? | Is it cheap?
Step 5: Deploy it`;
const LOOKED_BACK_ON_JSON = {
  title: "Ship",
  steps: [
    { step_number: 1, title: "Measure the load" },
    { step_number: 2, title: "Count the errors" },
    ...[3, 4].map((number) => ({
      step_number: number,
      step_type: "planning_review",
      title: `Check ${number}`,
      review_context: { review_focus: "Fast?", previous_steps: [1, 2] },
    })),
    { step_number: 5, title: "Deploy it" },
  ],
};

it.each([
  ["text", LOOKED_BACK_ON],
  ["JSON", JSON.stringify(LOOKED_BACK_ON_JSON)],
])("a step after two reviews gets all that both looked at, in a plan as %s", async (_, written) => {
  const { plan } = readPlan(written);
  const found: Script = ({ role, prompt }) =>
    role === "reviewer"
      ? JSON.stringify({ decision: "CONTINUE", reasoning: "Fine.", conditions: [] })
      : prompt.includes("Measure the load")
        ? "p95 is 80 ms"
        : "no errors";
  const run = await playScriptedRun(plan?.tasks ?? [], { script: found, settings: { reviewMode: "auto" } });
  const upstream = readBlock(run.prompts("agent").find((one) => one.includes("Deploy it")) ?? "", "upstream");
  expect(upstream).toContain('<result of="step_1">p95 is 80 ms</result>');
  expect(upstream).toContain('<result of="step_2">no errors</result>');
  expect(upstream).toContain('<result of="step_4">');
});

it("looks through reviews of reviews, and repeats no result that the input holds", async () => {
  const tasks = [
    { id: "a", title: "A", input: "Find a" },
    { id: "b", title: "B", input: "Find b" },
    { id: "r", title: "R", type: "planning_review", dependsOn: ["a", "b"] },
    { id: "again", title: "Again", type: "planning_review", dependsOn: ["r"] },
    { id: "use", title: "Use", input: "Use {{results.b}} now", dependsOn: ["again", "b"] },
  ];
  const found: Script = ({ role, prompt }) =>
    role === "reviewer"
      ? JSON.stringify({ decision: "CONTINUE", reasoning: "Fine.", conditions: [] })
      : prompt.includes("Find a")
        ? "alpha"
        : "beta";
  const run = await playScriptedRun(tasks, { script: found, settings: { reviewMode: "auto" } });
  const prompt = run.prompts("agent").find((one) => one.includes("now")) ?? "";
  const shown = [...(readBlock(prompt, "upstream") ?? "").matchAll(/<result of="(\w+)"/g)].map(
    ([, id]) => id,
  );
  expect(shown).toEqual(["a", "again"]);
  expect(readBlock(prompt, "upstream")).toContain("(in the input, whole: b)");
});

it("tells an agent once what its input quotes, and the rest of that result beside it", async () => {
  const figures = { method: "Net revenue after discounts", top: ["Dunmore Schools", "Delta Ceramics"] };
  const tasks = [
    { id: "rank", title: "Rank", input: "Rank them" },
    { id: "why", title: "Why", input: "Say why of {{results.rank.top}}", dependsOn: ["rank"] },
  ];
  const run = await playScriptedRun(tasks, {
    script: ({ prompt }) => (prompt.includes("Rank them") ? JSON.stringify(figures) : "because"),
  });
  const prompt = run.prompts("agent").find((one) => one.includes("Say why")) ?? "";
  expect(prompt.split("Delta Ceramics")).toHaveLength(2);
  expect(readBlock(prompt, "upstream")).toBe(
    '<result of="rank">{"method":"Net revenue after discounts","top":"(in the input)"}</result>',
  );
});
