import { describe, expect, it } from "vitest";
import { MEASURED_WAY, rendered } from "../fixtures";
import { selfCritic } from ".";

it("gives what the plan came to, and what happened on the way", async () => {
  const prompt = selfCritic.buildPrompt({
    mission: "Report speed and cost",
    results: [{ id: "measure", title: "Measure", status: "succeeded", value: { p95Ms: 80 } }],
    errors: [{ taskId: "price", status: "failed", diagnosis: "There is no price list." }],
    evidence: [{ taskId: "measure", layer: "schema", outcome: "passed" }],
    ...MEASURED_WAY,
    history: ["[Iteration 1] the cost is missing"],
    peopleSaid: ["Anna: leave the cost out."],
  });
  await expect(rendered(prompt)).toMatchFileSnapshot("./self-critic.golden.txt");
});

describe("reading a self-critique", () => {
  const said = {
    wasBestApproach: false,
    mistakes: ["No load."],
    simplerAlternatives: ["One task."],
    expertAdvice: "Measure under load.",
    selfRating: 0.4,
  };

  it.each<[string, object, object]>([
    ["as it is asked for", said, said],
    ["with figures and answers written as text", { ...said, selfRating: "0.4", wasBestApproach: "no" }, said],
    ["that finds nothing", { wasBestApproach: true, selfRating: 1 }, { mistakes: [], expertAdvice: "" }],
  ])("takes one %s", (_, answer, value) => {
    expect(selfCritic.parse(JSON.stringify(answer))).toMatchObject({ ok: true, value });
  });

  it.each<[string, string, string]>([
    ["no object", "It was fine.", "selfRating"],
    ["a rating in percent", JSON.stringify({ ...said, selfRating: 40 }), "selfRating"],
    ["no word on the approach", JSON.stringify({ ...said, wasBestApproach: null }), "wasBestApproach"],
  ])("asks again for %s", (_, text, problem) => {
    expect(selfCritic.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });
});
