import { describe, expect, it } from "vitest";
import { decisionsIn } from "./json-answer";
import { readDecision } from "./read-decision";

/** The decision that is read, or why there is none. */
const read = (text: string) => {
  const found = readDecision(text);
  return found.ok ? found.decision : found.reason;
};
const object = (decision: string, more = "") =>
  `{"decision": "${decision}", "reasoning": "As found."${more}}`;

describe("words behind a decision", () => {
  it.each([
    ["CONTINUE", "CONTINUE - proceed"],
    ["CONTINUE", "CONTINUE – the tests pass"],
    ["CONTINUE", "CONTINUE (confidence: 85 %)"],
    ["CONTINUE", "**CONTINUE**. All is well"],
    ["CONTINUE", "[x] CONTINUE; no issues found"],
    ["CONTINUE", "CONTINUE - without any problems"],
    ["CONTINUE", "CONTINUE -- proceed"],
    ["CONTINUE", "CONTINUE - CONTINUE as planned"],
    ["CONTINUE", "[ x ] CONTINUE"],
    ["CONTINUE", "[CONTINUE] - proceed"],
    ["CONTINUE", "[✓] CONTINUE - proceed"],
    ["ABORT", "ABORT! Two alarms are silent"],
    ["ABORT", "ABORT - the quota was refused, not raised"],
    ["REPLAN", "REPLAN. The volume would be too large"],
    ["missing", "CONTINUE - if the tests pass"],
    ["missing", "CONTINUE - it isn't proven"],
    ["missing", "CONTINUE - is it well?"],
    ["missing", "ABORT - unless the owner agrees"],
    ["missing", "REPLAN - only if it fails"],
    ["missing", "CONTINUE - conditional on the owner"],
    ["missing", "CONTINUE - conditionally"],
    ["missing", "CONTINUE - not any good"],
    ["missing", "CONTINUE proceed"],
    ["missing", "CONTINUE proceed - now"],
    ["missing", "1 CONTINUE - proceed"],
    ["missing", "CONTINUE ❌"],
    ["missing", "CONTINUE -proceed"],
    ["missing", "CONTINUES - proceed"],
    ["missing", "❌ CONTINUE - proceed"],
    ["missing", "CONTINUE? - proceed"],
    ["missing", "! CONTINUE - proceed"],
    ["missing", "[ ] CONTINUE - proceed"],
    ["missing", "❌ ABORT - proceed"],
    ["ambiguous", "CONTINUE - or ABORT"],
    ["ambiguous", "ABORT - not CONTINUE"],
  ])("give %s: %s", (decision, words) => {
    expect(read(`DECISION: ${words}\nREASONING: As found.`)).toBe(decision);
  });

  it.each([
    ...["issue", "problem", "error", "failure", "blocker", "conflict", "concern"],
    ...["risk", "gap", "change", "deviation", "duplicate", "objection"],
  ])("may deny any %s, which leaves nothing open", (noun) => {
    for (const denied of [`not any ${noun}`, `not any ${noun}s`, `not any open ${noun}`]) {
      expect(read(`DECISION: CONTINUE - ${denied}`), denied).toBe("CONTINUE");
    }
    expect(read(`DECISION: CONTINUE - not the ${noun}`)).toBe("missing");
  });

  it("do not stand in the way of COMPLETE, and are its reasoning where nothing else is", () => {
    expect(readDecision("DECISION: COMPLETE - all is done\nFINAL_RESULT: 42")).toEqual({
      ...{ ok: true, decision: "COMPLETE", reasoning: "all is done", finalResult: "42" },
    });
    expect(readDecision("DECISION: **CONTINUE** - proceed")).toMatchObject({ reasoning: "proceed" });
    expect(read("DECISION: COMPLETE - but not yet\nFINAL_RESULT: 42")).toBe("missing");
  });
});

describe("a decision that is said again as the final one", () => {
  const first = "DECISION: CONTINUE\nREASONING: All is well.\n\n";
  it.each([
    ["REPLAN", `${first}FINAL DECISION: REPLAN - the last test failed`],
    ["ABORT", `${first}My final decision: ABORT`],
    ["ABORT", "DECISION: REPLAN\nREASONING: Too low.\n\nFINAL DECISION: ABORT"],
    ["ABORT", `${first}FINAL DECISION: ABORT\nABORT_REASON: No quota.`],
    ["ambiguous", "DECISION: REPLAN\nREASONING: Too low.\n\nFINAL DECISION: CONTINUE"],
    ["ambiguous", `${first}FINAL DECISION: ❌ ABORT`],
    ["ambiguous", `${first}FINAL DECISION: ABORT\nDECISION: CONTINUE`],
    ["ambiguous", `${object("CONTINUE")}\n\nFINAL DECISION: ABORT`],
  ])("gives %s: %j", (decision, text) => expect(read(text)).toBe(decision));
});

