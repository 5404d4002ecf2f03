import { describe, expect, it } from "vitest";
import { check, evaluate } from "../index";

describe("check", () => {
  it.each([
    '(and (map? data/result) (> (count (get data/result "items")) 0))',
    "(defn f [x] (g x)) (defn g [x] x) (f 1)",
    "(defn f ([] 1) ([x] x)) (= (f) (f 1))",
    "(defn f [x] x) (defn f [x y] x) (f 1 2)",
    "(def f inc) (f 1 2)",
    "(= data/input data/result data/depends data/results data/mission)",
    '(fail "never run")',
    "(loop [] (recur))",
  ])("finds nothing wrong with %s", (source) => {
    expect(check(source)).toEqual([]);
  });

  it("names every unknown name, wrong number of arguments and form that is none, in order", () => {
    const source = "(cuont [])\n(if)\n(count)\n(map and [])\n(frist [])\n(let [x] x)";
    expect(check(source).map(({ code, line, column }) => [code, line, column])).toEqual([
      ["unbound_symbol", 1, 1],
      ["analysis_error", 2, 1],
      ["arity_error", 3, 1],
      ["analysis_error", 4, 6],
      ["unbound_symbol", 5, 1],
      ["analysis_error", 6, 6],
    ]);
  });

  it.each<[string, string]>([
    ["(cuont [])", 'There is no "cuont". Did you mean "count"?'],
    ["(fitler odd? [])", 'There is no "fitler". Did you mean "filter"?'],
    ["(whne 1)", 'There is no "whne". Did you mean "when"?'],
    ["(defn totals [] 1) (total)", 'There is no "total". Did you mean "totals"?'],
    ["x", 'There is no "x".'],
    ["(somethingelse)", 'There is no "somethingelse".'],
  ])("says what may be meant by %s", (source, message) => {
    expect(check(source)).toMatchObject([{ severity: "error", code: "unbound_symbol", message }]);
  });

  it.each<[string, string]>([
    ["(defn f [x] x) (f)", "f takes 1 argument, not 0."],
    ["(defn f [x & y] x) (f)", "f takes at least 1 argument, not 0."],
    ["(f 1 2) (defn f ([] 1) ([x] x))", "f takes 0 to 1 arguments, not 2."],
    ["(assoc {})", "assoc takes at least 3 arguments, not 1."],
  ])("counts the arguments of %s", (source, message) => {
    expect(check(source)).toMatchObject([{ code: "arity_error", message }]);
  });

  it("says where reading stopped", () => {
    expect(check("(count [1)")).toEqual([
      {
        severity: "error",
        code: "parse_error",
        message: '"[" is closed by "]", not by ")".',
        at: 9,
        line: 1,
        column: 10,
        excerpt: "(count [1)\n         ^",
      },
    ]);
    expect(check("")).toMatchObject([{ code: "parse_error", message: "The program is empty." }]);
  });

  it("warns of data that no task is given", () => {
    expect(check("(= data/reslt data/foo)")).toMatchObject([
      {
        severity: "warning",
        message: 'Tasks are given no "data/reslt". Did you mean "data/result"?',
        column: 4,
      },
      { severity: "warning", message: 'Tasks are given no "data/foo".', column: 15 },
    ]);
  });

  it("refuses a path of another language into data, with the form that reads it", () => {
    for (const [path, form] of [
      ["result.items.length", '(count (get data/result "items"))'],
      ["result.length", "(count data/result)"],
      ["result.items", '(get data/result "items")'],
      ["depends.sum.rows.size", '(count (get-in data/depends ["sum" "rows"]))'],
      ["input.a.b", '(get-in data/input ["a" "b"])'],
    ])
      expect(check(`(> data/${path} 0)`)).toMatchObject([
        {
          severity: "error",
          code: "unbound_symbol",
          message: `Tasks are given no "data/${path}". Write ${form}.`,
        },
      ]);
    for (const name of ["reslt.items", "result.", "result..items"])
      expect(check(`(> data/${name} 0)`)).toMatchObject([{ severity: "warning" }]);
  });

  it("lets programs give anything, and predicates give a verdict", () => {
    expect(check("(count data/result)", { tools: [] })).toEqual([]);
    expect(check("(count data/reslt)")).toMatchObject([
      {
        severity: "error",
        code: "analysis_error",
        message:
          "A verdict is true, false, a text, or something that may be nil; a number is none: compare it.",
        column: 1,
      },
      { severity: "warning", code: "unbound_symbol", column: 8 },
    ]);
  });

  it.each<[string, string]>([
    ["(len [])", "count"],
    ["(length [])", "count"],
    ["(Math/log 1)", ""],
    ["(contains [1] 1)", "contains?"],
    ["(every odd? [])", "every?"],
    ['(lower "A")', "lower-case"],
    ['(.toLowerCase "A")', "lower-case"],
    ['(.contains "A" "a")', "includes?"],
    ['(str/contains? "A" "a")', ""],
    ['(str/substring "A" 1)', "subs"],
    ["(null? 1)", "nil?"],
    ["(= null 1)", "nil"],
    ["(&& true true)", "and"],
    ["(!= 1 2)", "not="],
    ["(any? odd? [])", "some"],
    ["(all? odd? [])", "every?"],
    ['(throw "x")', "fail"],
    ["(average [1])", "avg"],
    ["(** 2 3)", "pow"],
    ['(has-key? {} "a")', "contains?"],
    ['(substring? "a" "ab")', "includes?"],
    ['(.toUpperCase "a")', "upper-case"],
    ['(.startsWith "ab" "a")', "starts-with?"],
    ['(suffix? "ab" "b")', "ends-with?"],
    ["(not-null? 1)", "some?"],
    ["(= True true)", "true"],
    ["(|| true false)", "or"],
    ["(! true)", "not"],
    ["(=== 1 1)", "="],
    ["(is-string? 1)", "string?"],
    ["(numeric? 1)", "number?"],
    ["(dict? 1)", "map?"],
    ["(isArray 1)", "vector?"],
    ["(total [1])", "sum"],
    ["(unique [1])", "distinct"],
    ["(ceiling 1.5)", "ceil"],
    ["(modulo 3 2)", "mod"],
    ["(int-floor 1.5)", "floor"],
    ["(tostring 1)", "str"],
    ['(matches? #"a" "a")', "re-matches"],
    ['(regex-search #"a" "a")', "re-find"],
    ['(atoi "1")', "parse-long"],
    ['(to-number "1")', "parse-double"],
    ['(parse-json "1")', "json/parse-string"],
    ["(println 1)", "pr-str"],
    ["(lambda [] 1)", "fn"],
    ["(let* [a 1] a)", "let"],
  ])("leads from what models reach for in %s to %s", (source, name) => {
    const [issue] = check(source);
    if (name !== "")
      expect(issue?.message).toMatch(new RegExp(`Did you mean "${name.replace("?", "\\?")}"\\?$`));
    else if (issue) expect(issue.message).not.toContain("Did you mean");
  });

  it.each([
    "(= 2 (Math/abs -2) (Math/round 1.6) (Math/floor 2.9) (Math/ceil 1.1) (Math/sqrt 4) (Math/pow 2 1))",
    '(= 2 (Math/max 1 2) (Math/min 2 3) (Long/parseLong "2") (Integer/parseInt "2") (Double/parseDouble "2"))',
    '(= 2.5 (Float/parseFloat "2.5"))',
    '(= true (Boolean/parseBoolean "true"))',
    "(identical? :a :a)",
  ])("knows the names of the JVM in %s", (source) => {
    expect(check(source)).toEqual([]);
    expect(evaluate(source, {})).toEqual({ ok: true, value: true });
  });

  it("knows the tools of direct programs", () => {
    expect(check("(tool/search {})")).toMatchObject([{ code: "analysis_error" }]);
    expect(check("(tool/search {})", { tools: ["search"] })).toEqual([]);
    expect(check("(tool/saerch {})", { tools: ["search"] })).toMatchObject([
      { code: "analysis_error", message: 'There is no tool "saerch". Did you mean "search"?' },
    ]);
    expect(check("(tool/x {})", { tools: ["search"] })).toMatchObject([{ message: 'There is no tool "x".' }]);
  });

  it("stops naming issues when nobody would read on", () => {
    const names = Array.from({ length: 500 }, (_, n) => `(unknown${n})`);
    expect(check(names.join(" "))).toHaveLength(50);
  });
});
