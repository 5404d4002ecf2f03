import { expect, it } from "vitest";
import { reasoning, truncateReasoning } from ".";

it("is cut to what an event holds, and keeps a confidence that was not given", () => {
  const long = "x".repeat(1_000);
  const said = {
    reasoning: long,
    expectedOutcome: long,
    alternatives: Array(9).fill(long),
    confidence: null,
  };
  const cut = truncateReasoning(said);
  expect([cut.reasoning.length, cut.expectedOutcome.length]).toEqual([600, 300]);
  expect(cut.alternatives.map(({ length }) => length)).toEqual([160, 160, 160]);
  expect(cut.confidence).toBeNull();
  expect(truncateReasoning(cut)).toEqual(cut);
  expect(reasoning.parse(cut)).toEqual(cut);
});
