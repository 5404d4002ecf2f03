import { expect, it } from "vitest";
import { DRILL_OUTCOMES } from "../../drills/judge";
import { DRILL_SAMPLES } from "../../drills/samples";
import { DRILL_OUTCOME_LABELS, describeFault, drillHeadline, toldDrill } from "./drills";

it("every planted fault is told in words, with what showed it and where it stood", () => {
  for (const { fault } of DRILL_SAMPLES) {
    if (!fault) continue;
    const sentence = describeFault(fault);
    expect(sentence).toContain(fault.shown);
    expect(sentence).toMatch(/ It was visible under “[A-Z][a-z ]+”\.$/);
    expect(sentence).not.toContain("undefined");
  }
});

it("who acts on its run learns what was planted, and what became of it where it was answered", () => {
  const fault = DRILL_SAMPLES.find((one) => one.fault)?.fault ?? null;
  expect(toldDrill({ outcome: null, fault })).toMatch(/^This was a drill, and there is no run .* under “/);
  expect(toldDrill({ outcome: "passed", fault: null })).toBe(
    "This was a drill without a fault, and you let it pass. Nothing was wrong with it.",
  );
});

it("every outcome has its sentence, and so has none", () => {
  const sentences = DRILL_OUTCOMES.map((outcome) => drillHeadline({ outcome }));
  expect(new Set(sentences).size).toBe(DRILL_OUTCOMES.length);
  expect(drillHeadline({ outcome: null })).toContain("without an answer");
  expect(Object.keys(DRILL_OUTCOME_LABELS)).toEqual([...DRILL_OUTCOMES]);
});
