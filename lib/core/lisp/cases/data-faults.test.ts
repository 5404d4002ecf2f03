import { describe, expect, it } from "vitest";
import { type Data, verify } from "../index";

const data: Data = {
  input: { limit: "many" },
  depends: { fetch: { total: "n/a" } },
  result: {
    score: null,
    label: "high",
    n: 0,
    "odd key": [],
    rows: [{ score: 7, tags: ["a"] }, { score: "8" }, {}],
    costs: { north: 4, south: null },
    numbers: [1, null, 3],
    nested: { deep: [{ x: 1 }, { x: "2" }] },
    pairs: [1, [2, 3]],
  },
};

/** A predicate, what its diagnosis begins with, and the rest of it where that is of interest. */
const FAULTS: [source: string, diagnosis: string][] = [
  ['(> (get data/result "score") 5)', "data/result.score is nil, in (> (get data/result"],
  ["(< (:label data/result) 5)", 'data/result.label is a string ("high"), in'],
  ["(< 5 (:missing data/result))", "data/result.missing is nil"],
  ["(+ 1 (:label data/result))", "data/result.label is a string"],
  ['(= 6 (+ 1 (get-in data/result ["costs" "south"])))', "data/result.costs.south is nil"],
  ["(> 1 (get-in data/result [:rows (count []) :missing]))", "data/result.rows[0].missing is nil"],
  ['(> (get-in data/depends ["fetch" "total"]) 0)', 'data/depends.fetch.total is a string ("n/a")'],
  ["(< (count (:rows data/result)) (:limit data/input))", 'data/input.limit is a string ("many")'],
  ['(> (get data/result "odd key") 0)', 'data/result["odd key"] is a vector'],
  [
    '(every? (fn [row] (> (get row "score") 5)) (get data/result "rows"))',
    "data/result.rows[1].score is a string",
  ],
  ["(every? #(> (:score %) 5) (rest (rest (:rows data/result))))", "data/result.rows[2].score is nil"],
  [
    "(every? (fn [{:keys [score]}] (> score 5)) (:rows data/result))",
    "data/result.rows[1].score is a string",
  ],
  ["(every? (fn [{score :score}] (> score 5)) (:rows data/result))", "data/result.rows[1].score is a string"],
  [
    "(every? (fn [{:strs [score]}] (> score 5)) (:rows data/result))",
    "data/result.rows[1].score is a string",
  ],
  ["(->> (:rows data/result) (every? #(> (:score %) 5)))", "data/result.rows[1].score is a string"],
  ["(-> data/result :score (> 5))", "data/result.score is nil"],
  ["(some-> data/result :label inc)", "data/result.label is a string"],
  ["(as-> data/result r (:label r) (> r 5))", "data/result.label is a string"],
  ["(let [score (:score data/result)] (>= score 5))", "data/result.score is nil"],
  ["(let [[a b] (:numbers data/result)] (< a b))", "data/result.numbers[1] is nil"],
  ["(if-let [label (:label data/result)] (> label 5) false)", "data/result.label is a string"],
  ["(when-first [n (rest (:numbers data/result))] (inc n))", "data/result.numbers[1] is nil"],
  ["(for [row (:rows data/result) :let [s (:score row)]] (inc s))", "data/result.rows[1].score is a string"],
  ["(= 4 (reduce + (:numbers data/result)))", "data/result.numbers[1] is nil"],
  ["(= 4 (reduce (fn [sum n] (+ sum n)) 0 (:numbers data/result)))", "data/result.numbers[1] is nil"],
  ["(pos? (reduce + (map :score (:rows data/result))))", "data/result.rows[1].score is a string"],
  ["(pos? (apply max (map #(get % :score) (:rows data/result))))", "data/result.rows[1].score is a string"],
  ["(pos? (reduce + (pluck :score (:rows data/result))))", "data/result.rows[1].score is a string"],
  ["(pos? (reduce + (vals (:costs data/result))))", "(vals (:costs data/result)) is nil"],
  [
    "(pos? (sum (map (fn [x] (str x)) (:numbers data/result))))",
    "(map (fn [x] (str x)) (:numbers data/result)) is a string",
  ],
  ["(every? (fn [x] (> x 0)) (:numbers data/result))", "data/result.numbers[1] is nil"],
  ["(every? (fn [[region cost]] (> cost 0)) (:costs data/result))", "data/result.costs.south is nil"],
  ["(< 0 (first (:rows data/result)))", "data/result.rows[0] is a map"],
  ["(< 0 (second (:numbers data/result)))", "data/result.numbers[1] is nil"],
  ["(< 0 (last (:rows data/result)))", "data/result.rows[2] is a map"],
  ["(< 0 (nth (:numbers data/result) 1))", "data/result.numbers[1] is nil"],
  ["(< 0 ((:numbers data/result) 1))", "data/result.numbers[1] is nil"],
  ["(< 0 (data/result :label))", "data/result.label is a string"],
  ['(> (get (first (filter #(= 9 (:score %)) (:rows data/result))) "n") 1)', "data/result.rows[0].n is nil"],
  ["(> (parse-long (:label data/result)) 5)", "(parse-long (:label data/result)) is nil"],
  ["(defn big? [row] (> (:score row) 5)) (every? big? (:rows data/result))", "(:score row) is a string"],
  ["(def rows (:rows data/result)) (every? #(> (:score %) 5) rows)", "data/result.rows[1].score is a string"],
  ["(pos? (count (:n data/result)))", "data/result.n is a number"],
  ["(sort (:pairs data/result))", "data/result.pairs is a vector"],
  ["(= 1 (mod 7 (:n data/result)))", "data/result.n is a number"],
  ['(pos? (apply max (get data/result "odd key")))', 'data/result["odd key"] is a vector'],
  [
    "((:label data/result) 5)",
    "data/result.label, in ((:label data/result) 5): Only functions can be called",
  ],
  [
    "(map-indexed (fn [i row] (+ i (:score row))) (:rows data/result))",
    "data/result.rows[1].score is a string",
  ],
  ["(= [] (sort (fn [a b] (< (:score a) (:score b))) (:rows data/result)))", "is a string"],
  ["(update-vals (:costs data/result) inc)", "data/result.costs.south is nil"],
  ["(let [f (fn ([a] (inc a)) ([a b] (+ a b)))] (f (:label data/result)))", "a is a string"],
  ["(< 0 (if true (:label data/result) 1))", "(if true (:label data/result) 1) is a string"],
  ["(> (get-in data/result (:path data/input)) 5)", "(get-in data/result (:path data/input))"],
];

