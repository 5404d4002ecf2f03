import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { decidingIn, wordsIn } from "./json-answer";
import { readDecision } from "./read-decision";

/** The decision that is read, or why there is none. */
const read = (text: string) => {
  const found = readDecision(text);
  return found.ok ? found.decision : found.reason;
};

describe("decidingIn", () => {
  it.each<[Json, string[] | undefined]>([
    [{ decision: "CONTINUE" }, ["CONTINUE"]],
    [{ decision: null, DECISION: "ABORT" }, ["ABORT"]],
    [{ decision: "CONTINUE", Decision: "ABORT" }, ["CONTINUE", "ABORT"]],
    [{ decision: 5, Decision: "ABORT" }, undefined],
    [{ decision: { decision: "ABORT" } }, undefined],
    [{ x: { decision: "ABORT" } }, undefined],
    [{ x: { decision: "ABORT", reasoning: "y" } }, ["ABORT"]],
    [{ x: { decision: "ABORT", reasoning: "y" }, z: {} }, undefined],
    [[{ decision: "ABORT", reasoning: "y" }, "z"], undefined],
    [[null], undefined],
    [[], undefined],
  ])("of %j", (value, decisions) => expect(decidingIn(value)?.decisions).toEqual(decisions));
});

it("words of JSON are its names and texts, but those of a plan", () => {
  const value = { a: "b", c: [{ d: 1 }, "e", null], updated_plan: { f: "g" } };
  expect(wordsIn([value]).sort()).toEqual(["a", "b", "c", "d", "e"]);
});

it("answers to decision points in JSON are read under other names, and an unknown one is unclear", () => {
  const answers = `, "answers": [
    {"point": "Is it fast?", "status": "Warning", "reason": "85 ms"},
    {"decision_point": "Is it safe?", "answer": "maybe", "evidence": "none"},
    {"question": "Is it small?", "answer": "yes"},
    {"answer": "no"},
    "all well"
  ]`;
  const found = readDecision(`{"decision": "ABORT", "reasoning": "As found."${answers}}`);
  expect(found.ok && found.answers).toEqual([
    { question: "Is it fast?", answer: "warning", evidence: "85 ms" },
    { question: "Is it safe?", answer: "unclear", evidence: "none" },
    { question: "Is it small?", answer: "yes", evidence: "" },
    { question: "", answer: "no", evidence: "" },
  ]);
});

