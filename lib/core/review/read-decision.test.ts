import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DECISIONS } from "../plan/schema";
import { readDecision } from "./read-decision";

const REPLAN = `DECISION: REPLAN

REASONING: Accuracy is 94 %.
It has to be 97 %.

UPDATED_PLAN:
    Step 7: Retrain
    - Decision: use the new data
    Step 8: Planning Review - Again
    - Potential outcomes:
      * ABORT - it is no better
`;
const reasonOf = (text: string) => {
  const read = readDecision(text);
  return read.ok ? read.decision : read.reason;
};

describe("an answer in sections", () => {
  it("CONTINUE with its reasoning", () => {
    expect(readDecision("DECISION: CONTINUE\n\nREASONING: All tests pass.\nThe work is done.\n")).toEqual({
      ok: true,
      decision: "CONTINUE",
      reasoning: "All tests pass.\nThe work is done.",
      isUnconditional: true,
    });
  });

  it("answers to decision points by signs", () => {
    const text = `DECISION POINTS:
✓ ONNX export successful
- ⚠️ Package size: 145 MB (limit: 200 MB) - acceptable
* ✗ **Accuracy**: 94.3% < 97% threshold
1. Is latency below 100 ms? ✅ 85 ms
- Load handling: ❓ not measured
Load -- ✓ 85 users
? Model improvement not yet validated
- Costs: ? no invoice
- Is that all?
🔴 ** Memory **: \` 3 GB \`
✗ DECISION is REPLAN
DECISION: REPLAN
REASONING: ❌ Accuracy - below the limit`;
    const read = readDecision(text);
    expect(read.ok && read.answers).toEqual([
      { question: "ONNX export successful", answer: "yes", evidence: "" },
      { question: "Package size", answer: "warning", evidence: "145 MB (limit: 200 MB) - acceptable" },
      { question: "Accuracy", answer: "no", evidence: "94.3% < 97% threshold" },
      { question: "Is latency below 100 ms?", answer: "yes", evidence: "85 ms" },
      { question: "Load handling", answer: "unclear", evidence: "not measured" },
      { question: "Load", answer: "yes", evidence: "85 users" },
      { question: "Model improvement not yet validated", answer: "unclear", evidence: "" },
      { question: "Costs", answer: "unclear", evidence: "no invoice" },
      { question: "Memory", answer: "no", evidence: "3 GB" },
      { question: "Accuracy", answer: "no", evidence: "below the limit" },
    ]);
  });

  it("how what happened differs from what was expected, in text and as JSON, and nothing where nothing does", () => {
    const text = "DECISION: REPLAN\nREASONING: Too low.\nDEVIATION: 94.3 % instead of 97 %.\n";
    const json = (deviation: string | null) =>
      readDecision(JSON.stringify({ decision: "REPLAN", reasoning: "Too low.", deviation }));
    const deviation = "94.3 % instead of 97 %.";
    expect(readDecision(text)).toMatchObject({ reasoning: "Too low.", deviation });
    expect(json(deviation)).toMatchObject({ deviation });
    for (const found of [json(null), json("None."), readDecision("DECISION: ABORT\nDEVIATION: none")])
      expect(found).not.toHaveProperty("deviation");
    expect(readDecision("DECISION: CONTINUE\nDEVIATION: Much.\nABORT")).toMatchObject({
      reason: "ambiguous",
    });
  });

  it("REPLAN with the new tail, indents and all", () => {
    expect(readDecision(REPLAN)).toEqual({
      ok: true,
      decision: "REPLAN",
      reasoning: "Accuracy is 94 %.\nIt has to be 97 %.",
      updatedPlan: REPLAN.slice(REPLAN.indexOf("    Step 7")).trimEnd(),
    });
  });

  it("COMPLETE with the result, ABORT with the reason or else the reasoning", () => {
    expect(readDecision("DECISION: COMPLETE\nFINAL_RESULT: It was done already.")).toEqual({
      ok: true,
      decision: "COMPLETE",
      reasoning: "",
      finalResult: "It was done already.",
      isUnconditional: true,
    });
    expect(readDecision("DECISION: ABORT\nREASONING: No quota.\nABORT_REASON: Quota refused.")).toMatchObject(
      {
        decision: "ABORT",
        reasoning: "No quota.",
        abortReason: "Quota refused.",
      },
    );
    expect(readDecision("DECISION: ABORT\nREASONING: No quota.")).toMatchObject({ abortReason: "No quota." });
    expect(readDecision("DECISION: ABORT\nABORT_REASON:\n")).toMatchObject({
      abortReason: "",
      reasoning: "",
    });
  });

  it.each([
    "**DECISION:** CONTINUE",
    "**DECISION**: **CONTINUE**",
    "**DECISION: CONTINUE**",
    "## Decision\nCONTINUE",
    "### Decision: continue",
    "**Decision**\n\n  CONTINUE\n",
    "- DECISION - CONTINUE",
    "1. DECISION – CONTINUE.",
    "> DECISION: `CONTINUE`",
    "DECISION: [CONTINUE]",
    "[DECISION]: ✅ CONTINUE!",
    "```\nDECISION: CONTINUE\n```",
    "DECISION:\nCONTINUE",
    "DECISION:CONTINUE",
    "Decision — “Continue”",
    "Here is my review:\n\nDECISION: CONTINUE\r\nREASONING: fine",
    "CONTINUE\n",
    "CONTINUE\nREASONING: All is well.",
    "DECISION: CONTINUE\nDECISION: CONTINUE",
  ])("reads %j", (text) => {
    expect(reasonOf(text)).toBe("CONTINUE");
  });

  it.each([
    ["missing", ""],
    ["missing", "All is well, go on."],
    ["missing", "continue"],
    ["missing", "Continue"],
    ["missing", "DECISION"],
    ["missing", "DECISION:"],
    ["missing", "CONTINUE\n\nSo geht es nicht weiter."],
    ["missing", "DECISION\nCONTINUE"],
    ["missing", "DECISION CONTINUE"],
    ["missing", "DECISION: CONTINUED"],
    ["missing", "DECISION: I would CONTINUE"],
    ["missing", "DECISION: GO"],
    ["missing", "The DECISION: CONTINUE is what I would take"],
    ["missing", "UPDATED_PLAN:\nCONTINUE"],
    ["missing", "FINAL_RESULT:\nCOMPLETE"],
    ["ambiguous", "DECISION: [CONTINUE | REPLAN | COMPLETE | ABORT]"],
    ["ambiguous", "DECISION: CONTINUE/REPLAN"],
    ["ambiguous", "DECISION: CONTINUE\nDECISION: ABORT"],
    ["ambiguous", "DECISION: maybe ABORT\nDECISION: CONTINUE"],
    ["ambiguous", "DECISION: CONTINUE\nABORT"],
    ["ambiguous", "DECISION: CONTINUE\nREASONING:\n**ABORT**"],
    ["ambiguous", "ABORT\n\nDECISION: CONTINUE"],
    ["no_plan", "DECISION: REPLAN"],
    ["no_plan", "DECISION: REPLAN\nUPDATED_PLAN: to be determined"],
    ["no_plan", 'DECISION: REPLAN\nUPDATED_PLAN: {"tasks": []}'],
    ["no_result", "DECISION: COMPLETE"],
    ["no_result", "DECISION: COMPLETE\nFINAL_RESULT:\n\n"],
    ...["null", "None.", "nil", "undefined", "n/a", "TBD", "todo", "---"].map((words) => [
      "no_result",
      `DECISION: COMPLETE\nFINAL_RESULT: ${words}`,
    ]),
  ])("finds it %s: %j", (reason, text) => {
    expect(readDecision(text)).toEqual({ ok: false, reason });
  });

  it("does not take a detail of the new plan for a section, but ends the plan at a real one", () => {
    const text =
      "DECISION: REPLAN\nUPDATED_PLAN:\nStep 1: A\n- Decision: ABORT\nDecision: later\n  Final_result: none";
    expect(readDecision(`${text}\nREASONING: why`)).toMatchObject({
      decision: "REPLAN",
      reasoning: "why",
      updatedPlan: "Step 1: A\n- Decision: ABORT\nDecision: later\n  Final_result: none",
    });
    const marked = "DECISION: REPLAN\n  UPDATED_PLAN:\n  Step 1: A\n  ABORT_REASON: none\n";
    expect(readDecision(marked)).toMatchObject({ updatedPlan: "  Step 1: A" });
    expect(readDecision("DECISION: REPLAN\nUPDATED_PLAN:\nStep 1: A\n    **REASONING:** b")).toMatchObject({
      updatedPlan: "Step 1: A",
      reasoning: "b",
    });
  });

  it("takes the first section of a name that says anything", () => {
    const text = "DECISION: ABORT\nREASONING:\nREASONING: second\nREASONING: third";
    expect(readDecision(text)).toMatchObject({ reasoning: "second" });
  });

  it("reads what follows a mark, and gives each section without the space around it", () => {
    const text = "**DECISION:** **ABORT**\n\n**REASONING:**   Fine.  \n   \n";
    expect(readDecision(text)).toMatchObject({ decision: "ABORT", reasoning: "Fine." });
    const indented = "DECISION: ABORT\nREASONING:\n   It failed.\nABORT_REASON:\n\n   No quota.\n";
    expect(readDecision(indented)).toMatchObject({ reasoning: "It failed.", abortReason: "No quota." });
    const inner = (label: string) => readDecision(`DECISION: ABORT\n${label} all is **well**`);
    expect(inner("**REASONING**:")).toMatchObject({ reasoning: "all is **well**" });
    expect(inner("**REASONING:** the**b**")).toMatchObject({ reasoning: "the**b** all is **well**" });
    expect(inner("REASONING: **Good**,")).toMatchObject({ reasoning: "**Good**, all is **well**" });
    const fenced = "DECISION: ABORT\nREASONING: The run gave:\n```text\na ```b\n```\nFine.";
    expect(readDecision(fenced)).toMatchObject({ reasoning: "The run gave:\n\na ```b\n\nFine." });
    const spaced = "DECISION: REPLAN\nUPDATED_PLAN:\n   \n  Step 1: A\n";
    expect(readDecision(spaced)).toMatchObject({ updatedPlan: "  Step 1: A" });
    const done = "DECISION: COMPLETE\nFINAL_RESULT:\n  It works.\n";
    expect(readDecision(done)).toMatchObject({ finalResult: "It works." });
  });

  it("ends a plan at a heading and a marked label, not at one that is set in or listed", () => {
    const plan = (line: string) => readDecision(`DECISION: REPLAN\nUPDATED_PLAN:\nStep 1: A\n${line}\nlast`);
    for (const line of ["## REASONING", "REASONING:", "**REASONING**", "  ## REASONING:"]) {
      expect(plan(line), line).toMatchObject({ updatedPlan: "Step 1: A", reasoning: "last" });
    }
    for (const line of [
      "UPDATED_PLAN:",
      "UPDATED PLAN:",
      "FINAL_RESULT:",
      "FINAL RESULT:",
      "ABORT REASON:",
    ]) {
      expect(plan(line), line).toMatchObject({ updatedPlan: "Step 1: A" });
    }
    for (const line of ["DECISIONE: ABORT", "FINAL DECISION: ABORT", "Reasoning: b"]) {
      expect(plan(line), line).toMatchObject({ updatedPlan: `Step 1: A\n${line}\nlast` });
    }
    for (const line of ["- REASONING: b", "  REASONING: b", "1. REASONING: b", "## Reasoning", "REASONING"]) {
      expect(plan(line), line).toMatchObject({ updatedPlan: `Step 1: A\n${line}\nlast`, reasoning: "" });
    }
  });

  it("takes the plan as JSON too", () => {
    const plan =
      '{"tasks": [{"id": "a", "review": {"potentialOutcomes": [{"decision": "ABORT", "when": "x"}]}}]}';
    expect(readDecision(`DECISION: REPLAN\nUPDATED PLAN: ${plan}`)).toMatchObject({ updatedPlan: plan });
  });
});

