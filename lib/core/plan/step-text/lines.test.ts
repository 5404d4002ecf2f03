import { describe, expect, it } from "vitest";
import { hasStepHeader, readHeader, readLine } from "./lines";

describe("the header of a step", () => {
  it.each([
    ["Step 1: Build", 1, "Build", ":"],
    ["STEP Two: Build", 2, "Build", ":"],
    ["step twenty - Build", 20, "Build", "-"],
    ["Step 12) Build", 12, "Build", ")"],
  ])("is read from %j", (text, number, title, separator) => {
    expect(readHeader(readLine(text))).toMatchObject({ number, title, separator, indent: 0, listed: false });
  });

  it.each(["Step twentyone: Build", "Steps: Build", "A step 1: Build", ""])("is not %j", (text) => {
    expect(readHeader(readLine(text))).toBeUndefined();
  });

  it("is found in any line", () => {
    for (const end of ["\n", "\r\n", "\r"]) expect(hasStepHeader(`Plan${end}  Step 1: Build`)).toBe(true);
    expect(hasStepHeader("Plan\nBuild")).toBe(false);
  });
});

describe("a line", () => {
  it.each([
    ["  - Do it", { trimmed: "- Do it", indent: 2, bullet: "-", text: "Do it" }],
    ["\t* Do it", { trimmed: "* Do it", indent: 4, bullet: "*", text: "Do it" }],
    ["3. Do it ", { trimmed: "3. Do it", indent: 0, bullet: "1.", text: "Do it" }],
    ["Do it", { trimmed: "Do it", indent: 0, bullet: "", text: "Do it" }],
  ])("%j has its indent, its bullet and its text", (raw, line) => {
    expect(readLine(raw)).toEqual(line);
  });
});
