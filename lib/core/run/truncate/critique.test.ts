import { expect, it } from "vitest";
import { createFinding } from "../../plan/critic";
import { critiqueOf } from "../../plan/critic/score";
import { truncateCritique } from "./critique";

it("names the gravest findings up to a whole word, with a sign that more was said", () => {
  const message = `Nothing judges the ranking before the memo is written: ${"neither a person nor a check ".repeat(5)}`;
  const finding = createFinding("loose_coupling", "warning", {}, { message, recommendation: "Judge it." });
  const { kept } = truncateCritique(critiqueOf([finding]), { by: "model" });
  expect(kept.gravest).toEqual([
    "Nothing judges the ranking before the memo is written: neither a person nor a check neither a person nor a check…",
  ]);
});
