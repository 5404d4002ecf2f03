import { describe, expect, it } from "vitest";
import { readAnswerValue } from "./read-answer";

describe("the value of a final answer", () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    [" [1, 2] \n", [1, 2]],
    ["42", 42],
    ["null", null],
    ['```json\n{"a": 1}\n```', { a: 1 }],
    ["```\n[1]\n```", [1]],
  ])("is JSON when the whole text is: %j", (text, value) => {
    expect(readAnswerValue(text)).toEqual(value);
  });

  it.each([
    ["All is well.", "All is well."],
    ["  All is well.\n", "All is well."],
    ['He got {"a": 1} back', 'He got {"a": 1} back'],
    ['{"a": 1', '{"a": 1'],
    ['{"a": 1} {"b": 2}', '{"a": 1} {"b": 2}'],
    ['```json\n{"a": 1}\n```\nand\n```json\n{}\n```', '```json\n{"a": 1}\n```\nand\n```json\n{}\n```'],
    ["```\nls -l\n```", "```\nls -l\n```"],
    ["", ""],
  ])("is the text otherwise: %j", (text, value) => {
    expect(readAnswerValue(text)).toBe(value);
  });
});
