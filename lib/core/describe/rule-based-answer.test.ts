import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../stored-value";
import { ruleBasedAnswer } from "./rule-based-answer";

const shown = ({ id }: { id: string }) => `shown ${id}`;

it("tells what ran out, the results there are, and what was not done and why", () => {
  const world = new RunWorld({
    plan: planOf({ id: "a" }, { id: "b", critical: false, maxRetries: 0 }, { id: "c" }),
  });
  world.start();
  world.succeed("a");
  world.fail("b");
  world.state.ledger.closing = "maxTokens";
  expect(ruleBasedAnswer(world.state, shown)).toBe(
    [
      "Tokens ran out before this mission was finished, so no model could write the answer. 1 of 3 tasks have a result.",
      "## Results",
      "### a\n\nshown a",
      "## Not done\n\n- b (failed): b broke\n- c (running)",
    ].join("\n\n"),
  );
});

it("begins with what was answered before, and leaves out what there is nothing of", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { summarizer: "on" } }).run("a");
  world.start();
  const finalAnswer = storeValue("the first answer").stored;
  const summary = {
    qualityScore: 0.5,
    qualityReasoning: "",
    needReplan: true,
    replanReason: "more",
    usedEvidence: [],
  };
  world.send({
    type: "summary_written",
    key: world.keyOfKind("summarize"),
    summary: { ...summary, finalAnswer },
  });
  const text = ruleBasedAnswer(world.state, shown);
  expect(text).toContain("A budget ran out");
  expect(text).toContain("## Answered before\n\nthe first answer");
  expect(text).not.toContain("## Not done");
  const none = new RunWorld({ plan: planOf({ id: "a" }) });
  expect(ruleBasedAnswer(none.state, shown)).not.toContain("## Results");
});