describe("an answer in JSON", () => {
  const plan = { title: "Tail", tasks: [{ id: "a", input: "x" }] };

  it("in camelCase or snake_case, wherever it stands", () => {
    const answers = [{ point: "Good?", answer: "YES", evidence: "98 %" }];
    const json = {
      decision: "REPLAN",
      reasoning: "r",
      answers,
      updatedPlan: plan,
      finalResult: null,
      abortReason: null,
    };
    expect(readDecision(`Here:\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\``)).toEqual({
      ok: true,
      decision: "REPLAN",
      reasoning: "r",
      answers: [{ question: "Good?", answer: "yes", evidence: "98 %" }],
      updatedPlan: plan,
    });
    expect(readDecision(JSON.stringify({ decision: "complete", final_result: { n: 1 } }))).toEqual({
      ok: true,
      decision: "COMPLETE",
      reasoning: "",
      finalResult: { n: 1 },
      isUnconditional: true,
    });
    expect(readDecision('{"decision": "ABORT", "abort_reason": "quota"}')).toMatchObject({
      abortReason: "quota",
    });
    expect(readDecision('{"decision": "REPLAN", "updated_plan": "Step 1: A"}')).toMatchObject({
      updatedPlan: "Step 1: A",
    });
    expect(readDecision(JSON.stringify({ decision: "REPLAN", updatedPlan: plan.tasks }))).toMatchObject({
      updatedPlan: { tasks: plan.tasks },
    });
  });

  it("with answers that are not quite right", () => {
    const answers = [
      { question: "A?", status: "sure" },
      "yes",
      { decision_point: "B?", answer: "no", reason: "why" },
      {},
    ];
    const read = (decision: string, more: object) => readDecision(JSON.stringify({ decision, ...more }));
    expect(read("ABORT", { answers })).toMatchObject({
      answers: [
        { question: "A?", answer: "unclear", evidence: "" },
        { question: "B?", answer: "no", evidence: "why" },
        { question: "", answer: "unclear", evidence: "" },
      ],
    });
    expect(read("ABORT", { answers: "none" })).not.toHaveProperty("answers");
    for (const one of [...answers.slice(0, 3), { ...(answers[2] as object), point: "C?" }])
      expect(read("CONTINUE", { answers: [one] }).ok, JSON.stringify(one)).toBe(one === answers[2]);
    expect(read("CONTINUE", { answers: "none" })).toMatchObject({
      ok: false,
      reason: "ambiguous",
      unread: [expect.stringContaining("answers")],
    });
  });

  it("has no sections beside it", () => {
    expect(reasonOf('{"decision": "COMPLETE"}\nFINAL_RESULT: done')).toBe("ambiguous");
    expect(reasonOf('{"decision": "CONTINUE"}\nDECISION: ABORT')).toBe("ambiguous");
  });

  it.each([
    ["missing", '{"decision": "go"}'],
    ["missing", '{"decision": null}'],
    ["missing", '{"decision": "CONTINUE, I think"}'],
    ["missing", '{"verdict": "CONTINUE"}'],
    [
      "missing",
      '{"decision": "REPLAN", "updatedPlan": {"outcomes": [{"decision": "CONTINUE", "when": "x"}]}, oops',
    ],
    ["missing", '{"outcome": {"decision": "CONTINUE"}, oops'],
    ["missing", '[{"decision": "CONTINUE"}, oops'],
    ["missing", '{"potential_outcomes": [{"decision": "ABORT", "when": "x"}, {"decision": "CONTINUE"'],
    ["missing", '[{"decision": "CONTINUE"}]'],
    ["missing", '{"reasoning": "decision", "result": "CONTINUE"}'],
    ["missing", '{"decision": {"": "CONTINUE"}}'],
    ["missing", '{"decision": ["CONTINUE"]}'],
    ["missing", '{"tasks": [], "x": {"decision": "CONTINUE"}}'],
    ["ambiguous", '{"x": {"y": 1}, "decision": "CONTINUE", "Decision": "ABORT"}'],
    ["ambiguous", 'ABORT\n{"decision": "CONTINUE"}'],
    ["ambiguous", '{"decision": "CONTINUE"}\nABORT'],
    ["ambiguous", '{"decision": "CONTINUE"}\nABORT\n{"decision": "CONTINUE"}'],
    ["ambiguous", '{"decision": "CONTINUE or ABORT"}'],
    ["ambiguous", '{"decision": "CONTINUE"} {"decision": "ABORT"}'],
    ["no_plan", '{"decision": "REPLAN", "updatedPlan": null}'],
    ["no_plan", '{"decision": "REPLAN", "updatedPlan": {"tasks": []}}'],
    ["no_plan", '{"decision": "REPLAN", "updatedPlan": 3}'],
    ["no_result", '{"decision": "COMPLETE", "finalResult": " "}'],
    ["no_result", '{"decision": "COMPLETE", "finalResult": {}}'],
    ["no_result", '{"decision": "COMPLETE", "finalResult": null}'],
    ["no_result", '{"decision": "COMPLETE"}'],
  ])("is %s: %s", (reason, text) => {
    expect(readDecision(text)).toEqual({ ok: false, reason });
  });

  it("reads a decision behind other fields and beside a null, and comments in between", () => {
    expect(reasonOf('{"id": "r-1", "decision": "CONTINUE"}')).toBe("CONTINUE");
    expect(reasonOf('{"x": {"y": 1}, "decision": "ABORT"}')).toBe("ABORT");
    expect(reasonOf('{"x": [], "decision": null, "Decision": "CONTINUE"}')).toBe("CONTINUE");
    expect(reasonOf('{"decision": /* as before: */ "REPLAN" /* so be it */, "reasoning": "x"}')).toBe(
      "REPLAN",
    );
    expect(reasonOf('{"decision": /* --- */ "CONTINUE"}')).toBe("CONTINUE");
    expect(reasonOf('{"decision": /* as before: */ "CONTINUE"}')).toBe("ambiguous");
    const note = '"note": "\\"decision\\": \\"ABORT\\""';
    expect(reasonOf(`{"decision": "REPLAN", "reasoning": "x", ${note}}`)).toBe("REPLAN");
  });

  it("leaves nothing of an object in the text around it", () => {
    const json = '{"decision": "REPLAN", "reasoning": "As it\nABORT\nsays"}';
    expect(readDecision(json)).toMatchObject({ decision: "REPLAN", reasoning: "As it\nABORT\nsays" });
  });

  it("may have a result that is no text", () => {
    expect(readDecision('{"decision": "COMPLETE", "finalResult": 0}')).toMatchObject({ finalResult: 0 });
  });
});

