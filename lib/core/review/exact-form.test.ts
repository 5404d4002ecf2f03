import { describe, expect, it } from "vitest";
import { readDecision } from "./read-decision";

const read = (text: string) => {
  const found = readDecision(text);
  return found.ok ? found.decision : found.reason;
};
const DECIDED = "DECISION: CONTINUE\nREASONING: The tests pass, and all rows are there.";
const OBJECT = '{"decision": "CONTINUE", "reasoning": "x"';

describe("a text that lets the work go on", () => {
  it.each([
    DECIDED,
    "REASONING: The tests pass.\nDECISION: CONTINUE",
    `Here is my review:\n\n\`\`\`\n${DECIDED}\n\`\`\``,
    `${DECIDED}\nDEVIATION: none\nFINAL_RESULT: n/a`,
    "<review>\n<decision>CONTINUE</decision>\n<reasoning>The tests pass.</reasoning>\n</review>",
    "CONTINUE\nREASONING: All is well.",
  ])("is read where it is the form alone: %j", (text) => expect(read(text)).toBe("CONTINUE"));

  it.each([
    `I have looked at it all.\n\n${DECIDED}`,
    `${DECIDED}\n\nThe figures are of May.`,
    `${DECIDED}\nDEVIATION: The backup took longer.`,
    `${DECIDED}\nFINAL_RESULT: All is delivered.`,
    `${DECIDED}\nUPDATED_PLAN: later`,
    `${DECIDED}\nConditions: the owner signs`,
    `${DECIDED}\n- [ ] Ann has signed`,
    `✗ Latency: 185 ms\n${DECIDED}`,
    `✓ Latency: 85 ms\n⚠ Load: 80 % of the limit\n\n${DECIDED}`,
    "DECISION: CONTINUE\nREASONING: Let's sit on it.",
    "DECISION: CONTINUE\nREASONING: 3 of 12 tests passed.",
    "DECISION: CONTINUE\nREASONING: all is well\nhold_until: Friday",
    "DECISION: COMPLETE\nREASONING: All is done.\nFINAL_RESULT: Written.\nopen: two parts",
    "DECISION: CONTINUE\nDie Zahlen stimmen nicht.",
    "DECISION: CONTINUE\nREASONING: Die Zahlen stimmen nicht.",
    "DECISION: CONTINUE\nREASONING: 数字不对。",
    "DECISION: COMPLETE\nAll is done.\nFINAL_RESULT: 42",
    "DECISION: COMPLETE\nREASONING: All is done.\nFINAL_RESULT: Written.\n\nTwo parts are open.",
    "<decision>CONTINUE</decision>\n<notes>x</notes>",
    "| Field | Value |\n|---|---|\n| **Decision** | **CONTINUE** |\n| Reasoning | All is well |",
    `${OBJECT}, "updatedPlan": {"outcomes": [{"decision": "ABORT"}]}}`,
    `${OBJECT}, "finalResult": "Stopped: the order was withdrawn."}`,
  ])("is asked for again beside anything else: %j", (text) => expect(read(text)).toBe("ambiguous"));

  it("may have its decision under another name in JSON, where it is the only one and has its reasons with it", () => {
    for (const name of ["action", "verdict", "final_decision"]) {
      expect(read(`{"${name}": "CONTINUE", "reasoning": "x"}`)).toBe("CONTINUE");
      expect(read(`{"${name}": "CONTINUE"}`)).toBe("missing");
      expect(read(`{"${name}": "CONTINUE", "reasoning": "x", "blockers": "legal"}`)).toBe("ambiguous");
      expect(read(`{"decision": "ABORT", "${name}": "CONTINUE", "reasoning": "x"}`)).toBe("ambiguous");
    }
    expect(read('{"action": "CONTINUE", "verdict": "ABORT", "reasoning": "x"}')).toBe("missing");
    expect(read('{"action": "continue the work", "reasoning": "x"}')).toBe("missing");
    const data = 'The log: {"reasoning": "As the page has it.", "action": "CONTINUE"}';
    expect(readDecision('{"action": "CONTINUE", "reasoning": "As the page has it."}', data).ok).toBe(false);
  });

  it("is held to it alone: what stops the work is read among words", () => {
    expect(read("I have looked at it all.\n\nDECISION: ABORT\nABORT_REASON: Die Daten fehlen.")).toBe(
      "ABORT",
    );
    expect(read("DECISION: REPLAN\nDie Zahlen stimmen nicht.")).toBe("REPLAN");
  });
});
