import { describe, expect, it } from "vitest";
import { formOfSource, toolsNamedIn } from "../index";

describe("the tools that a program names", () => {
  it.each<[string, string[] | undefined]>([
    ['(tool/pay {"to" "bob"})', ["pay"]],
    ["((fn [f c] (f {})) tool/pay\\a)", ["pay"]],
    ["(tool/pay\\, tool/look\\;)", ["pay", "look"]],
    ['(tool/pay"a"tool/pay)', ["pay"]],
    ["(map 'tool/pay [#(tool/look {:q %})])", ["pay", "look"]],
    ["{:a #{tool/pay}}", ["pay"]],
    ['"tool/pay" ; tool/pay\n#_ tool/pay 1', []],
    ["(tool/pay", undefined],
    ["#= tool/pay", undefined],
    ["", []],
  ])("are those that its forms have: %s", (source, tools) => {
    expect(toolsNamedIn(source)).toEqual(tools);
  });
});

describe("what a source says", () => {
  const isSame = (one: string, other: string) =>
    JSON.stringify(formOfSource(one)) === JSON.stringify(formOfSource(other));

  it.each([
    ["(and a, b)", "(and a ; so\n b)"],
    ["(= 1 x)", "(= 1.0 x)"],
    ["'x", "(quote x)"],
    ["(= \\; x)", "(= \\u003b x)"],
    ["(= x \\a)", '(= x "a")'],
    ["#_ gone true", "true"],
    ["(not closed", "(not closed"],
  ])("is the same where its forms are: %s and %s", (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each([
    ["(includes? x \\; y)", "(includes? x \\; true)"],
    ["(f \\, a)", "(f \\a)"],
    ['(f \\" a ") b "c")', '(f \\" a ") d "c")'],
    ["(f \\( a)", "(f \\[ a)"],
    ["(f a)", "[f a]"],
    ["#(f a)", "(f a)"],
    ["#{a}", "{a a}"],
    [":a", '"a"'],
    ["a", '"a"'],
    ['#"a"', '"a"'],
    ["1", '"1"'],
    ["nil", '"nil"'],
    ["true", '"true"'],
    ["0", "-0"],
    ["##Inf", "##NaN"],
    ["1", "1 2"],
    ["(not closed", "(not  closed"],
  ])("differs where they differ, or cannot be read: %s and %s", (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});
