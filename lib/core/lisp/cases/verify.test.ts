import { describe, expect, it } from "vitest";
import { compile, looksAtData, verify } from "../index";

const data = { result: { items: [1, 2], city: "Bern" }, input: { city: "Bern" } };

describe("verify", () => {
  it.each([
    "true",
    '(and (map? data/result) (> (count (get data/result "items")) 0))',
    '(= (get data/result "city") (get data/input "city"))',
    '(if (seq data/result) true (str "Expected rows, got " (pr-str data/result)))',
    '(get data/result "city")',
    '(get-in data/result ["city"])',
    '(get data/result "zip" 1)',
    "(return true)",
  ])("passes %s", (source) => {
    expect(verify(source, data)).toEqual({ outcome: "passed" });
  });

  it.each<[string, string]>([
    ["false", 'Verification failed: false; got {"city" "Bern", "items" [1 2]}'],
    ["  (= 1 2)\n", 'Verification failed: (= 1 2); got {"city" "Bern", "items" [1 2]}'],
    ['"Too few rows"', "Too few rows"],
    ['(when-not (get data/result "zip") (fail "No zip"))', "No zip"],
    ['(str "Got " (count data/result))', "Got 2"],
    ["nil", "Verification failed: nil; unexpected value nil, not true, false or a text"],
    ["5", "Verification failed: 5; unexpected value 5, not true, false or a text"],
    ["{:a 1}", "Verification failed: {:a 1}; unexpected value {:a 1}, not true, false or a text"],
    ["inc", "Verification failed: inc; unexpected value #<fn inc>, not true, false or a text"],
    ['(get data/result "zip" "No zip")', "No zip"],
    ['(get-in data/result ["at" "zip"] "No zip")', "No zip"],
    ['(nth (get data/result "items") 2 "No third item")', "No third item"],
    ["(first [])", "Verification failed: (first []); unexpected value nil, not true, false or a text"],
    ['""', 'Verification failed: ""; got {"city" "Bern", "items" [1 2]}'],
    ['" "', 'Verification failed: " "; unexpected value " ", not true, false or a text'],
  ])("fails %s", (source, diagnosis) => {
    expect(verify(source, data)).toEqual({ outcome: "failed", diagnosis });
  });

  it.each<[string, string, string?]>([
    ["(+ 1", "parse_error"],
    ["(unknown)", "unbound_symbol"],
    ["(count)", "arity_error"],
    ["(count 5)", "type_error"],
    ["(loop [] (recur))", "limit_exceeded", "iterations"],
    ["(tool/search {})", "analysis_error"],
  ])("cannot evaluate %s", (source, code, limit) => {
    const verdict = verify(source, data);
    expect(verdict).toMatchObject({ outcome: "error", error: { code, ...(limit && { limit }) } });
    const diagnosis = verdict.outcome === "error" ? verdict.diagnosis : "";
    expect(diagnosis).toMatch(new RegExp(`^${code} in line 1, column \\d+: .+\\n.+\\n *\\^$`));
  });

  it("gives nil for what is not there", () => {
    expect(verify("false", {})).toMatchObject({ diagnosis: "Verification failed: false; got nil" });
  });

  it("shows the beginning of a large result and of a long predicate", () => {
    const deep = { a: { b: { c: { d: { e: 1 } } } } };
    const result = {
      text: "x".repeat(1_000),
      list: Array.from({ length: 50 }, (_, n) => n),
      deep,
      s: "short",
    };
    expect(verify("false", { result })).toMatchObject({
      diagnosis: `Verification failed: false; got {"deep" {"a" {"b" {"c" …}}}, "list" [0 1 2 3 4 5 6 7 …], "s" "short", "text" "${"x".repeat(120)}…"}`,
    });
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`key${n}`, "y".repeat(200)]));
    const verdict = verify(`(= 1 ${"2 ".repeat(1_000)})`, { result: wide });
    expect(verdict.outcome === "failed" ? verdict.diagnosis.length : 0).toBeLessThan(1_100);
    expect(verify(`#{${"1 2 3 4 5 6 7 8 9 10"}}`, {})).toMatchObject({
      diagnosis: expect.stringContaining("unexpected value #{1 2 3 4 5 6 7 8 …}"),
    });
  });

  it("reads a predicate once for many results", () => {
    const read = compile("(pos? (count data/result))", { fuel: 1_000 });
    if (!read.ok) throw new Error("a good predicate was refused");
    expect(read.predicate.verify({ result: [1] })).toEqual({ outcome: "passed" });
    expect(read.predicate.verify({ result: [] })).toMatchObject({ outcome: "failed" });
    expect(read.predicate.evaluate({ result: [1] })).toEqual({ ok: true, value: true });
    expect(read.predicate.verify({ result: 5 })).toMatchObject({ outcome: "failed" });
  });

  it("keeps nothing from one evaluation to the next", () => {
    const read = compile("(if data/result (def x 1) (do x (def x 2)))");
    if (!read.ok) throw new Error("a good program was refused");
    expect(read.predicate.evaluate({ result: true })).toEqual({ ok: true, value: 1 });
    expect(read.predicate.evaluate({ result: false })).toMatchObject({ error: { code: "unbound_symbol" } });
  });
});

describe("what a predicate looks at", () => {
  it.each([
    [true, "(> (count data/result) 0)"],
    [true, '(get data/depends "a")'],
    [true, "((fn [x] x) [{:a data/input}])"],
    [false, "true"],
    [false, '(= "data/result" "data/result")'],
    [false, "(or true"],
  ])("is data: %s in %s", (looks, source) => {
    expect(looksAtData(source)).toBe(looks);
  });
});
