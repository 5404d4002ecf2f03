import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { qualityGate } from ".";

const task = { id: "sum", title: "Add up", details: [], input: "Add up the prices" };

describe("the prompt of a quality gate", () => {
  it("gives the task and what it will be given", async () => {
    const upstream =
      '<result of="offers">{"prices":[3,5]}</result>\n<result of="rates">null</result> (failed: the bank is closed)';
    const given = { upstream, effectsDone: ["order {} (task buy)"], peopleSaid: ["Anna: at most 5 each."] };
    const prompt = qualityGate.buildPrompt({ mission: "Buy apples", task, given });
    await expect(rendered(prompt)).toMatchFileSnapshot("./quality-gate.golden.txt");
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
