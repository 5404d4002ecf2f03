import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Json } from "../json";
import { storeValue } from "../stored-value";
import { ruleBasedAnswer } from "./rule-based-answer";

const shown = ({ id }: { id: string }): Json => `shown ${id}`;

it("tells what ran out, the results there are, and what was not done and why", () => {
  const world = new RunWorld({
    plan: planOf({ id: "a" }, { id: "b", critical: false, maxRetries: 0 }, { id: "c" }),
  });
  world.start();
  world.succeed("a");
  world.fail("b");
  Object.assign(world.state.ledger, {
    closing: "maxTokens",
    closedAt: { used: 900, limit: 1_000, asked: 400 },
  });
  expect(ruleBasedAnswer(world.state, shown)).toBe(
    [
      "The limit on tokens is reached: 900 of 1,000 used, and the next call may take up to 400. No model could write the answer. 1 of 3 tasks have a result.",
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
  expect(text).toContain("No model could write the answer");
  expect(text).toContain("## Answered before\n\nthe first answer");
  expect(text).not.toContain("## Not done");
  const none = new RunWorld({ plan: planOf({ id: "a" }) });
  expect(ruleBasedAnswer(none.state, shown)).not.toContain("## Results");
});

it("has nothing twice and no raw data: results that a synthesis combined, reviews, and what people sent back", () => {
  const world = new RunWorld({
    plan: planOf(
      { id: "rows" },
      { id: "all", type: "synthesis_gate", dependsOn: ["rows"] },
      { id: "r", type: "planning_review", dependsOn: ["all"] },
      { id: "memo", dependsOn: ["r"] },
      { id: "ask", type: "human_review", dependsOn: ["memo"], onFailure: "skip" },
    ),
    settings: { reviewMode: "auto" },
  }).run("rows", "all");
  world.start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  expect(world.status("r")).toBe("succeeded");
  world.run("memo");
  world.start();
  const { stored } = storeValue("memo done");
  world.send({ type: "gate_shown", ...world.keyOf("ask"), shown: stored, digest: "d", prompt: "?" });
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  world.send({ type: "decide_approval", approvalId, verb: "reject", provenance: "person" }, ANNA);
  const text = ruleBasedAnswer(world.state, ({ id }) => [{ of: id }]);
  expect(text).toContain("### all\n\n| of |\n| --- |\n| all |");
  expect(text).not.toMatch(/### (rows|r|memo)/);
  expect(text).toContain("- memo: a person sent it back at “ask”");
});
