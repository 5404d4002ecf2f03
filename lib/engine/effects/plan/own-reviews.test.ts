import { expect, test } from "vitest";
import { reviewSpec } from "@/lib/core/plan/schema";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { writingTails } from "@/lib/testing/models/short-question";

const legal = {
  name: "Legal review",
  useWhen: "Before a signature.",
  review: reviewSpec.parse({ focus: "Is it lawful?", decisionPoints: ["Is there a contract?"] }),
};
const told = [{ template: "Legal review", asks: "Is it lawful?", when: "Before a signature." }];

/** A plan with a review that says nothing but its template. */
const naming = (template: string, id = "r", before = "a") =>
  JSON.stringify({
    title: "Plan",
    tasks: [
      { id: before, title: "Work", input: "go", onFailure: "replan", maxRetries: 0 },
      { id, type: "planning_review", depends_on: [before], review: { template } },
    ],
  });

async function play(roles: Record<string, Script>): Promise<MemoryEngine> {
  const engine = createMemoryEngine({
    model: createScriptedModel(
      writingTails((request, context) => {
        const script = roles[request.role ?? "agent"];
        if (script) return script(request, context);
        return request.role === "reviewer"
          ? '{"decision": "CONTINUE", "reasoning": "It is.", "conditions": []}'
          : "Done.";
      }),
    ),
  });
  engine.store.reviews.push(legal);
  await engine.create("Sell it");
  await (await engine.lease()).ended;
  return engine;
}

const reviewIn = (engine: MemoryEngine, id: string) => engine.store.state(RUN_ID).tasks[id]?.spec.review;

test("a planner is told the reviews of the workspace; one that it names is filled in, one that nobody has goes back", async () => {
  const asked: string[] = [];
  const engine = await play({
    planner: ({ prompt }) => {
      asked.push(prompt);
      return naming(prompt.includes("unknown_review_template") ? "Legal" : "tax");
    },
  });
  expect(asked.map((prompt) => readJsonBlock(prompt, "review_templates"))).toEqual([told, told]);
  expect(asked[1]).toContain("There is no review template");
  expect(reviewIn(engine, "r")).toMatchObject({ ...legal.review, template: "Legal" });
});

test("a replanner is told them too, and what it names is filled in", async () => {
  const asked: string[] = [];
  const engine = await play({
    planner: () => naming("legal"),
    agent: ({ prompt }) => {
      if (!prompt.includes("again")) throw new Error("It broke.");
      return "Done.";
    },
    replanner: ({ prompt }) => {
      asked.push(prompt);
      return naming("Legal review", "check", "again");
    },
  });
  expect(readJsonBlock(asked[0] ?? "", "review_templates")).toEqual(told);
  expect(reviewIn(engine, "check")).toMatchObject(legal.review);
});
