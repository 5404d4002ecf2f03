import { cases, faults } from "./run-cases";

cases(
  "nested values, part by part",
  [
    ["(walk inc (fn [v] (reduce + v)) [1 2])", 5],
    ["(walk identity identity 5)", 5],
    ["(walk (fn [[k v]] [k (inc v)]) identity {:a 1})", { a: 2 }],
    ["(walk (fn [e] nil) identity {:a 1})", {}],
    ["(walk inc identity #{1 2})", [2, 3]],
    ["(postwalk (fn [x] (if (number? x) (inc x) x)) [1 [2 {:a 3}] #{4}])", [2, [3, { a: 4 }], [5]]],
    ["(postwalk (fn [x] (if (vector? x) (count x) x)) [[1 2] [3]])", 2],
    ["(postwalk (fn [x] (if (map? x) (count x) x)) {:a {:b 1}})", 1],
    ["(prewalk (fn [x] (if (number? x) (inc x) x)) [1 [2]])", [2, [3]]],
    ["(prewalk (fn [x] (if (= x :leaf) [1] x)) [:leaf])", [[1]]],
    ["(prewalk identity data/result)", { a: [{ b: 1 }], c: [] }],
    ["(postwalk identity data/result)", { a: [{ b: 1 }], c: [] }],
    ["(flatten [1 [2 [3 [4]]] []])", [1, 2, 3, 4]],
    ["(flatten nil)", []],
    ["(flatten 5)", []],
    ["(flatten {:a [1]})", []],
    ["(flatten [[{:a [1]}] #{2} nil])", [{ a: [1] }, [2], null]],
    ["(tree-seq vector? identity [1 [2]])", [[1, [2]], 1, [2], 2]],
    ["(map :n (tree-seq :kids :kids {:n 1 :kids [{:n 2 :kids [{:n 3}]} {:n 4}]}))", [1, 2, 3, 4]],
    ["(tree-seq vector? identity 1)", [1]],
    ["(count (flatten (reduce (fn [v i] [v i]) [] (range 2000))))", 2000],
  ],
  { result: { a: [{ b: 1 }], c: [] } },
);

faults("walks that cannot be", [
  ["(walk inc identity)", "arity_error"],
  ['(walk inc identity ["a"])', "type_error"],
  ["(walk (fn [e] 5) identity {:a 1})", "type_error"],
  ["(postwalk identity)", "arity_error"],
  ["(prewalk identity)", "arity_error"],
  ["(postwalk 5 [1])", "not_callable"],
  ["(tree-seq vector? inc [1])", "type_error"],
  ["(tree-seq vector? identity)", "arity_error"],
  ["(flatten)", "arity_error"],
]);
