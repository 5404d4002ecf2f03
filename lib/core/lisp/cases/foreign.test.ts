import { describe, expect, it } from "vitest";
import { check } from "../index";

const FORM =
  'What stands here is a form in brackets with its function first, such as (= 3 (count (get data/result "items"))).';

describe("a source that another language is written in", () => {
  it.each<[source: string, message: string]>([
    ["data.result.split('\\n').length === 3", `This is JavaScript. ${FORM} Here data.result is data/result.`],
    [
      "result.bullets.length === 3 && result.ok",
      `This is JavaScript. ${FORM} Here result.bullets.length is (count (get data/result "bullets")), result.ok is (get data/result "ok").`,
    ],
    ["x => x.total > 0", `This is JavaScript. ${FORM}`],
    [
      'result != null && result.rows[0]["price"] > depends.fetch.total',
      `This is JavaScript. ${FORM} Here result is data/result, result.rows[0]["price"] is (get-in data/result ["rows" 0 "price"]), depends.fetch.total is (get-in data/depends ["fetch" "total"]).`,
    ],
    [
      "data/result.rows.length > 0",
      `This is JavaScript. ${FORM} Here data/result.rows.length is (count (get data/result "rows")).`,
    ],
    ["result contains 'sent'", `This is no form of this language. ${FORM} Here result is data/result.`],
  ])("is told once, with its paths as they are written here: %s", (source, message) => {
    expect(check(source)).toMatchObject([
      { severity: "error", code: "parse_error", line: 1, column: 1, message },
    ]);
  });

  it.each([
    "every row has a price and the sum is 120",
    "(the result has ten rows)",
    "Check that (all rows) have prices.",
    "All figures are right",
    "looks good",
  ])("is told once where it is a text in words: %s", (source) => {
    expect(check(source).map(({ message }) => message)).toEqual([`These are words. ${FORM}`]);
  });

  it("is told by each name that is none where they stand apart in forms", () => {
    expect(check("(and (cuont data/result) (emtpy? data/result) (foo bar 1 baz))")).toHaveLength(5);
  });

  it.each<[source: string, message: string]>([
    ["(> (count result) 3)", 'There is no "result". Write data/result.'],
    [
      "(= 3 result.bullets.length)",
      'There is no "result.bullets.length". Write (count (get data/result "bullets")).',
    ],
    [
      "(> (count data/result.items) 0)",
      'Tasks are given no "data/result.items". Write (get data/result "items").',
    ],
    ["(= 3 (cuont data/result))", 'There is no "cuont". Did you mean "count"?'],
  ])("is told by its names inside a form: %s", (source, message) => {
    expect(check(source)).toMatchObject([{ message }]);
  });

  it.each(["data/result", '"text"', "(let [result 1] (= result 1))", "[]", ""])(
    "is not seen in %s",
    (source) => {
      expect(
        check(source)
          .map(({ message }) => message)
          .join(),
      ).not.toMatch(/language|JavaScript|Write/);
    },
  );

  it("is no praise where a value is missing", () => {
    expect(check("(cond (nil? data/result) false true)")).toMatchObject([
      { message: expect.stringMatching(/^The last test of cond has no value: .*:else/) },
    ]);
  });
});