describe("what may speak against what an answer lets pass", () => {
  it("lets nothing pass beside what it says under other names, but for what is harmless", () => {
    const more = (fields: object) =>
      read(JSON.stringify({ decision: "CONTINUE", reasoning: "Fine.", ...fields }));
    for (const fields of [
      { approved: false },
      { safe_to_proceed: "no" },
      { blockers: ["Legal has not signed the contract"] },
      { conditions: [{ after: "the backup" }] },
      { summary: "Der Vertrag fehlt noch." },
      { confidence: 0.1 },
      { reasoning: ["Fine.", "But the invoice is unpaid."] },
      { confidence: "20 %" },
      { answers: { "Is it safe?": "no" } },
      { answers: [{ question: "Is it safe?", answer: "yes", evidence: "scan", blocking: true }] },
      { updatedPlan: { tasks: [{ id: "fix", input: "Fix it first" }] } },
      { risk: 0.9 },
      { open_points: 3 },
      { go_ahead: true },
      { blockers: { "the signature of legal": null } },
      { Reasoning: "Hold it." },
      { DEVIATIONS: "Two rows are gone.", deviation: "None seen." },
      { FINALRESULT: "Stopped." },
      { vorbehalt: "Erst nach Freigabe" },
      { hold_until: "2026-12-02" },
      { answers: ["not yet"] },
      { answers: [{ question: "Is it safe?", answer: "blocked" }] },
      { version: "only after the backup" },
      { confidence: [0.2, 0.9] },
    ])
      expect(more(fields), JSON.stringify(fields)).toBe("ambiguous");
    for (const fields of [
      { confidence: 0.9 },
      { blockers: [], notes: "", conditions: null, scores: {}, open: [[], ""] },
      { id: "r-17", model: "m:1", created_at: "2026-11-30T10:00:00Z", duration_ms: 812 },
      { answers: [{ question: "Is it safe?", answer: "yes", evidence: "scan" }, {}, ""] },
    ])
      expect(more(fields), JSON.stringify(fields)).toBe("CONTINUE");
    expect(read('{"decision": "COMPLETE", "finalResult": "x", "missing": "the invoice"}')).toBe("ambiguous");
    expect(read('{"decision": "ABORT", "reasoning": "x", "notes": "The bucket is gone."}')).toBe("ABORT");
  });

  it("lets nothing pass in what may hold more than an answer, or beside it, in each of several", () => {
    const said = '"decision": "CONTINUE", "reasoning": "Fine."';
    const held = (name: string, more = "") => read(`{"${name}": {${said}}${more}}`);
    expect(held("review")).toBe("CONTINUE");
    expect(held("finalDecision", ', "id": 7')).toBe("CONTINUE");
    for (const name of ["draft", "if_legal_signs", "option_b", "vorheriges", "data", "x"])
      expect(held(name), name).toBe("ambiguous");
    for (const more of [', "hold": true', ', "after": "Friday"', ', "open_points": 2'])
      expect(held("review", more), more).toBe("ambiguous");
    expect(read(`{"name": "submit_review", "arguments": {${said}}}`)).toBe("CONTINUE");
    expect(read(`{"name": "draft_review", "arguments": {${said}}}`)).toBe("ambiguous");
    expect(read(`{${said}}\n{${said}}`)).toBe("CONTINUE");
    expect(read(`{${said}}\n{${said}, "blockers": 1}`)).toBe("ambiguous");
    expect(read(`{${said}, "reasoning": "Hold it."}`)).toBe("ambiguous");
    expect(read('{"decision": "**CONTINUE**", "reasoning": "Fine."}')).toBe("CONTINUE");
    for (const word of ["CONTINUE*", "CONTINUE†", "CONTINUE ²"])
      expect(read(`{"decision": "${word}", "reasoning": "Fine."}`), word).not.toBe("CONTINUE");
    expect(read(`<draft>\nDECISION: CONTINUE\n</draft>`)).toBe("ambiguous");
  });

  it("may give its reasons under another name of theirs", () => {
    for (const name of ["reason", "reasons", "rationale", "justification"])
      expect(read(`{"decision": "CONTINUE", "${name}": "Fine."}`), name).toBe("CONTINUE");
    expect(read('{"decision": "CONTINUE", "reason": "Fine.", "reasoning": "Hold it."}')).toBe("ambiguous");
  });

  it("lets nothing pass for reasons that cannot judge, or take back what they said", () => {
    const because = (reasoning: string) => read(JSON.stringify({ decision: "CONTINUE", reasoning }));
    expect(because("I was unable to open the result, so I cannot judge it.")).toBe("ambiguous");
    expect(because("All tests pass.\n\nActually, coverage is 12 %.")).toBe("ambiguous");
    expect(because("The restore failed; I recommend to ABORT.")).toBe("ambiguous");
    expect(because("There is no reason to go on, but to ABORT.")).toBe("ambiguous");
    expect(because("To REPLAN would not change that.")).toBe("CONTINUE");
    for (const condition of [
      "I'd sit on it until Ann has signed.",
      "Fine, subject to the audit.",
      "Only once the licence is bought. All else is there.",
      "Ann needs to sign first.",
      "Nothing may be sent before Friday.",
    ])
      expect(because(condition), condition).toBe("ambiguous");
    expect(because("Before the tests ran, two rows had to be fixed; they are.")).toBe("CONTINUE");
    expect(because("The first test has to do with speed, and passes.")).toBe("CONTINUE");
    expect(because("The tests of the first step pass. Nothing is missing.")).toBe("CONTINUE");
    const unclear = '[{"question": "Is it fast?", "answer": "unclear", "evidence": "I cannot tell."}]';
    expect(read(`{"decision": "CONTINUE", "reasoning": "x", "answers": ${unclear}}`)).toBe("CONTINUE");
    const evidence = '[{"question": "May we?", "answer": "yes", "evidence": "as soon as legal agrees"}]';
    expect(read(`{"decision": "CONTINUE", "reasoning": "x", "answers": ${evidence}}`)).toBe("ambiguous");
    expect(because("All tests pass.\n\nCoverage is 92 %.")).toBe("CONTINUE");
    const text = (below: string) => read(`DECISION: CONTINUE\nREASONING: The tests pass.\n\n${below}`);
    expect(text("Hmm, on second thought the coverage is only 12 %.")).toBe("ambiguous");
    expect(text("Better: REPLAN, since the coverage is 12 %.")).toBe("ambiguous");
    expect(text("BLOCKERS: legal has not signed")).toBe("ambiguous");
    expect(text("**CONDITION**: only after the backup")).toBe("ambiguous");
    expect(text("BLOCKERS: none\nCONFIDENCE: 0.9")).toBe("ambiguous");
    expect(text("The coverage is 92 %.")).toBe("CONTINUE");
    expect(text("")).toBe("CONTINUE");
  });
});
