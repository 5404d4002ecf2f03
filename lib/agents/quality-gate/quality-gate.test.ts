import { describe, expect, it } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { rendered } from "../fixtures";
import { qualityGate } from ".";

const task = { id: "sum", title: "Add up", details: [], input: "Add up the prices" };

describe("the prompt of a quality gate", () => {
  it("gives the task and what the tasks before it brought", async () => {
    const results = [
      { id: "offers", title: "Offers", value: { prices: [3, 5] } },
      { id: "rates", title: "Rates", value: null, reason: "the bank is closed" },
    ];
    const prompt = qualityGate.buildPrompt({ mission: "Buy apples", task, results });
    await expect(rendered(prompt)).toMatchFileSnapshot("./quality-gate.golden.txt");
  });

  it("cuts long results and says so", () => {
    const value = { rows: "x".repeat(9_000) };
    const { messages } = qualityGate.buildPrompt({
      mission: "m",
      task,
      results: [{ id: "a", title: "A", value }],
    });
    const text = messages[0]?.role === "user" ? messages[0].text : "";
    expect(readJsonBlock(text, "results")).toMatchObject([{ id: "a", cut: "5000 of 9011 characters" }]);
  });
});

describe("reading its answer", () => {
  const evidence = [{ field: "prices", found: true, source: "offers" }];

  it.each([
    [
      { sufficient: true, missing: [], evidence },
      { outcome: "passed", evidence },
    ],
    [{ sufficient: true }, { outcome: "passed", evidence: [] }],
    [
      {
        sufficient: false,
        missing: [" the rate ", "", 5],
        evidence: [{ field: "rate" }, { found: true }, "x"],
      },
      {
        outcome: "failed",
        missing: ["the rate"],
        evidence: [{ field: "rate", found: false, source: "" }],
      },
    ],
  ])("takes %j", (answer, value) => {
    expect(qualityGate.parse(JSON.stringify(answer))).toEqual({ ok: true, value });
  });

  it.each([
    ["All there.", "whether the data suffices"],
    ['{"sufficient": "maybe"}', "whether the data suffices"],
    ['{"sufficient": "no"}', "what is missing"],
    ['{"sufficient": false, "missing": []}', "what is missing"],
    ['{"sufficient": true} {"sufficient": false, "missing": ["x"]}', "whether the data suffices"],
  ])("cannot read %s", (text, problem) => {
    expect(qualityGate.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it("keeps no more than events can hold", () => {
    const many = Array.from({ length: 30 }, () => "x".repeat(900));
    const read = qualityGate.parse(
      JSON.stringify({ sufficient: false, missing: many, evidence: many.map((field) => ({ field })) }),
    );
    expect(JSON.stringify(read).length).toBeLessThan(6_000);
  });
});
