import { describe, expect, it } from "vitest";
import { evaluate } from "../index";
import { programSizeOf } from "../regex/patterns";
import { cases, faults } from "./run-cases";

cases("matches", [
  ['(re-find #"\\d+" "a12b3")', "12"],
  ['(re-find #"\\d+" "abc")', null],
  ['(re-find #"(\\w+)@(\\w+)" "to a@b!")', ["a@b", "a", "b"]],
  ['(re-find #"(a)|(b)" "b")', ["b", null, "b"]],
  ['(re-find #"" "abc")', ""],
  ['(re-find #"(?i)HELLO" "say hello")', "hello"],
  ['(re-find #"(?s)a.b" "a\\nb")', "a\nb"],
  ['(re-find #"(?m)^b$" "a\\nb\\nc")', "b"],
  ['(re-find #"(?P<y>\\d{4})-(\\d\\d)" "on 2024-05")', ["2024-05", "2024", "05"]],
  ['(re-find #"\\p{Lu}\\p{Ll}+" "in Århus")', "Århus"],
  ['(re-find #"." "👍!")', "👍"],
  ['(re-find #"👍+" "a👍👍")', "👍👍"],
  ['(re-find #"b\\b" "ab bb")', "b"],
  ['(re-find "\\\\d" "a1")', "1"],
  ['(re-find (re-pattern "b+") "abbc")', "bb"],
  ['(re-find #"cat|dog" "hotdog")', "dog"],
  ['(re-find #"[)]x|(\\()" "a(")', ["(", "("]],
  ['(re-matches #"\\d+" "123")', "123"],
  ['(re-matches #"\\d+" "123a")', null],
  ['(re-matches #"a(b)?c" "ac")', ["ac", null]],
  ['(re-matches #"a(b)?c" "abc")', ["abc", "b"]],
  ['(re-matches #"a|ab" "ab")', "ab"],
  ['(re-matches #"" "")', ""],
  ['(re-seq #"\\d+" "1 22 333")', ["1", "22", "333"]],
  [
    '(re-seq #"(\\w)=(\\w)" "a=1,b=2")',
    [
      ["a=1", "a", "1"],
      ["b=2", "b", "2"],
    ],
  ],
  ['(re-seq #"x" "abc")', []],
  ['(re-seq #"x*" "axb")', ["", "x", "", ""]],
  ['(re-seq #"aa" "aaaa")', ["aa", "aa"]],
  ['(count (re-seq #"the" "the cat, the dog"))', 2],
  ['(= (re-pattern "a") #"a")', true],
  ['(= (re-pattern #"a") #"a")', true],
  ['(regex? (re-pattern "a"))', true],
  ['(re-find #"\\Qa.b\\E+" "a.bb")', "a.bb"],
]);

faults("what is no regex, and what it cannot do", [
  ['(re-find 1 "a")', "type_error"],
  ['(re-find #"a" nil)', "type_error"],
  ['(re-matches #"a" 1)', "type_error"],
  ['(re-seq #"a" ["a"])', "type_error"],
  ["(re-pattern nil)", "type_error"],
  ['(re-pattern "(")', "type_error"],
  ['(re-pattern "a{1001}")', "type_error"],
  ['(re-find "(?=a)" "a")', "type_error"],
  ['(re-find "(a)\\\\1" "aa")', "type_error"],
  ['(re-find #"a")', "arity_error"],
  ['(re-matches #"a")', "arity_error"],
  ['(re-seq #"a")', "arity_error"],
  ["(re-pattern)", "arity_error"],
]);

describe("the size of a pattern's program", () => {
  it.each([
    ["abc", 5],
    ["a{10}", 13],
    ["a{2,}", 5],
    ["(?:a{10}){10}", 167],
    ["[a(b]{3}", 6],
    ["[]a(]", 3],
    ["[[:alpha:](]", 3],
    ["\\Qa)(b\\E", 10],
    ["x{,3}", 7],
    ["\\pL", 104],
    ["\\(\\)", 4],
    ["a)b", 6],
    ["((a", 3],
  ])("%s is about %d", (pattern, size) => {
    expect(programSizeOf(pattern)).toBe(size);
  });

  it("is spent once in an evaluation, as much the next time, and by every evaluation again", () => {
    const once = '(re-find #"(?:ab{20}){20}" "x")';
    const twice = `(do ${once} ${once})`;
    const enough = (source: string, fuel: number) => evaluate(source, {}, { fuel }).ok;
    for (let round = 0; round < 2; round++) {
      expect(enough(once, 600)).toBe(true);
      expect(enough(once, 400)).toBe(false);
      expect(enough(twice, 700)).toBe(true);
    }
  });

  it("does not change what is found when many patterns have been used before", () => {
    const source = '(map (fn [i] (re-find (str "a" i) "a1 a17 a140")) [1 17 140])';
    const many = '(count (map (fn [i] (re-find (str "b" i) "b")) (range 150)))';
    expect(evaluate(many, {})).toEqual({ ok: true, value: 150 });
    expect(evaluate(source, {})).toEqual({ ok: true, value: ["a1", "a17", "a140"] });
  });
});
