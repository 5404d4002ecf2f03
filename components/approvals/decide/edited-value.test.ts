import { describe, expect, it } from "vitest";
import { editableText, readEdited, readTypedValue } from "./edited-value";

describe("an edited value", () => {
  it("keeps a text a text, even one that looks like JSON", () => {
    expect(editableText("42")).toBe("42");
    expect(readEdited("42", "43")).toEqual({ value: "43" });
    expect(readEdited("words", '{"a": 1}')).toEqual({ value: '{"a": 1}' });
  });

  it("keeps every part of JSON the type it has", () => {
    const shown = { count: 2, name: "2", on: true, list: [1, null] };
    expect(readEdited(shown, editableText(shown))).toEqual({ value: shown });
  });

  it("says where JSON cannot be read, and that nothing is no text", () => {
    expect(readEdited({}, '{\n"a": 1,\n}')).toMatchObject({ problem: expect.stringContaining("line 3") });
    expect(readEdited({}, '{"a":')).toMatchObject({ problem: expect.stringContaining("it ends too early") });
    expect(readEdited("words", "  ")).toMatchObject({ problem: "The text must not be empty." });
  });

  it("that a tool gave is JSON where it reads as JSON, else the text, and never nothing", () => {
    expect(readTypedValue('{"at": "here"}')).toEqual({ value: { at: "here" } });
    expect(readTypedValue("it is there")).toEqual({ value: "it is there" });
    expect(readTypedValue(" ")).toEqual({ problem: "Enter the tool’s output." });
  });

  it("has no number that would become another one", () => {
    const problem = expect.stringContaining("9007199254740993 has more digits");
    expect(readEdited({ id: 1 }, '{"id": 9007199254740993}')).toEqual({ problem });
    expect(readEdited({ id: 1 }, '{"id": "9007199254740993"}')).toEqual({
      value: { id: "9007199254740993" },
    });
    expect(readEdited("text", "9007199254740993")).toEqual({ value: "9007199254740993" });
    expect(readTypedValue("[9007199254740993]")).toEqual({ problem });
  });

  it("stays of the kind that was shown, unless nothing was", () => {
    expect(readEdited([1], '{"a": 1}')).toEqual({ problem: "Expected a list, but this is a map." });
    expect(readEdited({ a: 1 }, '"a"')).toEqual({ problem: "Expected a map, but this is a text." });
    expect(readEdited(null, "[1]")).toEqual({ value: [1] });
  });
});
