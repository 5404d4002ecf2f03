import { describe, expect, it } from "vitest";
import { evaluateProgram, type RecordedCall } from "../index";

const tools = ["search", "sum"];
const PROGRAM = `
(let [found (tool/search {:q data/input})
      total (tool/sum {:numbers (map :price found)})]
  {:total total :count (count found)})`;
const searched: RecordedCall = { name: "search", args: { q: "tea" }, result: [{ price: 1 }, { price: 2 }] };
const summed: RecordedCall = { name: "sum", args: { numbers: [1, 2] }, result: 3 };

describe("evaluateProgram", () => {
  const run = (recorded: readonly RecordedCall[], source = PROGRAM) =>
    evaluateProgram(source, { input: "tea" }, { tools, recorded });

  it("stops at the first call that is not recorded, and continues with its result", () => {
    expect(run([])).toEqual({ call: { name: "search", args: { q: "tea" }, index: 0 } });
    expect(run([searched])).toEqual({ call: { name: "sum", args: { numbers: [1, 2] }, index: 1 } });
    expect(run([searched, summed])).toEqual({ ok: true, value: { total: 3, count: 2 } });
  });

  it("needs no tools and no record", () => {
    expect(evaluateProgram("[1 :a #{2 1}]", {}, { tools: [] })).toEqual({
      ok: true,
      value: [1, "a", [1, 2]],
    });
  });

  it("calls without arguments, and tools as functions", () => {
    expect(run([], "(tool/search)")).toEqual({ call: { name: "search", args: {}, index: 0 } });
    expect(run([], "(map tool/search [{:q 1}])")).toEqual({
      call: { name: "search", args: { q: 1 }, index: 0 },
    });
    const again = { name: "search", args: { q: 1 }, result: "one" };
    expect(run([again], "(map tool/search [{:q 1} {:q 2}])")).toEqual({
      call: { name: "search", args: { q: 2 }, index: 1 },
    });
  });

  it("refuses a record of other calls", () => {
    expect(run([summed])).toMatchObject({ ok: false, error: { code: "failed" } });
    expect(run([{ ...searched, name: "sum" }])).toMatchObject({ ok: false, error: { code: "failed" } });
    expect(run([{ ...searched, args: { q: "coffee" } }])).toMatchObject({
      ok: false,
      error: { code: "failed" },
    });
  });

  it.each<[string, string]>([
    ["(tool/unknown {})", "analysis_error"],
    ["(tool/search 5)", "type_error"],
    ["(tool/search {} {})", "arity_error"],
    ["(tool/search {:f inc})", "type_error"],
    ["(tool/search {:n ##NaN})", "type_error"],
    ['(fail "replan, please")', "failed"],
    ["inc", "type_error"],
    ["[##Inf]", "type_error"],
    ["(", "parse_error"],
    ["(loop [] (recur))", "limit_exceeded"],
  ])("%s gives %s", (source, code) => {
    expect(run([], source)).toMatchObject({ ok: false, error: { code } });
  });

  it("keeps to its limits", () => {
    const found = evaluateProgram("(count (range 1000))", {}, { tools, limits: { fuel: 10 } });
    expect(found).toMatchObject({ error: { limit: "fuel" } });
    expect(evaluateProgram("(+ 1 2)", {}, { tools, limits: { sourceBytes: 3 } })).toMatchObject({
      error: { limit: "source" },
    });
  });

  it("gives JSON as it is, and everything else as JSON", () => {
    const input = { deep: [{ a: null, b: [true] }] };
    const same = evaluateProgram("data/input", { input }, { tools });
    expect(same).toEqual({ ok: true, value: input });
    expect("ok" in same && same.ok && same.value).toBe(input);
    const source = `{:word :w "text" "t" 'sym 'bol 1 1.5 [1 2] #"r+" :set #{:b :a 2 [1]} :nested [{:a nil} data/input]}`;
    expect(evaluateProgram(source, { input }, { tools })).toEqual({
      ok: true,
      value: {
        word: "w",
        text: "t",
        sym: "bol",
        "1": 1.5,
        "[1 2]": "r+",
        set: [2, [1], "a", "b"],
        nested: [{ a: null }, input],
      },
    });
    expect(evaluateProgram('{"__proto__" {:x 1}}', {}, { tools })).toEqual({
      ok: true,
      value: Object.fromEntries([["__proto__", { x: 1 }]]),
    });
    const changed = evaluateProgram("(assoc data/input :new [:k])", { input }, { tools });
    expect(changed).toEqual({ ok: true, value: { ...input, new: ["k"] } });
    expect(input).toEqual({ deep: [{ a: null, b: [true] }] });
  });

  it("throws what is no fault of the program", () => {
    const trap = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new Error("broken data");
        },
      },
    );
    expect(() => evaluateProgram("data/input", trap, { tools })).toThrow("broken data");
  });
});
