import { describe, expect, it } from "vitest";
import { check, type Data, verify } from "../index";

/** A result with what predicates of plans ask for, and what came before it. */
const data: Data = {
  mission: "Move the shop to eu-north",
  input: { city: "Bern", limit: 3, regions: ["north", "south"] },
  depends: {
    fetch: { items: [{ id: "a" }, { id: "b" }], total: 2 },
    inspect: { serial: "s-1" },
  },
  results: { fetch: { items: [{ id: "a" }, { id: "b" }], total: 2 }, plan: "Two steps" },
  result: {
    city: "Bern",
    summary: "The move of Anna's shop takes two hours, see https://example.org/move",
    status: "approved",
    note: null,
    ok: true,
    score: 97.5,
    share: 0.94,
    count: 3,
    total: 60,
    serial: "s-2",
    date: "2026-03-01",
    tags: ["safe", "fast"],
    ids: ["a", "b", "c"],
    matrix: [
      [1, 2],
      [3, 4],
    ],
    items: [
      { id: "a", price: 10, status: "open", owner: { name: "Anna" } },
      { id: "b", price: 20, status: "open", owner: { name: "Ben" } },
      { id: "c", price: 30, status: "closed", owner: { name: "Cem" } },
    ],
    costs: { north: 40, south: 20 },
    options: [{ name: "one", pros: ["cheap"], cons: ["slow"] }],
    changes: [
      { region: "north", delta: -4.5 },
      { region: "south", delta: 2 },
    ],
  },
};

