import { cases, faults } from "./run-cases";

cases("loop and recur", [
  ["(loop [i 0] (if (< i 5) (recur (inc i)) i))", 5],
  ["(loop [i 0 acc []] (if (< i 3) (recur (inc i) (conj acc i)) acc))", [0, 1, 2]],
  ["(loop [a 1 b 2] (if (= a 1) (recur b a) [a b]))", [2, 1]],
  ["(loop [] 1)", 1],
  ["(loop [x 1 y (inc x)] y)", 2],
  ["(loop [i 0] (cond (< i 3) (recur (inc i)) :else i))", 3],
  ["(loop [i 0] (case i 3 :end (recur (inc i))))", "end"],
  ["(loop [i 0] (condp = i 3 :end (recur (inc i))))", "end"],
  ["(loop [i 0] (when (< i 3) (recur (inc i))))", null],
  ["(loop [i 0] (if-not (< i 3) i (recur (inc i))))", 3],
  ["(loop [i 0] (or (> i 3) (recur (inc i))))", true],
  ["(loop [i 0] (and (< i 3) (recur (inc i))))", false],
  ["(loop [i 0] (let [j (inc i)] (if (< j 3) (recur j) j)))", 3],
  ["(loop [xs [1 2]] (if-let [[x & more] (seq xs)] (recur more) :empty))", "empty"],
  ["(loop [xs [1 2]] (when-some [x (first xs)] (recur (rest xs))))", null],
  ["(loop [i 0] (do 1 (if (< i 2) (recur (inc i)) i)))", 2],
  ["(loop [i 0] (if (< i 2) (-> i inc (recur)) i))", 2],
  ["(loop [i 0] (if (< i 2) (as-> i x (inc x) (recur x)) i))", 2],
  ["(loop [i 0] (if (< i 2) (loop [j 0] (if (< j 3) (recur (inc j)) j)) i))", 3],
]);

cases("recur in a function", [
  ["((fn [n acc] (if (zero? n) acc (recur (dec n) (inc acc)))) 10 0)", 10],
  ["(defn f [n] (if (pos? n) (recur (dec n)) :done)) (f 500)", "done"],
  ["((fn [a & more] (if more (recur (first more) (next more)) a)) 1 2 3)", 3],
  ["(#(if (pos? %) (recur (dec %)) :done) 3)", "done"],
]);

cases("for", [
  ["(for [x [1 2 3]] (inc x))", [2, 3, 4]],
  [
    "(for [x [1 2] y [3 4]] [x y])",
    [
      [1, 3],
      [1, 4],
      [2, 3],
      [2, 4],
    ],
  ],
  ["(for [x [1 2] y [x x]] y)", [1, 1, 2, 2]],
  ["(for [x [1 2 3 4] :when (even? x)] x)", [2, 4]],
  ["(for [x [1 2 3 1] :while (< x 3)] x)", [1, 2]],
  [
    "(for [x [1 2] y [1 2 3] :while (<= y x)] [x y])",
    [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
  ],
  [
    "(for [x [1 2] :while (< x 2) y [8 9]] [x y])",
    [
      [1, 8],
      [1, 9],
    ],
  ],
  ["(for [x [1 2] :let [y (inc x) z (inc y)]] z)", [3, 4]],
  ["(for [x [1 2 3] :let [y (* x x)] :when (odd? y)] y)", [1, 9]],
  ["(for [x nil] x)", []],
  ['(for [c "ab"] c)', ["a", "b"]],
  ["(for [[k v] {:a 1 :b 2}] v)", [1, 2]],
  ["(for [x #{1}] x)", [1]],
]);

cases("doseq", [
  ["(doseq [x [1 2]] x)", null],
  ["(doseq [x [1 2]])", null],
  ["(doseq [x [1 2] :when (even? x)] (return x))", 2],
]);

faults("loops that are none", [
  ["(recur)", "analysis_error"],
  ["(loop [] (inc (recur)))", "analysis_error"],
  ["(loop [i 0] (recur i) 1)", "analysis_error"],
  ["(loop [i 0] [(recur i)])", "analysis_error"],
  ["(loop [i 0] (if (recur i) 1 2))", "analysis_error"],
  ["(loop [i 0] (for [x [1]] (recur 1)))", "analysis_error"],
  ["(loop [i 0] (fn [] (recur 1)))", "arity_error"],
  ["(loop [i 0] (recur))", "arity_error"],
  ["(loop [i 0] (recur 1 2))", "arity_error"],
  ["(fn [a] (recur))", "arity_error"],
  ["(loop)", "analysis_error"],
  ["(loop [i] i)", "analysis_error"],
  ["(for [] 1)", "analysis_error"],
  ["(for [:when true] 1)", "analysis_error"],
  ["(for [x [1] :until true] 1)", "analysis_error"],
  ["(for [x [1]] 1 2)", "analysis_error"],
  ["(for [x] 1)", "analysis_error"],
  ["(for [x [1] :let x] 1)", "analysis_error"],
  ["(for [x 5] x)", "type_error"],
  ["(doseq [x 5] x)", "type_error"],
]);