describe("data faults", () => {
  it.each(FAULTS)("%s is a failed check", (source, diagnosis) => {
    const verdict = verify(source, data);
    expect(verdict.outcome === "error" ? verdict.diagnosis : verdict.outcome).toBe("failed");
    expect(verdict).toMatchObject({ diagnosis: expect.stringContaining(diagnosis) });
  });

  it("say the path, the kind, the call and what it expects", () => {
    expect(verify('(> (get data/result "score") 5)', data)).toEqual({
      outcome: "failed",
      isDataFault: true,
      isAbsent: true,
      diagnosis: 'data/result.score is nil, in (> (get data/result "score") 5): Expected a number, got nil.',
    });
  });

  it.each([
    '(+ 1 "a")',
    '(> (:n data/result) "5")',
    "(> (count (:rows data/result)) nil)",
    "(count 5)",
    "(mod (count (:rows data/result)) 0)",
    "(subs (:label data/result) :a)",
    "(every? 5 (:rows data/result))",
    "((fn [a] a) 1 2)",
    "(map (fn [a b] a) (:rows data/result))",
    "(let [x 1] (< x :a))",
    "(reduce + [1 nil])",
    "(loop [n 0] (recur (inc n)))",
    "(let [x (range 0 1 0)] x)",
  ])("%s is a fault of the program", (source) => {
    expect(verify(source, data).outcome).toBe("error");
  });

  it.each(["(= nil (:score data/result))", "(nil? (:missing data/result))", "(not= 5 (:label data/result))"])(
    "%s is none",
    (source) => {
      expect(verify(source, data).outcome).toBe("passed");
    },
  );

  it("end in time, however names build on each other", () => {
    const names = Array.from({ length: 60 }, (_, n) => `a${n + 1} (if true a${n} a${n})`).join(" ");
    const nested = `(let [a0 (:label data/result) ${names}] (inc a60))`;
    expect(verify(nested, data).outcome).toMatch(/failed|error/);
    const thread = `(-> (:label data/result) ${"identity ".repeat(60)} inc)`;
    expect(verify(thread, data).outcome).toMatch(/failed|error/);
    const wide = Array.from({ length: 300 }, () => ({ rows: Array.from({ length: 100 }, () => ({ n: 1 })) }));
    const odd = `(every? (fn [one] (every? #(< 0 (:n %)) (:rows one))) data/result)`;
    expect(verify(odd, { result: [...wide, { rows: [{ n: null }] }] }).outcome).toBe("error");
  });
});

describe("names that are looked up in what has no keys", () => {
  const said = (result: Data["result"], more: Data = {}) => ({ result, ...more });
  const done = "Done. It was sent.";

  it.each<[source: string, data: Data, diagnosis: string]>([
    [
      '(get data/result "sent")',
      said(done),
      'Verification failed: (get data/result "sent"); unexpected value nil, not true, false or a text. data/result is a string ("Done. It was sent."), which has no key "sent".',
    ],
    [
      '(or (= "yes" (:sent data/result)) "It has to be sent")',
      said(done),
      'It has to be sent. data/result is a string ("Done. It was sent."), which has no key "sent".',
    ],
    ['(> (count (get-in data/result ["rows" "ids"])) 0)', said(done), 'which has no key "rows".'],
    ["(let [{:keys [sent]} data/result] (true? sent))", said(done), 'which has no key "sent".'],
    [
      "(every? :paid data/result)",
      said(["a", "b"]),
      'data/result[0] is a string ("a"), which has no key "paid".',
    ],
    ['(seq (get data/result "rows"))', said([{ id: 1 }]), "data/result is a vector, which has no key"],
    [
      '(= 1 (get-in data/depends ["ask" "n"]))',
      said({}, { depends: { ask: "one" } }),
      'data/depends.ask is a string ("one"), which has no key "n".',
    ],
  ])("find nothing, and %s comes to no judgement", (source, given, diagnosis) => {
    expect(verify(source, given)).toMatchObject({
      outcome: "failed",
      isDataFault: true,
      diagnosis: expect.stringContaining(diagnosis),
    });
  });

  it.each<[source: string, data: Data, outcome: string]>([
    ['(nil? (get data/result "error"))', said(done), "passed"],
    ['(get data/result "sent")', said({ sent: false }), "failed"],
    ['(get data/result "sent")', said({}), "failed"],
    ['(get data/result "sent")', said(null), "failed"],
    ['(get (first (split data/result " ")) "sent")', said(done), "failed"],
    ['(= 1 (get "a" "b"))', said(done), "failed"],
  ])("leave %s as it is", (source, given, outcome) => {
    const verdict = verify(source, given);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict).not.toHaveProperty("isDataFault");
  });
});
