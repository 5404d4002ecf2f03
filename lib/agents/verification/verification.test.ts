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
    ['{"passed": true, "reason": "It does."}', { passed: true, reason: "It does." }],
    ['{"passed": true}', { passed: true, reason: "" }],
    ['{"passed": "yes", "reason": "It does."}', { passed: true, reason: "It does." }],
    ['Well:\n```json\n{"passed": false, "reason": " No data. "}\n```', { passed: false, reason: "No data." }],
    ['{"passed": true, "reason": "a"} {"passed": true, "reason": "b"}', { passed: true, reason: "b" }],
  ])("takes %s", (text, value) => {
    expect(verification.parse(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["It passes.", "does not say whether"],
    ['{"passed": "perhaps"}', "does not say whether"],
    ['{"passed": false}', "what is wrong"],
    ['{"passed": true} {"passed": false, "reason": "no"}', "leaves in doubt whether"],
    ['{"result": {"passed": true', "does not say whether"],
  ])("lets %s pass for nothing", (text, problem) => {
    expect(verification.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it("keeps a reason that events can hold", () => {
    const read = verification.parse(JSON.stringify({ passed: false, reason: "x".repeat(5_000) }));
    expect(read.ok && read.value.reason).toHaveLength(1_000);
  });
});
