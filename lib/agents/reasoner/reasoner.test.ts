import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { reasoner } from ".";

it("gives the task, where it stands and what it builds on", async () => {
  const prompt = reasoner.buildPrompt({
    mission: "Deploy the model",
    constraints: "No customer data leaves the cluster.",
    task: {
      id: "test",
      title: "Test the model",
      agent: "tester",
      details: ["Use the holdout."],
      input: "Accuracy must reach 97 %.",
    },
    place: { number: 2, of: 4, buildsOn: ["Export the model"] },
    upstream: '<result id="export">\nmodel.onnx\n</result>',
    tools: ["run_tests"],
  });
  await expect(rendered(prompt)).toMatchFileSnapshot("./reasoner.golden.txt");
});

describe("reading a reasoning", () => {
  const said = {
    reasoning: "The holdout was never seen.",
    expectedOutcome: "Accuracy of at least 97 %.",
    alternatives: ["Test in production."],
    confidence: 0.7,
  };

  it.each<[string, object, object]>([
    ["as it is asked for", said, said],
    ["with a confidence written as text", { ...said, confidence: "0.7" }, said],
    ["without a confidence", { ...said, confidence: null }, { ...said, confidence: null }],
    ["with one that is none", { ...said, confidence: 70 }, { ...said, confidence: null }],
    ["with the expectation alone", { expectedOutcome: "97 %" }, { alternatives: [], confidence: null }],
  ])("takes one %s", (_, answer, value) => {
    expect(reasoner.parse(JSON.stringify(answer))).toMatchObject({ ok: true, value });
  });

  it.each([
    ["no object", "It will work."],
    ["no expectation", JSON.stringify({ ...said, expectedOutcome: " " })],
  ])("takes nothing from %s", (_, text) => {
    expect(reasoner.parse(text)).toMatchObject({
      ok: false,
      problem: expect.stringContaining("expectedOutcome"),
    });
  });
});
