import { describe, expect, it } from "vitest";
import { findLastText, findText } from "../find-text";
import type { Machine } from "../values";
import { cases, faults } from "./run-cases";

const MANY = 2_000_000;
const HUGE = { result: { as: "a".repeat(MANY), emoji: "👍".repeat(400_000), dots: ".".repeat(MANY) } };
const AS = "(get data/result :as)";
const DOTS = "(get data/result :dots)";

faults("strings that would grow too long", [
  ['(reduce str (repeat 1e9 "x"))', "limit_exceeded"],
  ['(reduce (fn [s _] (str s s)) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (replace s "x" "xx")) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (replace s #"x" "$0$0")) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (join s [s s s])) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (upper-case (str s s))) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (format "%s%s" s s)) "x" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (pr-str s)) "\\"" (range 100))', "limit_exceeded"],
  ['(reduce (fn [s _] (json/generate-string [s s])) "\\"" (range 100))', "limit_exceeded"],
  ["(reduce (fn [v _] (str [v v])) 1 (range 100))", "limit_exceeded"],
]);

faults(
  "work on long strings",
  [
    [`(map (fn [_] (upper-case ${AS})) (range 9))`, "limit_exceeded"],
    [`(capitalize ${AS})`, "limit_exceeded"],
    [`(map (fn [_] (trim ${AS})) (range 9))`, "limit_exceeded"],
    [`(every? (fn [_] (nil? (index-of ${AS} "b"))) (range 1e5))`, "limit_exceeded"],
    [`(every? (fn [_] (not (blank? ${DOTS}))) (range 1e5))`, "limit_exceeded"],
    [`(includes? ${AS} (str (subs ${AS} 0 100000) "b" (subs ${AS} 0 100000)))`, "limit_exceeded"],
    [`(last-index-of ${AS} (str (subs ${AS} 0 10000) "b"))`, "limit_exceeded"],
    [`(replace ${AS} "a" "b")`, "limit_exceeded"],
    [`(split ${AS} #"a" -1)`, "limit_exceeded"],
    [`(split ${AS} "a" -1)`, "limit_exceeded"],
    [`(map (fn [_] (subs ${AS} 1)) (range 9))`, "limit_exceeded"],
    [`(map (fn [_] (index-of (get data/result :emoji) "👍" 399999)) (range 100))`, "limit_exceeded"],
    ["(map (fn [_] (subs (get data/result :emoji) 399999)) (range 100))", "limit_exceeded"],
    [`(json/parse-string ${AS})`, "limit_exceeded"],
    [`(json/generate-string (vec (repeat 1000 ${AS})))`, "limit_exceeded"],
    [`(format "%s%s%s" ${AS} ${AS} ${AS})`, "limit_exceeded"],
    [`(str ${AS} ${AS} ${AS})`, "limit_exceeded"],
    [`(map (fn [_] (name (keyword ${AS}))) [1 2])`, "limit_exceeded"],
  ],
  HUGE,
);

faults(
  "regexes that would take long",
  [
    [`(re-find #"(a{1,100}){1,10}\\d" ${AS})`, "limit_exceeded"],
    [`(re-matches #"(a|aa|aaa)*" ${AS})`, "limit_exceeded"],
    ['(re-seq #"x*y|x" (apply str (repeat 5000 "x")))', "limit_exceeded"],
    ['(re-seq #"(x*)y|(x)" (apply str (repeat 5000 "x")))', "limit_exceeded"],
    ['(re-seq #"(?:^|\\b|\\B){60}(?:x*y|x)" (apply str (repeat 500 "x")))', "limit_exceeded"],
    [`(re-seq #"." ${DOTS})`, "limit_exceeded"],
    [`(re-find #"a{1000}b" ${AS})`, "limit_exceeded"],
    ['(re-pattern (apply str (repeat 500 "a{1000}")))', "limit_exceeded"],
    ['(re-pattern (apply str (repeat 100 "a{0,1000}")))', "limit_exceeded"],
    ['(re-pattern (apply str (repeat 1001 "a")))', "limit_exceeded"],
    ['(every? (fn [i] (re-pattern (str "a{1000}" i))) (range 1e4))', "limit_exceeded"],
    [`(replace ${AS} #"(a)" (fn [[m]] m))`, "limit_exceeded"],
  ],
  HUGE,
);

cases(
  "long strings within the limits",
  [
    [`(includes? ${AS} "b")`, false],
    [`(starts-with? ${AS} "aaa")`, true],
    [`(index-of ${AS} "a" 1999999)`, 1999999],
    [`(last-index-of ${AS} "ba")`, null],
    [`(last-index-of ${AS} "a")`, 1999999],
    [`(blank? ${AS})`, false],
    [`(count ${AS})`, MANY],
    [`(re-find #"\\d+" (subs ${DOTS} 0 100000))`, null],
    [`(re-find #"b" ${AS})`, null],
    ['(index-of (get data/result :emoji) "b")', null],
    ['(count (re-seq #"\\w+" (join " " (repeat 5000 "word"))))', 5000],
    ['(count (split (join "," (repeat 20000 "ab")) #","))', 20000],
    ['(count (replace (join "," (repeat 5000 "ab")) "," ", "))', 19998],
  ],
  HUGE,
);

describe("searches by windows", () => {
  const machine: Machine = { spend: () => {}, allocate: () => {}, call: () => null, noteKeyless: () => {} };
  const text = `${"ab".repeat(2_000)}X${"ab".repeat(3_000)}X${"ab".repeat(40_000)}`;

  it.each([
    ["X", 0],
    ["X", 4_001],
    ["X", 99_999],
    ["bX", 0],
    ["baX", 0],
    ["abX", 5_000],
    ["ab".repeat(600), 0],
    [`b${"ab".repeat(600)}X`, 0],
    [`X${"ab".repeat(3_000)}X`, 0],
    ["ba", 1_023],
    ["b", text.length - 1],
    ["c", 0],
    ["", 7],
    ["", text.length],
    [`${text}a`, 0],
  ])("find what the host finds, from both ends", (wanted, from) => {
    expect(findText(text, wanted, from, machine)).toBe(text.indexOf(wanted, from));
    expect(findLastText(text, wanted, from, machine)).toBe(text.lastIndexOf(wanted, from));
    expect(findLastText(text, wanted, text.length, machine)).toBe(text.lastIndexOf(wanted));
  });
});
