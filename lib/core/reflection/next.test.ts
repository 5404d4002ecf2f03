import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextReflection, passes, type ReflectionFacts, type ReflectionMove, STOPS } from ".";

const facts = (scores: ReflectionFacts["scores"], more: Partial<ReflectionFacts> = {}): ReflectionFacts => ({
  scores,
  threshold: 0.8,
  maxRevisions: 2,
  ...more,
});

describe("what comes next for an answer", () => {
  it.each<[string, ReflectionFacts, ReflectionMove]>([
    ["a new one is critiqued", facts([undefined]), { do: "critique", answer: 0 }],
    [
      "a score at the threshold passes",
      facts([0.8]),
      { do: "accept", answer: 0, outcome: "passed", score: 0.8 },
    ],
    ["one below it is revised", facts([0.79]), { do: "revise", answer: 0, revision: 1 }],
    ["a revision is critiqued like the first", facts([0.5, undefined]), { do: "critique", answer: 1 }],
    ["a revision may pass", facts([0.5, 0.9]), { do: "accept", answer: 1, outcome: "passed", score: 0.9 }],
    ["a revision may be revised", facts([0.5, 0.4]), { do: "revise", answer: 1, revision: 2 }],
    [
      "after the last revision the best is kept and needs following up",
      facts([0.5, 0.7, 0.6]),
      { do: "accept", answer: 1, outcome: "requires_followup", score: 0.7 },
    ],
    [
      "of equally good ones the latest is kept",
      facts([0.5, 0.5, 0.5]),
      { do: "accept", answer: 2, outcome: "requires_followup", score: 0.5 },
    ],
    [
      "an answer whose critic fails stands as it is",
      facts([undefined], { stopped: "critique_failed" }),
      { do: "accept", answer: 0, outcome: "not_critiqued" },
    ],
    [
      "so does a revision, which has heard of what was wrong",
      facts([0.5, undefined], { stopped: "critique_failed" }),
      { do: "accept", answer: 1, outcome: "not_critiqued" },
    ],
    [
      "without room for a revision the best stands",
      facts([0.7, 0.5], { stopped: "budget" }),
      { do: "accept", answer: 0, outcome: "unrevised", score: 0.7 },
    ],
    [
      "an answer that passes passes, whatever else has failed",
      facts([0.5, 0.9], { stopped: "revision_failed" }),
      { do: "accept", answer: 1, outcome: "passed", score: 0.9 },
    ],
  ])("%s", (_, given, move) => {
    expect(nextReflection(given)).toEqual(move);
  });
});

describe("a reflection, whatever its critic says", () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const story = fc.record({
    threshold: score,
    maxRevisions: fc.integer({ min: 1, max: 10 }),
    said: fc.array(fc.option(score, { nil: undefined, freq: 12 }), { minLength: 11, maxLength: 11 }),
    stop: fc.constantFrom(...STOPS),
    stopAtRevision: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
  });

  it("ends, within its limits, with the best answer there is, and calls it what it is", () => {
    fc.assert(
      fc.property(story, ({ threshold, maxRevisions, said, stop, stopAtRevision }) => {
        const scores: (number | undefined)[] = [undefined];
        let stopped: ReflectionFacts["stopped"];
        let critiques = 0;
        for (;;) {
          const move = nextReflection({ scores, threshold, maxRevisions, stopped });
          if (move.do === "accept") {
            const known = scores.filter((one) => one !== undefined);
            expect(critiques).toBeLessThanOrEqual(maxRevisions + 1);
            expect(scores.length - 1).toBeLessThanOrEqual(maxRevisions);
            expect(move.score).toBe(scores[move.answer]);
            expect(move.outcome === "passed").toBe(move.score !== undefined && passes(move.score, threshold));
            expect(move.outcome === "not_critiqued").toBe(scores.at(-1) === undefined);
            if (move.outcome === "requires_followup") expect(known).toHaveLength(maxRevisions + 1);
            if (move.score !== undefined) expect(move.score).toBe(Math.max(...known));
            return;
          }
          if (move.do === "critique") {
            critiques += 1;
            scores[move.answer] = said[move.answer];
            if (scores[move.answer] === undefined) stopped = "critique_failed";
          } else if (move.revision === stopAtRevision) stopped = stop;
          else scores.push(undefined);
        }
      }),
    );
  });
});
