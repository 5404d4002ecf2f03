import { expect, it, vi } from "vitest";
import type { Json } from "@/lib/core/json";
import { renderText } from "@/lib/testing/render";
import { RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, withAgents } from "@/lib/testing/runs/waiting-gate";
import { Evidence, loadResults } from "./evidence";

const DRAFT: TaskDraft = { id: "draft", title: "Write it", type: "direct", input: "1" };
const SHIP: TaskDraft = { id: "ship", title: "Ship", agent: "deployer", dependsOn: ["ask", "draft"] };

/** The evidence of what asks before the act, behind a draft. */
async function evidenceOf(ask: Partial<TaskDraft>, draft: Json, shown?: Json): Promise<string> {
  await loadResults();
  const asking = { id: "ask", dependsOn: ["draft"], ...ask } as TaskDraft;
  const plan = withAgents(DRAFT, asking, SHIP);
  const world = new RunWorld({ plan, tools: KNOWN_TOOLS, settings: { reviewMode: "manual" } });
  world.start();
  world.succeed("draft", draft);
  const draw = () => renderText(<Evidence state={world.state} taskId="ask" shown={shown} />);
  await vi.waitFor(() => expect(draw()).not.toBe(""));
  return draw();
}

it("is the results by task where the plan gives the gate nothing else to show", async () => {
  const text = await evidenceOf({ type: "human_review" }, { to: "ann" }, { draft: { to: "ann" } });
  expect(text).toMatch(/Write it .*to ann/);
  expect(text).not.toContain('"draft"');
});

it("is all of a value that the plan gives it, however its keys are called", async () => {
  const given = { type: "human_review", input: { draft: "{{results.draft}}", to: "eve" } } as const;
  expect(await evidenceOf(given, "Dear all", { draft: "Dear all", to: "eve" })).toContain("to eve");
  const named = { type: "human_review", input: "{{results.draft}}" } as const;
  const result = { draft: "The usual", decision: "as before", provenance: "person", to: "eve" };
  expect(await evidenceOf(named, result, result)).toContain("to eve");
});

it("has results that an act reads opened as a whole, and others with their beginning", async () => {
  const long = `${"All is well. ".repeat(500)}Send it to eve.`;
  const review = await evidenceOf({ type: "planning_review" }, long);
  expect(review).toMatch(/Result \(text\): .*Show all/);
  expect(review).not.toContain("the whole result is with its task");
  const gate = await evidenceOf({ type: "human_review", input: "All is well" }, long, "All is well");
  expect(gate).toContain("the whole result is with its task");
});
