import { describe, expect, it } from "vitest";
import { compileSource } from "./compile";
import { execute } from "./execute";
import { printPlain, printReadable } from "./print";

function printed(source: string, print: typeof printReadable, data = {}) {
  const read = compileSource(source);
  return read.ok ? execute(read.compiled, data, {}, print) : read;
}

describe("printReadable", () => {
  it.each<[string, string]>([
    ["nil", "nil"],
    ["true", "true"],
    ["-1.5", "-1.5"],
    ["1.0", "1"],
    ["1e21", "1e+21"],
    ["##Inf", "##Inf"],
    ["##-Inf", "##-Inf"],
    ["##NaN", "##NaN"],
    [":a/b", ":a/b"],
    ["'sym", "sym"],
    ['"a \\"b\\" \\\\ \\n\\t\\r é"', '"a \\"b\\" \\\\ \\n\\t\\r é"'],
    ["\\a", '"a"'],
    ['#"a\\"b\\d"', '#"a\\"b\\d"'],
    ["[1 [2 nil]]", "[1 [2 nil]]"],
    ["[]", "[]"],
    ["{}", "{}"],
    ["#{}", "#{}"],
    ["{:b 1 :a 2}", "{:a 2, :b 1}"],
    ['{"b" 1 :a 2}', '{:a 2, "b" 1}'],
    ["{10 1 9 1 :a 1 nil 1}", "{9 1, 10 1, :a 1, nil 1}"],
    ["{:a 1 10 1}", "{10 1, :a 1}"],
    ["#{3 1 2}", "#{1 2 3}"],
    ["{[2] 1 [1] 2}", "{[1] 2, [2] 1}"],
    ["#{'a :a}", "#{a :a}"],
    ['(re-pattern "a\\"b")', '#"a\\"b"'],
    ["{{:b 1} {:d 1 :c 2}}", "{{:b 1} {:c 2, :d 1}}"],
    ["inc", "#<fn inc>"],
    ["(fn [] 1)", "#<fn fn>"],
    ["data/input", '{"a" 1, "b" [2]}'],
  ])("%s is %s", (source, text) => {
    expect(printed(source, printReadable, { input: { b: [2], a: 1 } })).toEqual({ ok: true, value: text });
  });

  it.each(['{:a [1 "x\\n" nil true] "k" #{:w 1.5} [1] {}}', "[##Inf ##-Inf 'sym :ns/k]"])(
    "gives a text that reads back as %s",
    (source) => {
      const first = printed(source, printReadable);
      const text = first.ok ? first.value : "";
      expect(printed(`'${text}`, printReadable)).toEqual(first);
    },
  );

  it("keeps to the limits", () => {
    const wide = { input: Array.from({ length: 300_000 }, () => 1) };
    expect(printed("data/input", printReadable, wide)).toMatchObject({ error: { limit: "fuel" } });
    const long = { input: "x".repeat(6_000_000) };
    expect(printed("data/input", printReadable, long)).toMatchObject({ error: { limit: "memory" } });
  });
});

describe("printPlain", () => {
  it.each<[string, string]>([
    ["nil", ""],
    ['"a\\"b"', 'a"b'],
    ["1.0", "1"],
    ["##Inf", "Infinity"],
    ["##NaN", "NaN"],
    [":a", ":a"],
    ['#"a+"', "a+"],
    ['["a" nil ##Inf]', '["a" nil ##Inf]'],
    ["false", "false"],
  ])("%s is %s", (source, text) => {
    expect(printed(source, printPlain)).toEqual({ ok: true, value: text });
  });
});
