import { describe, expect, it } from "vitest";
import { type Data, evaluate, type Limits } from "../index";
import { BYTES_PER_ITEM } from "../values";

/** Data with that many items: a list, a map and a text. */
function dataOf(n: number): Data {
  const items = Array.from({ length: n }, (_, id) => id);
  return {
    result: items,
    input: Object.fromEntries(items.map((id) => [String(id), id])),
    mission: items.join(","),
  };
}

/** The least of a limit under which the source has a value. */
function least(source: string, limit: keyof Limits, data: Data): number {
  let [low, high] = [0, 100_000];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (evaluate(source, data, { [limit]: middle }).ok) high = middle;
    else low = middle + 1;
  }
  expect(evaluate(source, data, { [limit]: low })).toMatchObject({ ok: true });
  return low;
}

/** How much more of it 100 more items take, by item. */
const perItem = (source: string, limit: keyof Limits): number =>
  (least(source, limit, dataOf(150)) - least(source, limit, dataOf(50))) / 100;

describe("what a collection takes for each of its items", () => {
  it.each<[items: number, source: string]>([
    [1, "(vec data/result)"],
    [1, "(map inc data/result)"],
    [1, "(mapv inc data/result)"],
    [3, "(map-indexed vector data/result)"],
    [2, "(mapcat vector data/result)"],
    [1, "(keep identity data/result)"],
    [3, "(keep-indexed vector data/result)"],
    [1, "(filter number? data/result)"],
    [1, "(filterv number? data/result)"],
    [1, "(remove nil? data/result)"],
    [1, "(take-while number? data/result)"],
    [1, "(drop-while nil? data/result)"],
    [1, "(rest data/result)"],
    [1, "(take 1000 data/result)"],
    [1, "(take-last 1000 data/result)"],
    [1, "(drop 0 data/result)"],
    [1, "(drop-last data/result)"],
    [1, "(butlast data/result)"],
    [1, "(reverse data/result)"],
    [1, "(sort data/result)"],
    [1, "(sort > data/result)"],
    [1, "(sort-by - data/result)"],
    [1, "(distinct data/result)"],
    [1, "(distinct-by identity data/result)"],
    [1, "(dedupe data/result)"],
    [2, "(frequencies data/result)"],
    [3, "(group-by identity data/result)"],
    [1.5, "(partition 2 data/result)"],
    [1.5, "(partition-all 2 data/result)"],
    [2, "(partition-by odd? data/result)"],
    [1, "(split-at 1 data/result)"],
    [1, "(split-with odd? data/result)"],
    [1, "(reductions + data/result)"],
    [2, "(interleave data/result data/result)"],
    [2, "(interpose 0 data/result)"],
    [1, "(flatten [data/result])"],
    [2, "(concat data/result data/result)"],
    [1, "(cons 1 data/result)"],
    [1, "(conj data/result 1)"],
    [1, "(apply vector data/result)"],
    [1, "(apply hash-set data/result)"],
    [1, "(set data/result)"],
    [1, "(into [] data/result)"],
    [1, "(into #{} data/result)"],
    [5, "(into {} (map vector data/result data/result))"],
    [3, "(zip data/result data/result)"],
    [2, "(zipmap data/result data/result)"],
    [1, "(range (count data/result))"],
    [1, "(repeat (count data/result) 1)"],
    [1, "(for [x data/result] x)"],
    [2, '(assoc data/input "x" 1)'],
    [2, '(dissoc data/input "x")'],
    [2, "(merge {} data/input)"],
    [2, "(merge-with + {} data/input)"],
    [2, "(select-keys data/input (map str data/result))"],
    [1, "(keys data/input)"],
    [1, "(vals data/input)"],
    [3, "(entries data/input)"],
    [3, "(seq data/input)"],
    [2, "(update-vals data/input inc)"],
    [2, "(update-keys data/input keyword)"],
    [2, "(union #{} (set data/result))"],
    [2, "(intersection (set data/result) (set data/result))"],
    [2, "(difference (set data/result) #{})"],
    [2, "(disj (set data/result) 1)"],
    [1, '(split data/mission #",")'],
    [1, '(re-seq #"[0-9]+" data/mission)'],
    [1, "(pluck :a (repeat (count data/result) {:a 1}))"],
    [1, "(walk inc identity data/result)"],
    [1, "(postwalk identity data/result)"],
    [1, "(prewalk identity data/result)"],
    [1, "(tree-seq vector? seq [data/result])"],
    [2, "(combinations data/result 1)"],
  ])("is the memory of %i and a step, or a sixteenth where it is copied: %s", (items, source) => {
    expect(perItem(source, "memoryBytes")).toBeGreaterThanOrEqual(items * BYTES_PER_ITEM);
    expect(perItem(source, "fuel")).toBeGreaterThanOrEqual(1 / 16);
  });
});
