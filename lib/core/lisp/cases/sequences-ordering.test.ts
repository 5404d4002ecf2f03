import { cases, faults } from "./run-cases";

cases("items in another order", [
  ["(sort [3 1 2])", [1, 2, 3]],
  ['(sort ["b" "a" "B"])', ["B", "a", "b"]],
  ["(sort [:b :a])", ["a", "b"]],
  ["(sort [true false])", [false, true]],
  ["(sort [2 nil 1 nil])", [null, null, 1, 2]],
  ["(sort [[2 1] [3] [1 9] [1 2]])", [[3], [1, 2], [1, 9], [2, 1]]],
  [
    "(sort [[1 2] [1 2]])",
    [
      [1, 2],
      [1, 2],
    ],
  ],
  [
    "(sort [[nil 2] [nil 1]])",
    [
      [null, 1],
      [null, 2],
    ],
  ],
  ["(sort [])", []],
  ["(sort nil)", []],
  ["(sort #{3 1 2})", [1, 2, 3]],
  [
    "(sort {:b 1 :a 2})",
    [
      ["a", 2],
      ["b", 1],
    ],
  ],
  ['(sort "cab")', ["a", "b", "c"]],
  ["(sort > [1 3 2])", [3, 2, 1]],
  ["(sort compare [2 1])", [1, 2]],
  ["(sort (fn [a b] (- b a)) [1 3 2])", [3, 2, 1]],
  ["(sort (fn [a b] (- a b)) [0.5 0.25])", [0.25, 0.5]],
  ["(sort #(compare %2 %1) [1 2 3])", [3, 2, 1]],
  ["(sort-by :n [{:n 2} {:n 1}])", [{ n: 1 }, { n: 2 }]],
  ["(sort-by :n > [{:n 1} {:n 2}])", [{ n: 2 }, { n: 1 }]],
  ["(sort-by count [[1 2] [3] []])", [[], [3], [1, 2]]],
  ["(sort-by - [1 3 2])", [3, 2, 1]],
  [
    "(sort-by (juxt :a :b) [{:a 2 :b 1} {:a 1 :b 2} {:a 1 :b 1}])",
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
  ],
  [
    "(sort-by val > {:a 1 :b 2})",
    [
      ["b", 2],
      ["a", 1],
    ],
  ],
  ["(reverse [1 2 3])", [3, 2, 1]],
  ["(reverse nil)", []],
  ['(reverse "abc")', ["c", "b", "a"]],
]);

cases("equal items keep their order", [
  ["(map second (sort-by first [[1 :a] [0 :b] [1 :c] [0 :d]]))", ["b", "d", "a", "c"]],
  ["(map second (sort-by first <= [[1 :a] [0 :b] [1 :c] [0 :d]]))", ["b", "d", "a", "c"]],
  ["(sort (fn [a b] 0) [3 1 2])", [3, 1, 2]],
  ["(sort (constantly false) [3 1 2])", [3, 1, 2]],
]);

cases("comparators that contradict themselves still sort something", [
  ["(frequencies (map str (sort (constantly true) [3 1 2])))", { 1: 1, 2: 1, 3: 1 }],
  ["(count (sort (constantly 1) (range 50)))", 50],
  ["(count (sort (constantly ##NaN) (range 50)))", 50],
  ["(sort [##NaN 1])", [Number.NaN, 1]],
]);

faults("items without an order", [
  ['(sort [1 "a"])', "type_error"],
  ["(sort [:a 1])", "type_error"],
  ["(sort [{} {}])", "type_error"],
  ["(sort [[1] [:a]])", "type_error"],
  ["(sort (fn [a b] nil) [1 2])", "type_error"],
  ["(sort inc [1 2])", "arity_error"],
  ["(sort 5)", "type_error"],
  ["(sort :a [1 2] 3)", "arity_error"],
  ["(sort)", "arity_error"],
  ["(sort-by :a)", "arity_error"],
  ["(sort-by 5 [1])", "not_callable"],
  ["(reverse 5)", "type_error"],
]);