describe("a decision in a sentence", () => {
  it.each([
    ["ABORT", "My decision is ABORT."],
    ["ABORT", "**Our final decision is therefore ABORT.**"],
    ["ABORT", "the decision is to ABORT - no quota is left"],
    ["ABORT", "- My decision is thus ABORT"],
    ["no_plan", "My decision is REPLAN."],
    ["missing", "My decision is CONTINUE."],
    ["missing", "The final decision is COMPLETE."],
    ["missing", "I say that my decision is ABORT."],
    ["missing", "My decision is whether to ABORT."],
    ["ambiguous", "DECISION: CONTINUE\nREASONING: All is well.\nMy decision is ABORT."],
  ])("gives %s: %j", (decision, text) => expect(read(text)).toBe(decision));

  it("is no decision where the data of the request say it, unlike a bare word", () => {
    const text = "DECISION: CONTINUE\nREASONING: All is well.\n";
    const data = "My decision is ABORT. DECISION: REPLAN";
    const reasonOf = (line: string) => {
      const found = readDecision(text + line, data);
      return found.ok ? found.decision : found.reason;
    };
    expect(reasonOf("My decision is ABORT.")).toBe("CONTINUE");
    expect(reasonOf("Our decision is ABORT.")).toBe("ambiguous");
    expect(reasonOf("ABORT")).toBe("ambiguous");
    expect(reasonOf("DECISION: REPLAN")).toBe("CONTINUE");
    expect(reasonOf("DECISION: ABORT")).toBe("ambiguous");
  });
});

describe("a call of a tool that is the whole answer", () => {
  const call = (args: string, name = "arguments") => `{"name": "review", "${name}": ${args}}`;
  it.each([
    ["ABORT", `<tool_call>\n${call(object("ABORT"))}\n</tool_call>`],
    ["ABORT", `  <tool_call>${call(object("ABORT"), "args")}`],
    ["missing", `<tool_call>\n${call('"none"')}\n</tool_call>`],
    ["missing", `<tool_call>\n{"name": "review"}\n</tool_call>`],
    ["missing", `<tool_call>\n${call(object("ABORT"))}\n${call(object("ABORT"))}\n</tool_call>`],
    ["missing", `<tool_call>\n{"name": "review", "arguments": {"decision": "ABORT", }\n</tool_call>`],
    ["missing", `The page says: <tool_call>${call(object("ABORT"))}</tool_call>`],
    ["missing", `<tool_call>${call(object("ABORT"))}</tool_call>\nis what the page says.`],
  ])("gives %s: %j", (decision, text) => expect(read(text)).toBe(decision));
});

describe("several objects with a decision", () => {
  const reported = `The log says:\n${object("ABORT")}\n\n`;
  it.each([
    ["CONTINUE", `${reported}My decision:\n${object("CONTINUE")}`],
    ["ambiguous", `${reported}Further down:\n${object("CONTINUE")}`],
    ["missing", reported],
    ["ambiguous", `${object("CONTINUE")}\n\n${object("ABORT")}`],
    ["CONTINUE", `${object("CONTINUE")}\n\n${object("CONTINUE")}`],
    ["CONTINUE", `${reported}My decision:\n${object("CONTINUE")}\n\n${object("CONTINUE")}`],
  ])("give %s: %j", (decision, text) => expect(read(text)).toBe(decision));
});

describe("what stands word for word in the data of the request", () => {
  const data = `The log of the last run:\n${object("ABORT")}\nDECISION: REPLAN - the volume is too large\nEnd of the log.`;
  it.each([
    ["ABORT", `I have read the log.\n${object("ABORT")}`],
    ["REPLAN", "DECISION: REPLAN - the volume is too large\nREASONING: As found."],
  ])("is no %s of the reviewer", (decision, text) => {
    expect(read(text)).toBe(decision);
    expect(readDecision(text, data)).toEqual({ ok: false, reason: "missing" });
    expect(readDecision(text, "Another log.")).toMatchObject({ ok: true, decision });
  });
});

describe("decisionsIn", () => {
  it.each<[string, string[]]>([
    ['{"decision": "CONTINUE"}', ["CONTINUE"]],
    ['{"decision": "CONTINUE", "Decision": "ABORT"}', ["CONTINUE", "ABORT"]],
    ['{"decision": null, "DECISION": "ABORT"}', ["ABORT"]],
    ['{"decision": 5, "decision": "ABORT"}', ["no text", "ABORT"]],
    ['{"decision": {"decision": "ABORT"}}', ["no text"]],
    ['{"outcomes": [{"decision": "ABORT"}], "decision": "CONTINUE"}', ["CONTINUE"]],
    ['{"reasoning": "decision", "note": "ABORT"}', []],
    ['{"reasoning": "the \\"decision\\": x", "decision": "ABORT"}', ["ABORT"]],
    ['{"a": {}, "b": [], "decision": "ABORT"}', ["ABORT"]],
    ["{'decision': 'ABORT', // mine\n}", ["ABORT"]],
    ["{decision: 'ABORT', /* mine */}", ["ABORT"]],
  ])("of %s", (source, decisions) => expect(decisionsIn(source)).toEqual(decisions));
});

it("answers to decision points in JSON are read under other names, and an unknown one is unclear", () => {
  const answers = `, "answers": [
    {"point": "Is it fast?", "status": "Warning", "reason": "85 ms"},
    {"decision_point": "Is it safe?", "answer": "maybe", "evidence": "none"},
    {"question": "Is it small?", "answer": "yes"},
    {"answer": "no"},
    "all well"
  ]`;
  const found = readDecision(object("ABORT", answers));
  expect(found.ok && found.answers).toEqual([
    { question: "Is it fast?", answer: "warning", evidence: "85 ms" },
    { question: "Is it safe?", answer: "unclear", evidence: "none" },
    { question: "Is it small?", answer: "yes", evidence: "" },
    { question: "", answer: "no", evidence: "" },
  ]);
});
