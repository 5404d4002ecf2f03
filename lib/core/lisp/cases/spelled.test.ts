import { describe, expect, it } from "vitest";
import { valueSourceOf } from "../index";

const NEITHER = { reads: false, calls: false };
const READS = { reads: true, calls: false };
const CALLS = { reads: false, calls: true };

describe("what the value of a program is made of", () => {
  it.each<[string, string[], object]>([
    ['"ok"', ["ok"], NEITHER],
    ["(get data/results :list)", [], READS],
    ['(:items (get data/depends "list"))', [], READS],
    ["(-> data/results :list (get-in [:a 0]) count)", [], READS],
    ["(let [all data/results] (count all))", [], READS],
    ["(if (> (count data/results) 3) (:a data/depends) (:b data/depends))", [], READS],
    ['(tool/look {:q "all"})', [], CALLS],
    ['(do data/results "ok")', ["ok"], NEITHER],
    ['(or (:list data/results) "ok")', ["ok"], READS],
    ['(get data/results :list "ok")', ["ok"], READS],
    ['(-> data/results (get :list "ok"))', ["ok"], READS],
    ['(if (seq data/results) "ok" "no")', ["no", "ok"], NEITHER],
    ['(str "o" "k" (subs (:list data/results) 0 0))', ["k", "o", "0"], READS],
    ['(def x "ok") x', ["ok"], NEITHER],
    ['((fn ([] 1) ([a] "ok") ([a b] data/results)) 1)', ["ok", "1", "vector"], READS],
    ["(into {} (map identity (:list data/results)))", [], READS],
    ["(reduce conj [] (:list data/results))", [], READS],
    ["(if (seq data/results) [] (:list data/results))", ["vector"], READS],
    ["(comment data/results)", [], NEITHER],
    // Names of the program's own, and an early end: all of it counts.
    ['(let [get (fn [a b] b)] (get data/results "ok"))', ["ok"], READS],
    ['(defn get [a b] b) (get data/results "ok")', ["ok"], READS],
    ['(do (return "ok") data/results)', ["ok"], READS],
    ['(if (return "ok") data/results data/results)', ["ok"], READS],
  ])("%s", (source, spelled, from) => {
    const found = valueSourceOf(source);
    expect(found?.spelled.map((one) => String(JSON.parse(one).at(-1)))).toEqual(spelled);
    expect(found).toMatchObject(from);
  });

  it("is not known of what cannot be read", () => {
    expect(valueSourceOf("(not closed")).toBeUndefined();
    expect(valueSourceOf("()")?.spelled).toEqual(['["list"]']);
    expect(valueSourceOf("'ok")?.spelled).toHaveLength(1);
  });
});