const NATURAL = [
  '(and (map? data/result) (> (count (get data/result "items")) 0))',
  '(= (get data/result "city") (get data/input "city"))',
  '(>= (count (get data/result "items")) (count (get-in data/depends ["fetch" "items"])))',
  '(if (seq data/result) true (str "Expected rows, got " (pr-str data/result)))',
  '(or (> (get data/result "score") 97) (str "Score must be above 97, got " (get data/result "score")))',
  '(seq (get data/result "options"))',
  '(not-empty (get data/result "tags"))',
  '(get data/result "summary")',
  '(get data/result "items")',
  "(:summary data/result)",
  '(get-in data/result ["items" 0 "owner" "name"])',
  '(some #{"safe"} (get data/result "tags"))',
  '(#{"approved" "rejected"} (get data/result "status"))',
  '(contains? #{"approved" "rejected"} (get data/result "status"))',
  '(re-find #"https?://" (get data/result "summary"))',
  '(re-matches #"\\d{4}-\\d{2}-\\d{2}" (get data/result "date"))',
  '(re-seq #"hours" (:summary data/result))',
  '(string/includes? (get data/result "summary") "Anna")',
  "(and (string? (:summary data/result)) (not (str/blank? (:summary data/result))))",
  '(first (get data/result "items"))',
  '(some (fn [item] (= (get item "id") "a")) (get data/result "items"))',
  '(some (fn [item] (when (= (get item "id") "b") item)) (get data/result "items"))',
  '(some #(when (> (get % "price") 25) (get % "id")) (get data/result "items"))',
  '(some #(re-find #"^An" (get-in % ["owner" "name"])) (get data/result "items"))',
  '(some :price (get data/result "items"))',
  '(every? (fn [item] (pos? (get item "price"))) (get data/result "items"))',
  '(every? #(contains? % "owner") (get data/result "items"))',
  "(every? :id (:items data/result))",
  '(every? (set (get data/result "tags")) ["safe" "fast"])',
  '(not-any? #(= "failed" (get % "status")) (get data/result "items"))',
  '(= 3 (count (get data/result "items")) (get data/result "count"))',
  '(= (get data/result "total") (reduce + (map #(get % "price") (get data/result "items"))))',
  '(= 60 (sum-by :price (get data/result "items")))',
  "(= (set (map :id (:items data/result))) (set (:ids data/result)))",
  '(< (Math/abs (- (get data/result "total") 60)) 0.01)',
  '(= 98 (Math/round (get data/result "score")))',
  '(= 97 (Math/floor (get data/result "score")))',
  '(<= 0 (get data/result "share") 1)',
  "(< 0.9 (:share data/result) 1.0)",
  "(let [{:keys [score share]} data/result] (and (> score 90) (< share 1)))",
  '(let [items (get data/result "items") prices (map :price items)] (and (seq items) (apply < prices)))',
  '(let [found (first (filter #(= "b" (:id %)) (:items data/result)))] (get found "price"))',
  '(if-let [summary (get data/result "summary")] (> (count summary) 20) "summary is missing")',
  "(when-let [rows (seq (:items data/result))] (every? map? rows))",
  '(when (map? data/result) (get data/result "summary"))',
  '(cond (nil? data/result) "no result" (empty? (:items data/result)) "no items" :else true)',
  '(cond (not (map? data/result)) "no map" :else (get data/result "city"))',
  '(case (get data/result "status") "approved" true "rejected" true "unknown status")',
  '(-> data/result (get "items") first (get "owner") :name)',
  '(->> (get data/result "items") (map :price) (every? pos?))',
  '(->> (:items data/result) (filter #(= "open" (:status %))) not-empty)',
  '(some-> data/result (get "summary") (str/includes? "hours"))',
  '(some->> (get data/result "items") (some #(when (= "c" (:id %)) (:status %))))',
  '(= nil (get data/result "note"))',
  "(nil? (:missing data/result))",
  "(or (nil? (:note data/result)) (string? (:note data/result)))",
  '(and (contains? data/result "score") (number? (get data/result "score")))',
  '(not= (get data/result "serial") (get-in data/depends ["inspect" "serial"]))',
  "(distinct? (map :id (:items data/result)))",
  "(apply distinct? (map :id (:items data/result)))",
  "(= (count (distinct (:ids data/result))) (count (:ids data/result)))",
  '(= (sort (keys (:costs data/result))) ["north" "south"])',
  '(subset? (set (:tags data/result)) #{"safe" "fast" "cheap"})',
  "(every? (fn [[region cost]] (and (string? region) (pos? cost))) (:costs data/result))",
  '(= (get (first (sort-by :delta (:changes data/result))) "region") "north")',
  '(every? #(and (seq (get % "pros")) (seq (get % "cons"))) (get data/result "options"))',
  "(every? (fn [row] (= 2 (count row))) (:matrix data/result))",
  '(index-of (get data/result "summary") "shop")',
  '(parse-long "3")',
  "(vals (:costs data/result))",
  "(keys data/result)",
  '(let [allowed #{"approved"}] (allowed (:status data/result)))',
  "(defn valid? [item] (pos? (:price item))) (every? valid? (:items data/result))",
  "(def wanted 3) (= wanted (count (:items data/result)))",
  "(max-by :price (:items data/result))",
  '(and (true? (:ok data/result)) (get data/result "ok"))',
  '(let [words (str/split (:summary data/result) #"\\s+")] (< 5 (count words) 50))',
  '(= (:total data/result) (+ (get-in data/result ["costs" "north"]) (get-in data/result [:costs :south])))',
  '(re-find #"(?i)shop" data/mission)',
  '(get data/results "plan")',
];

describe("natural predicates on valid data", () => {
  it("are seventy at least", () => {
    expect(NATURAL.length).toBeGreaterThanOrEqual(70);
  });

  it.each(NATURAL)("%s passes", (source) => {
    expect(check(source)).toEqual([]);
    expect(verify(source, data)).toEqual({ outcome: "passed" });
  });
});

const bad = `(fn [row] (when (< (:price row) 15) (str (:id row) " is too cheap")))`;

