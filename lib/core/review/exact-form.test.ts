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
    `I have looked at it all.\n\n${DECIDED}`,
    `${DECIDED}\nDEVIATION: The backup took longer.`,
    `${DECIDED}\n# Review\nThe figures are of May.`,
    "✓ Latency: 85 ms\nDECISION: CONTINUE\nREASONING: 48 of 50 rows match the ledger of May.",
    "DECISION: CONTINUE\nREASONING: Alle Zahlen stimmen, und die Preise liegen darunter.\nCONDITIONS: none",
    "| Field | Value |\n|:---|---|\n| **Decision** | **CONTINUE** |\n| Reasoning | All is well |",
    "| Decision | Reasoning |\n|---|---|\n| CONTINUE | The mould can be cut |\n\nTask 1: done",
    'decision = "CONTINUE"\nreasoning = "The mould can be cut"',
    "decision: CONTINUE\nreasoning: >\n  The export has all 1200 rows,\n  and each has a key.\nconfidence: 0.9",
    "Decision\n========\nCONTINUE",
    "<review><decision>CONTINUE</decision><reasoning>The mould can be cut.</reasoning></review>",
    "<|decision|>CONTINUE<|/decision|>\nThe mould can be cut.",
    "[DECISION] CONTINUE\n[REASON] I checked both files, and they match.",
    "📝 Decision: CONTINUE\nReason: Ann's file was read, which has 3 rows.",
    "CONTINUE – no blockers",
    "CONTINUE\n\nSummary covers all six interviews. There are no open points in the draft.",
  ])("is read where it is the form alone: %j", (text) => expect(read(text)).toBe("CONTINUE"));

  it.each([
    `${DECIDED}\nFINAL_RESULT: All is delivered.`,
    `${DECIDED}\nUPDATED_PLAN: later`,
    `${DECIDED}\nConditions: the owner signs`,
    `${DECIDED}\n- [ ] Ann has signed`,
    `✗ Latency: 185 ms\n${DECIDED}`,
    `✓ Latency: 85 ms\n⚠ Load: 80 % of the limit\n\n${DECIDED}`,
    "DECISION: CONTINUE\nREASONING: Let's sit on it.",
    "DECISION: CONTINUE\nREASONING: Await the signature of the owner.",
    "DECISION: CONTINUE\nREASONING: The rows are there.\nIs that all we have?",
    "DECISION: CONTINUE\nREASONING: The owner is reading the contract.",
    "DECISION: CONTINUE\nREASONING: The owner wants to read the contract.",
    "DECISION: CONTINUE\nREASONING: There is no ground to go on with the plan.",
    "DECISION: CONTINUE\nREASONING: We prefer the other vendor and the plan of May.",
    "DECISION: CONTINUE\nREASONING: Is the one that the page names.",
    "DECISION: CONTINUE\nREASONING: The data is complete, mits de raad akkoord gaat.",
    "DECISION: CONTINUE\nREASONING: Rapport is klaar.",
    "DECISION: CONTINUE\nREASONING: Die Zahlen stimmen, sofern Ann zusagt.\nCONDITIONS: ein Siegel",
    "DECISION: CONTINUE\nREASONING: It is fine subject to the audit.\nCONDITIONS: none",
    "DECISION: CONTINUE\nREASONING: The rows are there.\nTask 3: waits",
    "| Ann | Bob |\n|---|---|\n| Decision | CONTINUE |\n| Reasoning | hold |",
    "| Ann says so | Bob |\n|---|---|\n| Decision | CONTINUE |",
    "| Reviewer | Decision |\n|---|---|\n| Ann | CONTINUE |",
    "| Decision | Reason |\n|---|---|\n| CONTINUE | x |\n| ABORT | y |",
    "DECISION: CONTINUE\nREASONING: all is well\nhold_until: Friday",
    "DECISION: COMPLETE\nREASONING: All is done.\nFINAL_RESULT: Written.\nopen: two parts",
    "DECISION: CONTINUE\nDie Zahlen stimmen nicht.",
    "DECISION: CONTINUE\nREASONING: Die Zahlen stimmen nicht.",
    "DECISION: CONTINUE\nREASONING: 数字不对。",
    "DECISION: COMPLETE\nREASONING: All is done.\nFINAL_RESULT: Written.\n\nTwo parts are open.",
    "<decision>CONTINUE</decision>\n<notes>x</notes>",
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
