import { expect, it } from "vitest";
import { planner } from "@/lib/agents/planner";
import { validatePlan } from "@/lib/core/plan";
import { askRole } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const tools = createToolbox(builtInTools({ nowMs: () => 0 })).list();
const attachments = [
  { name: "sales.csv", kind: "csv" as const, bytes: 10, table: "sales", begins: "region,amount" },
  { name: "notes.md", kind: "markdown" as const, bytes: 10, begins: "# Notes" },
];

it("looks into the tables that came with any mission, and searches the texts", async () => {
  const { plan } = await askRole(planner, { mission: "Who bought {{most}}?", tools, attachments });
  expect(plan.tasks.slice(0, 2)).toMatchObject([
    { title: "Look into sales.csv", input: '{"tool":"sql_query","args":{"sql":"summarize sales"}}' },
    { title: "Search the attached texts", input: expect.stringContaining('"text_search"') },
  ]);
  expect(validatePlan(plan, { tools }).filter(({ severity }) => severity === "error")).toEqual([]);
});

it("does not look where it may not", async () => {
  const { plan } = await askRole(planner, { mission: "Who bought most?", tools: [], attachments });
  expect(plan.tasks[0]?.title).toBe("Gather what is known");
});
