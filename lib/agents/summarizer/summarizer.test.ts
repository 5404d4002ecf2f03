import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { summarizer } from ".";

describe("the summarizer's prompt", () => {
  it("gives what every task came to, what failed, what was checked, and the iterations so far", async () => {
    const prompt = summarizer.buildPrompt({
      mission: "Ship the shop, and say how it bears load",
      results: [
        { id: "build", title: "Build", status: "succeeded", value: "image shop:1" },
        { id: "measure", title: "Measure", status: "succeeded", value: { p95Ms: 80 } },
        { id: "announce", title: "Announce", status: "failed", value: null },
      ],
      errors: [{ taskId: "announce", status: "failed", diagnosis: "The mail server refused." }],
      evidence: [{ taskId: "measure", layer: "schema", outcome: "passed" }],
      history: ["[Iteration 1] The load was not measured."],
      note: "A person completed the run early.",
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./summarizer.golden.txt");
  });

  it("leaves out what there is none of", () => {
    const facts = { mission: "Ship", results: [], errors: [], evidence: [], history: [] };
    expect(rendered(summarizer.buildPrompt(facts)).match(/<data name="(\w+)">\n/g)).toEqual([
      '<data name="mission">\n',
    ]);
  });
});

const full = {
  finalAnswer: "It is shipped.",
  qualityScore: 0.8,
  qualityReasoning: "Shipped, load unknown.",
  needReplan: true,
  replanReason: "Measure the load.",
  usedEvidence: ["build"],
};

describe("reading a summary", () => {
  it.each<[string, string]>([
    ["as it is asked for", JSON.stringify(full)],
    ["in a code fence, after some words", `Here it is:\n\`\`\`json\n${JSON.stringify(full)}\n\`\`\``],
    [
      "in snake_case, with texts for values",
      JSON.stringify({
        final_answer: " It is shipped.\n",
        quality_score: "0.8",
        quality_reasoning: full.qualityReasoning,
        need_replan: "yes",
        replan_reason: full.replanReason,
        used_evidence: "build",
      }),
    ],
    ["after an object that is something else", `{"thought": 1} ${JSON.stringify(full)}`],
  ])("takes one %s", (_, text) => {
    const read = summarizer.parse(text);
    expect(read.ok && read.value).toEqual(full);
  });

  it("takes null for nothing missing, and an answer that is data as JSON", () => {
    const text = JSON.stringify({ ...full, finalAnswer: { a: 1 }, needReplan: false, replanReason: null });
    expect(summarizer.parse(text)).toMatchObject({
      ok: true,
      value: { finalAnswer: '{\n  "a": 1\n}', needReplan: false, replanReason: "" },
    });
  });

  it.each(["None", "n/a", "none.", "-"])("takes a word for nothing missing: %s", (replanReason) => {
    expect(summarizer.parse(JSON.stringify({ ...full, needReplan: false, replanReason }))).toMatchObject({
      value: { needReplan: false, replanReason: "" },
    });
    expect(summarizer.parse(JSON.stringify({ ...full, replanReason }))).toMatchObject({ ok: false });
  });

  it("takes evidence in any form, and none for none", () => {
    const evidenceOf = (usedEvidence: unknown) => summarizer.parse(JSON.stringify({ ...full, usedEvidence }));
    expect(evidenceOf([{ task: "a" }, " b ", ""])).toMatchObject({
      value: { usedEvidence: ['{"task":"a"}', "b"] },
    });
    expect(evidenceOf(undefined)).toMatchObject({ value: { usedEvidence: [] } });
  });

  it.each([
    ["no object", "All is well.", "finalAnswer"],
    ["an empty answer", JSON.stringify({ ...full, finalAnswer: " " }), "finalAnswer"],
    ["an answer that is null", JSON.stringify({ ...full, finalAnswer: null }), "finalAnswer"],
    ["no word on whether to go on", JSON.stringify({ ...full, needReplan: undefined }), "needReplan"],
    ["an unclear word on it", JSON.stringify({ ...full, needReplan: "perhaps" }), "needReplan"],
    ["no score", JSON.stringify({ ...full, qualityScore: undefined }), "qualityScore"],
    ["a score in percent", JSON.stringify({ ...full, qualityScore: 80 }), "qualityScore"],
    ["a negative score", JSON.stringify({ ...full, qualityScore: -0.1 }), "qualityScore"],
    ["a score that is no number", JSON.stringify({ ...full, qualityScore: "good" }), "qualityScore"],
    ["a wish for more without a reason", JSON.stringify({ ...full, replanReason: null }), "replanReason"],
  ])("asks again for %s", (_, text, named) => {
    expect(summarizer.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(named) });
  });
});

it("notes what it converted to the form that was asked for", () => {
  const read = summarizer.parse(JSON.stringify({ ...full, needReplan: "yes", qualityScore: "0.8" }));
  expect(read).toMatchObject({ ok: true, value: { needReplan: true, qualityScore: 0.8 } });
  expect(read).toHaveProperty("coerced", [
    expect.stringContaining("qualityScore"),
    expect.stringContaining("needReplan"),
  ]);
});
