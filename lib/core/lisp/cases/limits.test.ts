import { faults } from "./run-cases";

const DEEP = "(reduce (fn [v i] [v]) [] (range 1000))";
const HUGE = {
  result: { text: "x".repeat(2_000_000), rows: Array.from({ length: 300_000 }, (_, id) => id) },
};

faults("functions that would build too much", [
  ["(range 1e12)", "limit_exceeded"],
  ["(range ##Inf)", "limit_exceeded"],
  ["(range 0 -1e12 -1)", "limit_exceeded"],
  ["(range 9007199254740990 1e17)", "limit_exceeded"],
  ["(vec (range 1e9))", "limit_exceeded"],
  ['(repeat 1e9 "x")', "limit_exceeded"],
  ["(repeat ##Inf nil)", "limit_exceeded"],
  ["(combinations (range 40) 20)", "limit_exceeded"],
  ["(count (combinations (range 100) 50))", "limit_exceeded"],
  ["(partition 1e4 1 (range 2e4))", "limit_exceeded"],
  ["(reduce (fn [v _] (concat v v)) [1 2] (range 100))", "limit_exceeded"],
  ["(reduce (fn [v _] (into v v)) [1 2] (range 100))", "limit_exceeded"],
  ["(reduce (fn [v _] [v v v]) [] (range 1e9))", "limit_exceeded"],
  ["(reductions conj [] (range 1e5))", "limit_exceeded"],
  ["(reduce (fn [m i] (assoc m i i)) {} (range 1e5))", "limit_exceeded"],
  ["(reduce (fn [s i] (conj s i)) #{} (range 1e5))", "limit_exceeded"],
  ["(mapcat (fn [x] (range 1000)) (range 1000))", "limit_exceeded"],
  ["(interleave (range 1e9) (range 1e9))", "limit_exceeded"],
  ["(apply + (range 1e9))", "limit_exceeded"],
  ["(set (map (fn [i] (range i)) (range 1e4)))", "limit_exceeded"],
]);

faults("functions that would not end", [
  ["(tree-seq (constantly true) (fn [x] [x]) 1)", "limit_exceeded"],
  ["(tree-seq (constantly true) (fn [x] [x x]) 1)", "limit_exceeded"],
  ["(prewalk (fn [x] [x]) 1)", "limit_exceeded"],
  ["(prewalk (fn [x] [x x]) 1)", "limit_exceeded"],
  ["(prewalk (fn [x] {x x}) 1)", "limit_exceeded"],
  ["(sort (fn [a b] (count (range 1000))) (range 1000))", "limit_exceeded"],
  ["(every? (fn [x] (every? pos? (range 1 1000))) (range 1000))", "limit_exceeded"],
]);

faults("values and calls that are nested too deep", [
  [`(postwalk identity ${DEEP})`, "limit_exceeded"],
  [`(prewalk identity ${DEEP})`, "limit_exceeded"],
  [`(hash-set ${DEEP})`, "limit_exceeded"],
  [`(distinct [${DEEP}])`, "limit_exceeded"],
  [`(frequencies [${DEEP}])`, "limit_exceeded"],
  [`(= ${DEEP} ${DEEP})`, "limit_exceeded"],
  [`(contains? [${DEEP}] ${DEEP})`, "limit_exceeded"],
  [`(sort [${DEEP} ${DEEP}])`, "limit_exceeded"],
  ["((reduce comp (repeat 5000 inc)) 0)", "limit_exceeded"],
  ["((reduce (fn [f _] (partial f)) inc (range 5000)) 0)", "limit_exceeded"],
  ["((reduce (fn [f _] (complement f)) nil? (range 5000)) 0)", "limit_exceeded"],
  ["((reduce (fn [f _] (juxt f)) inc (range 5000)) 0)", "limit_exceeded"],
]);

faults(
  "large data",
  [
    ["(vec (get data/result :text))", "limit_exceeded"],
    ["(every? (fn [_] (= (count data/result) 2) (sum (get data/result :rows))) [1 2])", "limit_exceeded"],
    ["(map (fn [i] #{[i (get data/result :text)]}) (range 1000))", "limit_exceeded"],
    ["(sort > (get data/result :rows))", "limit_exceeded"],
    ["(frequencies (get data/result :rows))", "limit_exceeded"],
    ["(map (fn [_] (set (get data/result :rows))) [1 2])", "limit_exceeded"],
    ["(every? (fn [_] (rest (get data/result :rows))) (range 1000))", "limit_exceeded"],
    ["(get {} (get data/result :rows))", "limit_exceeded"],
  ],
  HUGE,
);
