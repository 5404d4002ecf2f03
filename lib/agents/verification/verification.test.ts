import { describe, expect, it } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { rendered } from "../fixtures";
import { givenBlocks } from "../given";
import { verification } from ".";

const task = { id: "measure", title: "Measure", details: ["On staging"], input: "Measure the accuracy" };
const given = givenBlocks({ upstream: '<result of="train">Trained.</result>', effectsDone: [] });
const work = { task, brief: "You measure.", given, trajectory: [{ step: 1, thought: "", calls: [] }] };
const asked = { mission: "Ship the model", ...work, criteria: "It names the data it was measured on." };

describe("the prompt of a verification", () => {
  it("gives the result and the criteria", async () => {
    const prompt = verification.buildPrompt({ ...asked, result: { accuracy: 98.1 } });
    await expect(rendered(prompt)).toMatchFileSnapshot("./verification.golden.txt");
  });

  it("cuts a long result and says that the cut is not the result's", () => {
    const { messages } = verification.buildPrompt({ ...asked, result: "x".repeat(50_000) });
    const text = messages[0]?.role === "user" ? messages[0].text : "";
    expect(readBlock(text, "result")).toMatch(/x\n\(cut: 40000 of 50000 characters\)$/);
  });
});

describe("reading a verdict", () => {
  it.each([
    ['{"passed": true, "conditions": [], "reason": "It does."}', { passed: true, reason: "It does." }],
    ['{"passed": true}', { passed: true, reason: "" }],
    ['{"passed": "yes", "reason": "All correct."}', { passed: true, reason: "All correct." }],
    ['Well:\n```json\n{"passed": false, "reason": " No data. "}\n```', { passed: false, reason: "No data." }],
    [
      '{"passed": true, "reason": "Correct"} {"passed": true, "reason": "All good"}',
      { passed: true, reason: "All good" },
    ],
  ])("takes %s", (text, value) => {
    expect(verification.parse(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["It passes.", "no JSON object whose"],
    ['{"passed": "perhaps"}', "no JSON object whose"],
    ['{"passed": false}', "what is wrong"],
    ['{"passed": true} {"passed": false, "reason": "no"}', "leaves in doubt whether"],
    ['{"result": {"passed": true', "no JSON object whose"],
  ])("lets %s pass for nothing", (text, problem) => {
    expect(verification.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it("lets nothing pass that has to come first, in any words", () => {
    const said = (more: object) => verification.parse(JSON.stringify({ passed: true, ...more }));
    expect(said({ reason: "It does.", conditions: ["法務部の署名"] })).toMatchObject({ ok: false });
    const reason = "Vorausgesetzt, Dana zeichnet gegen.";
    expect(said({ reason })).toMatchObject({ ok: false, problem: expect.stringContaining("conditions") });
    expect(said({ reason, conditions: [] })).toEqual({ ok: true, value: { passed: true, reason } });
    expect(said({ passed: false, reason, conditions: ["x"] })).toMatchObject({ value: { passed: false } });
  });

  it("keeps a reason that events can hold", () => {
    const read = verification.parse(JSON.stringify({ passed: false, reason: "x".repeat(5_000) }));
    expect(read.ok && read.value.reason).toHaveLength(1_000);
  });
});
