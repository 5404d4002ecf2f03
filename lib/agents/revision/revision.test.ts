import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { revision } from ".";

describe("the prompt of a revision", () => {
  it("gives the answer, what is wrong with it, and what it may be corrected from", async () => {
    const prompt = revision.buildPrompt({
      mission: "Report speed and cost",
      results: [{ id: "measure", title: "Measure", status: "succeeded", value: { p95Ms: 80 } }],
      errors: [{ taskId: "price", status: "failed", diagnosis: "There is no price list." }],
      evidence: [{ taskId: "measure", layer: "schema", outcome: "passed" }],
      note: "A person completed the run early.",
      previousAnswer: "It answers in 80 ms.",
      critique: {
        score: 0.5,
        feedback: "The cost is left out.",
        issues: ["Nothing is said of the cost."],
        suggestions: ["Say that it could not be found out."],
        questions: [],
      },
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./revision.golden.txt");
  });
});

describe("reading a revision", () => {
  it("takes the text as it is, and nothing for nothing", () => {
    expect(revision.parse(" It is **fast**.\n")).toEqual({ ok: true, value: "It is **fast**." });
    expect(revision.parse(" \n")).toEqual({ ok: false, problem: "The answer was empty." });
  });
});
