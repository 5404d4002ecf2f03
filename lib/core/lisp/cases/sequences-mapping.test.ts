import { cases, faults } from "./run-cases";

cases("what is made of each item", [
  ["(map inc [1 2])", [2, 3]],
  ["(map inc nil)", []],
  ["(map + [1 2 3] [10 20])", [11, 22]],
  [
    "(map vector [1 2] [3 4] [5 6])",
    [
      [1, 3, 5],
      [2, 4, 6],
    ],
  ],
  ["(map :a [{:a 1} {} nil])", [1, null, null]],
  ["(map first {:a 1 :b 2})", ["a", "b"]],
  ["(map {:x 1} [:x :y])", [1, null]],
  ['(map identity "ab")', ["a", "b"]],
  ["(mapv inc #{1})", [2]],
  ["(mapv + [1] [2] [3])", [6]],
  ["(mapcat vector [1 2])", [1, 2]],
  ["(mapcat identity [[1 2] nil [3]])", [1, 2, 3]],
  ["(mapcat list [1 2] [3 4])", [1, 3, 2, 4]],
  [
    "(map-indexed vector [:a :b])",
    [
      [0, "a"],
      [1, "b"],
    ],
  ],
  ["(map-indexed + nil)", []],
  ["(keep :a [{:a 1} {:a nil} {:a false}])", [1, false]],
  ["(keep seq [[] [1]])", [[1]]],
  ["(keep-indexed (fn [i x] (when (odd? i) x)) [:a :b :c :d])", ["b", "d"]],
  ["(pluck :a [{:a 1} {:b 2}])", [1, null]],
  ['(pluck "a" [{:a 1}])', [1]],
  ["(pluck 1 [[5 6]])", [6]],
  ["(pluck :a nil)", []],
  [
    "(zip [1 2] [3 4])",
    [
      [1, 3],
      [2, 4],
    ],
  ],
  ["(zip [1 2] [3] [5 6])", [[1, 3, 5]]],
  ["(zip [1])", [[1]]],
  ["(zip [1] nil)", []],
  ["(interleave [1 2 3] [:a :b])", [1, "a", 2, "b"]],
  ["(interleave)", []],
  ["(interleave [1 2])", [1, 2]],
  ['(interpose "," [1 2 3])', [1, ",", 2, ",", 3]],
  ["(interpose 0 [1])", [1]],
  ["(interpose 0 nil)", []],
]);

cases("the whole way of a collection", [
  ["(->> [{:n 3} {:n 1} {:n 2}] (filter #(> (:n %) 1)) (sort-by :n) (map :n))", [2, 3]],
  ["(reduce + (map * [1 2 3] [4 5 6]))", 32],
]);

faults("mapping that cannot be", [
  ["(map inc)", "arity_error"],
  ["(mapv inc)", "arity_error"],
  ["(map 1 [1])", "not_callable"],
  ["(map inc 1)", "type_error"],
  ['(map inc ["a"])', "type_error"],
  ["(mapcat inc [1])", "type_error"],
  ["(mapcat identity)", "arity_error"],
  ["(map-indexed inc [1])", "arity_error"],
  ["(map-indexed inc)", "arity_error"],
  ["(keep identity)", "arity_error"],
  ["(keep-indexed vector)", "arity_error"],
  ["(interpose 1)", "arity_error"],
  ["(pluck :a 1)", "type_error"],
  ["(zip)", "arity_error"],
  ["(zip [1] 2)", "type_error"],
]);
