import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, evaluate, type Limits } from "../index";

function limitOf(source: string, limits: Partial<Limits> = {}, data = {}): string | undefined {
  const found = evaluate(source, data, limits);
  return found.ok ? "none" : found.error.limit;
}

const nested = (depth: number, open: string, inside: string, close: string) =>
  open.repeat(depth) + inside + close.repeat(depth);

const MANY_TIMES = "(doseq [a (range 500) b (range 500)]";
const versions = (count: number) =>
  Array.from({ length: count }, (_, n) => `([${"a ".repeat(n)}] 1)`).join(" ");

describe("limits of programs", () => {
  it.each<[string, string, string]>([
    ["a loop without end", "(loop [] (recur))", "iterations"],
    ["a function that goes round without end", "((fn [] (recur)))", "iterations"],
    ["1 000 rounds and no more", "(loop [i 0] (if (< i 1001) (recur (inc i)) i))", "iterations"],
    ["loops in loops", "(loop [i 0] (loop [j 0] (when (< j 900) (recur (inc j)))) (recur (inc i)))", "fuel"],
    ["a call of itself without end", "(defn f [n] (f n)) (f 1)", "depth"],
    ["two that call each other", "(defn f [n] (g n)) (defn g [n] (f n)) (f 1)", "depth"],
    ["a call of itself through map", "(defn f [n] (map f [n])) (f 1)", "depth"],
    ["a call of itself through reduce", "(defn f [n] (reduce (fn [a b] (f b)) [1 2])) (f 1)", "depth"],
    ["a call of itself through for", "(defn f [n] (for [x [1] :when true] (f x))) (f 1)", "depth"],
    ["a chain of functions", "((reduce comp (repeat 500 identity)) 1)", "depth"],
    ["calls within deep forms", `(defn f [n] ${nested(190, "[", "(f n)", "]")}) (f 1)`, "depth"],
    [
      "functions within deep forms",
      `(defn f [n] ${nested(60, "(let [[a] [1]] (if true ", "(f n)", "))")}) (f 1)`,
      "depth",
    ],
    ["deep lists", nested(201, "(", "", ")"), "depth"],
    ["deep vectors", nested(20_000, "[", "", "]"), "depth"],
    ["groups that are never closed", "[".repeat(60_000), "depth"],
    ["many quotes", `${"'".repeat(201)}x`, "depth"],
    ["many skips", `${"#_".repeat(201)}x`, "depth"],
    ["many clauses of for", `(for [x [1] ${":when true ".repeat(300)}] x)`, "depth"],
    ["a chain of vectors", "(reduce (fn [acc x] [acc]) [] (range 300))", "depth"],
    ["too long a source", `"${"x".repeat(65_536)}"`, "source"],
    ["too long a source of wide characters", `"${"é".repeat(33_000)}"`, "source"],
    ["a body of many constants", `(doseq [x (range 1000)] ${"1 ".repeat(1_000)})`, "fuel"],
    ["a call with many names", `(doseq [x (range 1000)] (vector ${"x ".repeat(1_000)}))`, "fuel"],
    ["many bindings", `(doseq [x (range 1000)] (let [${"y x ".repeat(1_000)}] 1))`, "fuel"],
    ["many names to take apart", `(doseq [x (range 1000)] (let [[${"y ".repeat(1_000)}] []] 1))`, "fuel"],
    [
      "many keys to take apart",
      `(doseq [x (range 1000)] (let [{:keys [${"y ".repeat(1_000)}]} {}] 1))`,
      "fuel",
    ],
    [
      "many names that a function keeps",
      `(defn f [] (if false (let [${"y 1 ".repeat(5_000)}] 1))) ${MANY_TIMES} (f))`,
      "fuel",
    ],
    ["functions of many versions", `${MANY_TIMES} (fn ${versions(100)}))`, "fuel"],
    ["tests of long texts", `${MANY_TIMES} ((where :a includes "xy") {:a data/input}))`, "fuel"],
    ["many clauses", `(doseq [x (range 1000)] (cond ${"nil 1 ".repeat(1_000)}))`, "fuel"],
    ["many steps", `(doseq [x (range 1000)] (-> x ${"identity ".repeat(1_000)}))`, "fuel"],
    ["vectors that double", "(loop [v [1]] (recur (into v v)))", "fuel"],
    ["copies of a long vector", "(loop [v (range 20000)] (recur (rest v)))", "memory"],
  ])("%s", (_what, source, limit) => {
    expect(limitOf(source, {}, { input: "x".repeat(100_000) })).toBe(limit);
  });

  it.each<[string, string, unknown]>([
    ["1 000 rounds", "(loop [i 0] (if (< i 1000) (recur (inc i)) i))", 1_000],
    ["a recursion 150 deep", "(defn f [n] (if (zero? n) 0 (inc (f (dec n))))) (f 150)", 150],
    ["200 groups in each other", `(count (list ${nested(198, "[", "", "]")}))`, 1],
    ["a source of 64 KiB", `(count "${"x".repeat(65_500)}")`, 65_500],
    ["a thread of 1 000 steps", `(-> 0 ${"inc ".repeat(1_000)})`, 1_000],
    ["an and of 5 000 parts", `(and ${"1 ".repeat(5_000)})`, 1],
  ])("leave room for %s", (_what, source, expected) => {
    expect(evaluate(source, {})).toEqual({ ok: true, value: expected });
  });

  it.each<[string, Partial<Limits>]>([
    ["fuel", { fuel: 10 }],
    ["iterations", { iterations: 5 }],
    ["memory", { memoryBytes: 100 }],
    ["source", { sourceBytes: 10 }],
    ["depth", { depth: 2 }],
  ])("%s can be set", (limit, limits) => {
    const source =
      "(defn f [n] (if (pos? n) (f (dec n)) [n n n n n n n n])) (loop [i 0] (when (< i 9) (recur (inc i)))) (f 5)";
    expect(limitOf(source)).toBe("none");
    expect(limitOf(source, limits)).toBe(limit);
  });

  it("stop by the clock that is given, and say so", () => {
    let now = 0;
    const tick = () => {
      now += 400;
      return now;
    };
    const source = "(reduce + (map inc (range 20000)))";
    expect(limitOf(source, { now: tick })).toBe("deadline");
    expect(limitOf(source, { now: tick, deadlineMs: 1_000_000 })).toBe("none");
    expect(limitOf(source)).toBe("none");
  });

  it("say which step used the last fuel", () => {
    const found = evaluate("(do\n  (doseq [x (range 100)]\n    (inc x)))", {}, { fuel: 250 });
    expect(found).toMatchObject({
      error: { code: "limit_exceeded", limit: "fuel", line: expect.any(Number) },
    });
    expect(found.ok ? 0 : found.error.line).toBeGreaterThan(1);
  });

  it("have defaults", () => {
    expect(DEFAULT_LIMITS).toEqual({
      fuel: 200_000,
      iterations: 1_000,
      depth: 200,
      sourceBytes: 65_536,
      memoryBytes: 10_485_760,
      deadlineMs: 1_000,
    });
  });

  it.each([
    "data/result",
    "(= data/result [])",
    "#{data/result}",
    "(pr-str data/result)",
    "(frequencies [data/result])",
  ])("hold for data nested 100 000 deep: %s", (source) => {
    let result: unknown = [];
    for (let level = 0; level < 100_000; level += 1) result = [result];
    expect(["none", "depth"]).toContain(limitOf(source, {}, { result }));
    expect(evaluate("(count data/result)", { result: result as never })).toEqual({ ok: true, value: 1 });
  });
});
