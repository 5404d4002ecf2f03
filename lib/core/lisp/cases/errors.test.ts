import { describe, expect, it } from "vitest";
import { limitError } from "../errors";
import { evaluate } from "../index";
import { errorOf } from "../position";

type Row = readonly [source: string, code: string, line: number, column: number, message: RegExp];

const ROWS: readonly Row[] = [
  ["(count 5)", "type_error", 1, 1, /number/],
  ["[1\n  (count 5)]", "type_error", 2, 3, /number/],
  ["(let [a 1]\n  (map count [5]))", "type_error", 2, 3, /number/],
  ["(map (fn [x] (count x)) [5])", "type_error", 1, 14, /number/],
  ["(defn f [x]\n  (count x))\n(f 5)", "type_error", 2, 3, /number/],
  ["(cuont [])", "unbound_symbol", 1, 1, /Did you mean "count"\?/],
  ["(map frist [])", "unbound_symbol", 1, 6, /Did you mean "first"\?/],
  ["(defn total [x] x)\n(totl 1)", "unbound_symbol", 2, 1, /Did you mean "total"\?/],
  ["(iff true 1)", "unbound_symbol", 1, 1, /Did you mean "if"\?/],
  ["(zzzzzzzz 1)", "unbound_symbol", 1, 1, /^There is no "zzzzzzzz"\.$/],
  ["[x (def x 1)]", "unbound_symbol", 1, 2, /no value yet/],
  ["(let [x] x)", "analysis_error", 1, 6, /has no value/],
  ["(if)", "analysis_error", 1, 1, /\(if test then else\)/],
  ["(when-not)", "analysis_error", 1, 1, /\(when-not test body…\)/],
  ["[(recur)]", "analysis_error", 1, 2, /recur stands only/],
  ["(map or [])", "analysis_error", 1, 6, /is a form/],
  ["(tool/x)", "analysis_error", 1, 2, /direct tasks/],
  ["(count)", "arity_error", 1, 1, /^count takes 1 argument, not 0\.$/],
  ["(get 1)", "arity_error", 1, 1, /^get takes 2 to 3 arguments, not 1\.$/],
  ["(map)", "arity_error", 1, 1, /^map takes at least 2 arguments, not 0\.$/],
  ["((fn [] 1) 2)", "arity_error", 1, 1, /^fn takes 0 arguments, not 1\.$/],
  ["((fn [a & b] 1))", "arity_error", 1, 1, /^fn takes at least 1 argument, not 0\.$/],
  ["(defn f [x] x)\n(f)", "arity_error", 2, 1, /^f takes 1 argument, not 0\.$/],
  ["(5)", "not_callable", 1, 1, /a number/],
  ["(let [[a] 5] a)", "destructure_error", 1, 7, /a number/],
  ['[\n(fail "why")]', "failed", 2, 1, /^why$/],
  ["(fail 5)", "failed", 1, 1, /^5$/],
  ["{1", "parse_error", 1, 1, /not closed/],
  ["(1]", "parse_error", 1, 3, /closed by "\)"/],
  ["]", "parse_error", 1, 1, /closes nothing/],
  ['["a\\qb"]', "parse_error", 1, 4, /not an escape/],
  ["(loop [i 0]\n (recur (count [i])))", "limit_exceeded", 1, 1, /runs too many iterations/],
  ["\n\n  oops", "unbound_symbol", 3, 3, /oops/],
  ["\noops", "unbound_symbol", 2, 1, /oops/],
  ["[1\r\n oops]", "unbound_symbol", 2, 2, /oops/],
];

describe("errors", () => {
  it.each(ROWS)("%s gives %s in line %i, column %i", (source, code, line, column, message) => {
    const found = evaluate(source, {});
    expect(found).toMatchObject({
      ok: false,
      error: { code, line, column, message: expect.stringMatching(message) },
    });
  });

  it.each(["fuel", "iterations", "depth", "source", "memory", "deadline"] as const)(
    "say in a sentence that the limit of %s was reached",
    (limit) => {
      expect(limitError(limit)).toEqual({
        code: "limit_exceeded",
        limit,
        message: expect.stringMatching(/^[A-Z].* .*\.$/),
      });
    },
  );

  it("show the line with a caret below", () => {
    expect(evaluate("[1\n\t(count 5)]", {})).toMatchObject({ error: { excerpt: " (count 5)]\n ^" } });
  });

  it("show a part of a long line", () => {
    const found = evaluate(`[${"1 ".repeat(100)}oops ${"2 ".repeat(100)}]`, {});
    const [line = "", caret = ""] = (found.ok ? "" : found.error.excerpt).split("\n");
    expect(line.startsWith("…1 1") && line.endsWith("2…")).toBe(true);
    expect(line.slice(caret.length - 1)).toMatch(/^oops/);
    expect(line.length).toBeLessThan(110);
  });

  it("are never what no program can cause", () => {
    expect(() => errorOf(new TypeError("a mistake of ours"), "1")).toThrow("a mistake of ours");
  });

  it("turn the end of the host's stack into the limit of depth", () => {
    expect(errorOf(new RangeError("stack"), "1")).toMatchObject({
      code: "limit_exceeded",
      limit: "depth",
      line: 1,
    });
  });
});
