import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { check } from "@/lib/core/lisp";
import { readPlan } from "@/lib/core/plan";
import { withPredicate } from "../reading/plan-source";
import { completionsAt } from "./lisp-completion";
import { arityLabel, diagnosticsOf, lispLanguage } from "./lisp-language";

import { tryPredicate } from "./try-predicate";

describe("highlighting", () => {
  /** The kinds of the tokens of a source that have one, each with its text. */
  function kindsOf(source: string): string[] {
    const kinds: string[] = [];
    lispLanguage.parser.parse(source).iterate({
      enter: ({ name, from, to }) => {
        if (name !== "Document") kinds.push(`${name} ${source.slice(from, to)}`);
      },
    });
    return kinds;
  }

  it.each([
    ["(count data/result)", ["bracket (", "function count", "data data/result", "bracket )"]],
    ["(str/join xs)", ["bracket (", "function str/join", "variableName xs", "bracket )"]],
    [
      "(if true 1.5 :key)",
      ["bracket (", "controlKeyword if", "bool true", "number 1.5", "atom :key", "bracket )"],
    ],
    ['#{"a\\"b" \\newline}', ["bracket #{", 'string "a\\"b"', "string \\newline", "bracket }"]],
    ['#"[a-z]+" ; why', ['regexp #"[a-z]+"', "comment ; why"]],
    ["'x #_ y ##NaN", ["operator '", "variableName x", "comment #_", "variableName y", "bool ##NaN"]],
    ['"one\ntwo" 3', ['string "one', 'string two"', "number 3"]],
  ])("knows the tokens of %s", (source, kinds) => {
    expect(kindsOf(source)).toEqual(kinds);
  });
});

describe("completion", () => {
  /** The labels that are offered at the `|` of a source, those that begin as typed. */
  function offered(marked: string, explicit = false): string[] {
    const pos = marked.indexOf("|");
    const state = EditorState.create({ doc: marked.replace("|", "") });
    const result = completionsAt(new CompletionContext(state, pos, explicit), ["fetch", "sum"]);
    if (!result) return [];
    const typed = state.doc.sliceString(result.from, pos);
    return result.options.map(({ label }) => label).filter((label) => label.startsWith(typed));
  }

  it("offers data, with the results of dependencies", () => {
    expect(offered("(= data/|")).toEqual([
      "data/result",
      "data/input",
      "data/depends",
      "data/results",
      "data/mission",
      "data/depends fetch",
      "data/depends sum",
    ]);
  });

  it("offers forms and functions by their beginning", () => {
    expect(offered("(if-|")).toEqual(["if-not", "if-let", "if-some"]);
    expect(offered("(coun|")).toEqual(["count"]);
  });

  it("offers the ids of dependencies where one is looked up", () => {
    expect(offered('(get data/depends "|"')).toEqual(["fetch", "sum"]);
    expect(offered('(get-in data/depends ["s|')).toEqual(["sum"]);
  });

  it("keeps still in texts, in comments, and where nothing was typed", () => {
    for (const source of ['(= data/result "coun|', "; coun|", "(count |"])
      expect(offered(source)).toEqual([]);
    expect(offered("(|", true)).toContain("count");
    expect(offered('(= "a \\" b" coun|')).toEqual(["count"]);
  });

  it.each([
    [[1, 1], "1 argument"],
    [[2, 2], "2 arguments"],
    [[2, 3], "2 or 3 arguments"],
    [[1, 4], "1 to 4 arguments"],
    [[1, Number.POSITIVE_INFINITY], "1 or more arguments"],
    [[0, Number.POSITIVE_INFINITY], "any arguments"],
  ] as const)("says of %j that it takes %s", (arity, words) => {
    expect(arityLabel(arity)).toBe(words);
  });
});

describe("marks at what is wrong", () => {
  it.each([
    ["an unknown function", "(> (cuont 1) 2)", ["cuont"]],
    ["an unknown name", "(= 1 reslut)", ["reslut"]],
    ["too many arguments", "(and (count 1 2) true)", ["count"]],
    ["a bracket that is not closed", "(count [1 2]", ["("]],
    ["unknown data", "(= 1 data/reslut)", ["data/reslut"]],
  ])("stand at %s", (_what, source, marked) => {
    const marks = diagnosticsOf(source, check(source));
    expect(marks.map(({ from, to }) => source.slice(from, to))).toEqual(marked);
  });
});

describe("trying a predicate", () => {
  const ask = (source: string, result: string, depends = "") =>
    tryPredicate(source, { result, input: '"in"', depends }, () => 0);

  it.each([
    ["(= data/result [1])", "[1]", { outcome: "passed" }],
    ["(= data/input data/result)", '"in"', { outcome: "passed" }],
    ['(if (seq data/result) true "Expected rows")', "[]", { outcome: "failed", diagnosis: "Expected rows" }],
    ["(+ 1 :a)", '"x"', { outcome: "error", error: { code: "type_error" } }],
    ["(count", "1", { outcome: "error", error: { code: "parse_error" } }],
    ["true", "{", { outcome: "incomplete", field: "result" }],
    ["true", " ", { outcome: "incomplete" }],
    [" ", "1", { outcome: "incomplete" }],
  ])("%s on %s", (source, result, said) => {
    expect(ask(source, result)).toMatchObject(said);
  });

  it("has the results of dependencies under both names", () => {
    const source = '(= (get data/depends "a") (get data/results "a") data/result)';
    expect(ask(source, "7", '{"a": 7}')).toEqual({ outcome: "passed" });
  });
});

describe("a changed predicate", () => {
  const source = '(and (string? data/result)\n     (includes? data/result "done"))';

  it.each([
    ["JSON", '{"tasks":[{"id":"a"},{"id":"b","verification":"true"}]}'],
    ["plan text", "PLAN: P\nStep 1: A\nStep 2: B\n- Verify: (= 1 1)\n"],
  ])("is written into %s, which stays what it was", (form, text) => {
    const plan = readPlan(text).plan;
    const [first, second] = plan?.tasks ?? [];
    if (!plan || !first || !second) throw new Error("no plan");
    const written = withPredicate({ text, taskId: first.id, predicate: source });
    expect(written.trimStart().startsWith("{")).toBe(form === "JSON");
    expect(readPlan(written).plan).toEqual({ ...plan, tasks: [{ ...first, verification: source }, second] });
    const without = withPredicate({ text, taskId: second.id, predicate: undefined });
    const { verification: _gone, ...rest } = second;
    expect(readPlan(without).plan).toEqual({ ...plan, tasks: [first, rest] });
  });

  it.each(["no plan", '{"tasks":[{"id":"b"}]}'])("changes nothing in %s, which lacks the task", (text) => {
    expect(withPredicate({ text, taskId: "a", predicate: source })).toBe(text);
  });
});
