import { describe, expect, it } from "vitest";
import { splitThinking, withoutAsides } from "./thinking";

describe("splitThinking", () => {
  it.each([
    ["no thinking", "All is well.", "All is well.", undefined],
    ["closed", "<think>\nHm.\n</think>\n42", "\n42", "Hm."],
    ["on one line", "<think>Hm.</think>42", "42", "Hm."],
    ["of another name", "<Scratchpad>a</scratchpad>\n<reasoning>b</reasoning>\nc", "\n\nc", "a\n\nb"],
    [
      "without the tag that opens",
      "The notes name three.\n</think>\n\n[1]",
      "\n\n[1]",
      "The notes name three.",
    ],
    ["closed in front of the answer", "Hm.\n</think>{}", "{}", "Hm."],
    ["never closed", "<think>\nIs it 4", "", "Is it 4"],
    ["never closed, with a marked answer", "<think>\nHm.\n\nFinal answer:\n42", "\n42", "Hm."],
    ["a tag inside a line", 'He wrote "<think>" there.', 'He wrote "<think>" there.', undefined],
    ["a closing tag inside a line", '{"a": "x </think> y"}', '{"a": "x </think> y"}', undefined],
  ])("%s", (_, text, answer, thinking) => {
    const split = splitThinking(text);
    expect([split.answer, split.thinking]).toEqual([answer, thinking]);
  });

  it("says where thinking was never closed", () => {
    expect(splitThinking("<think>\nHm").unclosed).toBe(true);
    expect(splitThinking("<think>\nHm\n**Answer:** 4").unclosed).toBe(false);
    expect(splitThinking("<think>Hm</think>4").unclosed).toBe(false);
  });

  it("is linear in the length of the text", () => {
    for (const piece of ["<think>\n", "</think>\n", "<think", "Answer:\n", "<data"]) {
      const text = piece.repeat(100_000);
      expect(withoutAsides(text).length).toBeLessThanOrEqual(text.length);
    }
  });
});

describe("withoutAsides", () => {
  it("leaves out quoted data blocks too", () => {
    expect(withoutAsides('<data name="tasks">\nDECISION: CONTINUE\n</data>\nHm.')).toBe("\nHm.");
    expect(withoutAsides("<data>\nDECISION: CONTINUE")).toBe("");
  });
});