describe("any text", () => {
  it("never becomes a decision that it does not name", () => {
    const line = fc.oneof(
      fc.constantFrom(
        ...DECISIONS,
        "DECISION:",
        "REASONING:",
        "UPDATED_PLAN:",
        "FINAL_RESULT: x",
        "Step 1: A",
        "{",
        "}",
      ),
      fc.constantFrom(...DECISIONS).map((word) => `DECISION: ${word}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join("\n");
        const read = readDecision(text);
        if (read.ok) expect(text.toUpperCase()).toContain(read.decision);
        const alone = new Set(lines.filter((each) => each.startsWith("DECISION: ")));
        if (alone.size > 1 && !lines.includes("UPDATED_PLAN:"))
          expect(read).toEqual({ ok: false, reason: "ambiguous" });
      }),
    );
  });

  it("of any length is read in one go", () => {
    expect(reasonOf("DECISION: \n".repeat(50_000))).toBe("missing");
    expect(reasonOf(`DECISION: ${"*".repeat(200_000)}CONTINUE${" ".repeat(200_000)}`)).toBe("CONTINUE");
    expect(reasonOf(`${" ".repeat(200_000)}- ${"#".repeat(1_000)}`)).toBe("missing");
  });
});

describe("an object that is all", () => {
  it("needs no reason", () => {
    expect(reasonOf('```json\n{"decision": "CONTINUE"}\n```')).toBe("CONTINUE");
    expect(reasonOf('{"decision": "ABORT"}')).toBe("ABORT");
  });

  it("is in doubt on the line of a sentence", () => {
    expect(reasonOf('Here is my decision: {"decision": "CONTINUE", "reasoning": "fine"}')).toBe("ambiguous");
  });

  it("may name in its reasons the decision that the data wants, as a quotation", () => {
    const json =
      '{"decision": "CONTINUE", "reasoning": "The page says \\"DECISION: COMPLETE\\", which is material."}';
    expect(readDecision(json, "DECISION: COMPLETE")).toMatchObject({ decision: "CONTINUE" });
    expect(reasonOf(json)).toBe("ambiguous");
  });
});
