import { cases, faults } from "./run-cases";

cases("items put together", [
  ["(get (group-by even? [1 2 3]) true)", [2]],
  ["(get (group-by even? [1 2 3]) false)", [1, 3]],
  [
    "(group-by :a [{:a :x :n 1} {:a :y :n 2} {:a :x :n 3}])",
    {
      x: [
        { a: "x", n: 1 },
        { a: "x", n: 3 },
      ],
      y: [{ a: "y", n: 2 }],
    },
  ],
  ["(group-by identity nil)", {}],
  ['(frequencies ["a" "b" "a"])', { a: 2, b: 1 }],
  ['(frequencies "aab")', { a: 2, b: 1 }],
  ["(get (frequencies [nil nil]) nil)", 2],
  ["(frequencies nil)", {}],
  [
    "(partition 2 [1 2 3 4 5])",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    "(partition 2 1 [1 2 3])",
    [
      [1, 2],
      [2, 3],
    ],
  ],
  [
    "(partition 2 3 [1 2 3 4 5])",
    [
      [1, 2],
      [4, 5],
    ],
  ],
  [
    "(partition 3 3 [:x :y] [1 2 3 4])",
    [
      [1, 2, 3],
      [4, "x", "y"],
    ],
  ],
  ["(partition 4 4 [:x] [1 2])", [[1, 2, "x"]]],
  ["(partition 2 2 nil [1 2 3])", [[1, 2], [3]]],
  [
    "(partition 3 1 [0] [1 2 3 4])",
    [
      [1, 2, 3],
      [2, 3, 4],
      [3, 4, 0],
    ],
  ],
  ["(partition 2 nil)", []],
  ["(partition 3 [1 2])", []],
  ["(partition-all 2 [1 2 3])", [[1, 2], [3]]],
  ["(partition-all 2 1 [1 2 3])", [[1, 2], [2, 3], [3]]],
  ["(partition-all 2 nil)", []],
  ["(partition-by odd? [1 3 2 4 5])", [[1, 3], [2, 4], [5]]],
  ["(partition-by identity [nil nil 1])", [[null, null], [1]]],
  ["(partition-by identity nil)", []],
  [
    "(combinations [1 2 3] 2)",
    [
      [1, 2],
      [1, 3],
      [2, 3],
    ],
  ],
  ["(combinations [1 2 3] 0)", [[]]],
  ["(combinations [1 2 3] 3)", [[1, 2, 3]]],
  ["(combinations [1 2] 3)", []],
  ["(combinations [1 2] -1)", []],
  ["(count (combinations (range 8) 4))", 70],
  ["(last (combinations (range 5) 3))", [2, 3, 4]],
  [
    '(combinations "abc" 2)',
    [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
    ],
  ],
]);

faults("parts that cannot be", [
  ["(partition 0 [1])", "type_error"],
  ["(partition -1 [1])", "type_error"],
  ["(partition 2 0 [1 2])", "type_error"],
  ["(partition 2 -1 [1 2])", "type_error"],
  ["(partition 2)", "arity_error"],
  ["(partition-all 2 0 [1 2])", "type_error"],
  ["(partition-all 2)", "arity_error"],
  ["(partition-by odd?)", "arity_error"],
  ["(partition nil [1])", "type_error"],
  ["(group-by (fn [x] inc) [1])", "type_error"],
  ["(group-by :a)", "arity_error"],
  ["(frequencies 1)", "type_error"],
  ["(combinations [1 2] nil)", "type_error"],
  ["(combinations [1 2])", "arity_error"],
]);