/** What is wrong with valid data by these, or what would let anything pass if it counted as truth. */
const REFUSING = [
  `(or (some ${bad} (:items data/result)) true)`,
  `(some ${bad} (:items data/result))`,
  `(or (first (keep ${bad} (:items data/result))) true)`,
  `(let [problems (keep ${bad} (:items data/result))] (or (first problems) true))`,
  `(let [problems (keep ${bad} (:items data/result))] (if (seq problems) (first problems) true))`,
  `(let [problems (keep ${bad} (:items data/result))] (seq problems))`,
  `(not-empty (map #(str (:id %) " is open") (:items data/result)))`,
  `(->> (:items data/result) (keep ${bad}) first)`,
  `(->> (:items data/result) (map (fn [row] (str (:id row)))) (some identity))`,
  `(or (seq (filter #(< (:price %) 15) (:items data/result))) true)`,
  `(if-let [cheap (first (filter #(< (:price %) 15) (:items data/result)))] cheap true)`,
  `(if-let [cheap (first (filter #(< (:price %) 15) (:items data/result)))] (str "cheap: " (:id cheap)) true)`,
  `(let [cheap (filter #(< (:price %) 15) (:items data/result))] (if (empty? cheap) true (first cheap)))`,
  `(cond (some #{"safe"} (:tags data/result)) (some #{"safe"} (:tags data/result)) :else true)`,
  `(cond (> (:score data/result) 90) "score is too high" :else true)`,
  `(if (< (:score data/result) 99) (format "score %s is low" (:score data/result)) true)`,
  `(when (seq (:items data/result)) (join ", " (map :id (:items data/result))))`,
  `(first ["too few rows"])`,
  `(get {"approved" "must not be approved"} (:status data/result))`,
  `({"approved" "must not be approved"} (:status data/result))`,
  `(get {:a 1} :b "nothing under :b")`,
  `(defn problem [row] (str (:id row) " is bad")) (problem (first (:items data/result)))`,
  `(defn problem [row] (str (:id row) " is bad")) (some problem (:items data/result))`,
  `(defn problems [rows] (keep ${bad} rows)) (first (problems (:items data/result)))`,
  `(first (reduce (fn [all row] (conj all (str (:id row)))) [] (:items data/result)))`,
  `(first (for [row (:items data/result) :when (:id row)] (str "bad " (:id row))))`,
  `(last (concat [] ["bad"]))`,
  `(first (conj [] "bad"))`,
  `(some (fn [m] (when m (name :bad))) (:items data/result))`,
  `(let [why (if (:ok data/result) "it is ok" nil)] (or why true))`,
  `(let [why (cond (:ok data/result) "it is ok" :else nil)] (first [why]))`,
  `(let [{:keys [why]} {:why "for a reason"}] why)`,
  `(let [[why] ["for a reason"]] (or why true))`,
  `(or (when (:ok data/result) "ok is set") true)`,
  `(do (:ok data/result) "the text of a person")`,
  `(pr-str data/result)`,
  `(upper-case (:summary data/result))`,
  `(str/trim (:summary data/result))`,
  `(return "for a reason")`,
  `(fail "for a reason")`,
  `(first ((fn [] ["bad"])))`,
  `(get data/result "missing")`,
  `(some #{"dangerous"} (:tags data/result))`,
  `(re-find #"ftp://" (:summary data/result))`,
  `(first (filter #(> (:price %) 99) (:items data/result)))`,
  `(subs "abc" 0 1)`,
  `(get {"blank" " "} "blank")`,
];

const SAYS_NOTHING = [
  "(count data/result)",
  "(count (:items data/result))",
  "5",
  ":pass",
  '#"ok"',
  "[true]",
  "{:ok false}",
  "#{}",
  "(filter #(< (:price %) 15) (:items data/result))",
  "(map pos? (map :price (:items data/result)))",
  "(for [row (:items data/result)] (pos? (:price row)))",
  "(remove pos? [])",
  "(reduce + (map :price (:items data/result)))",
  "(fn [r] true)",
  "#(pos? %)",
  "inc",
  "(compare 1 2)",
  "(if (map? data/result) (count data/result) false)",
  "(let [n (count (:items data/result))] n)",
  "(or (count data/result) false)",
  "(and true (vec (:items data/result)))",
  "(->> (:items data/result) (map :price) (apply max))",
  "(-> data/result :items count)",
  "(cond (map? data/result) (keep :id (:items data/result)) :else false)",
];

describe("predicates that refuse, or say nothing", () => {
  it.each(REFUSING)("%s does not pass", (source) => {
    expect(check(source)).toEqual([]);
    expect(verify(source, data)).toMatchObject({ outcome: "failed" });
  });

  it.each(SAYS_NOTHING)("%s is an error before it is asked, and never passes", (source) => {
    expect(check(source)).toMatchObject([{ severity: "error", code: "analysis_error" }]);
    expect(verify(source, data).outcome).toBe("failed");
  });
});
