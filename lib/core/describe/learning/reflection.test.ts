import { expect, it } from "vitest";
import { statedReason } from "../../run/reasons";
import { describeStanding } from "./reflection";

it.each([
  ["nothing was critiqued", undefined, undefined],
  ["it is still being fixed", { critiques: 1 }, undefined],
  ["it passed", { critiques: 1, outcome: "passed", score: 0.95, questions: [] }, "passed; 95 of 100"],
  [
    "it is still below",
    {
      critiques: 3,
      outcome: "requires_followup",
      score: 0.7,
      questions: [
        { about: "asked" as const, text: "Which load?" },
        { about: "issue" as const, text: "No cost." },
        { about: "missing" as const },
      ],
    },
    "requires follow-up; 70 of 100; open: Which load? “No cost.” What should the answer say here? What is missing for you in this answer?",
  ],
  [
    "nobody scored it",
    { critiques: 0, outcome: "not_critiqued", reason: statedReason("The model is away.") },
    "not critiqued; The model is away.",
  ],
] as const)("says how an answer stands when %s", (_, reflection, words) => {
  expect(describeStanding(reflection && (structuredClone(reflection) as never))).toBe(words);
});
