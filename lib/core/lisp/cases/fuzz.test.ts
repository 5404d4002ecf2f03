import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { scaled } from "@/lib/testing/scaled";
import { FORMS } from "../analyze/form-table";
import { BUILTINS } from "../builtins";
import { LISP_ERROR_CODES } from "../errors";
import { check, evaluate, evaluateProgram, verify } from "../index";

const DATA = {
  input: "text é 👩‍👩‍👧",
  result: { items: [{ id: 1, name: "a", ["__proto__"]: 5 }, null, 2.5], toString: "own", empty: {} },
  depends: { fetch: { items: [[1, [2]], true] } },
};
const PROTOTYPES = [Object.prototype, Array.prototype, String.prototype, Function.prototype, Map.prototype];
const shapeOf = () => PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype).join());

const NAMES = [
  ...BUILTINS.keys(),
  ...FORMS.keys(),
  "x",
  "f",
  "%",
  "&",
  "data/result",
  "data/input",
  "tool/search",
];
const ATOMS = [
  "nil",
  "true",
  "0",
  "1",
  "-3",
  "1e12",
  "2.5",
  "##NaN",
  "##Inf",
  ":a",
  ":items",
  '"ab"',
  '"__proto__"',
  "\\é",
  '#"(a+)+b"',
  "'s",
];

const { program } = fc.letrec<{ program: string; form: string; group: string }>((tie) => ({
  program: fc.array(tie("form"), { minLength: 1, maxLength: 3 }).map((forms) => forms.join(" ")),
  form: fc.oneof(
    { maxDepth: 5, depthIdentifier: "form" },
    fc.constantFrom(...NAMES, ...ATOMS),
    tie("group"),
    tie("group"),
  ),
  group: fc
    .tuple(
      fc.constantFrom(
        ["(", ")"],
        ["(", ")"],
        ["(", ")"],
        ["[", "]"],
        ["{", "}"],
        ["#{", "}"],
        ["#(", ")"],
        ["(let [x ", "] x)"],
        ["(fn [x] ", ")"],
        ["(loop [x 1] ", ")"],
        ["(for [x ", "] x)"],
        ["(-> ", ")"],
      ),
      fc.constantFrom("", ...NAMES),
      fc.array(tie("form"), { maxLength: 4, depthIdentifier: "form" }),
    )
    .map(([[open, close], head, items]) => `${open}${[head, ...items].join(" ")}${close}`),
}));

const GOOD = [
  '(and (map? data/result) (> (count (get data/result "items")) 0))',
  "(defn f [n] (if (pos? n) (f (dec n)) :done)) (f 20)",
  '(reduce + (map #(get % "id" 0) (filter map? (:items data/result))))',
  "(loop [i 0 acc []] (if (< i 10) (recur (inc i) (conj acc i)) acc))",
  "(for [x (range 5) :let [y (* x x)] :when (odd? y)] {:x x :y y})",
  '(let [{:keys [items] :or {items []}} data/result [a & more] items] (str "Got " (pr-str [a more])))',
];
const PIECES = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "#",
  "'",
  '"',
  "\\",
  "%",
  "&",
  " ",
  "\n",
  "~",
  "@",
  "recur",
  "fn",
  "é",
  "\u0000",
  "\ud83d",
];

/** A good program with a few of its characters lost, doubled or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...GOOD),
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...PIECES)), { maxLength: 6 }),
  )
  .map(([source, changes]) =>
    changes.reduce((text, [place, kind, piece]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + (kind === 1 ? "" : piece) + text.slice(at + (kind === 0 ? 0 : 1));
    }, source),
  );

const limits = { fuel: 20_000, memoryBytes: 1_000_000 };

/** Whatever the source, every entry answers in its own words, and leaves nothing behind. */
function holds(source: string): void {
  const before = JSON.stringify(DATA);
  const prototypes = shapeOf();
  const found = evaluate(source, DATA, limits);
  if (found.ok) expect(found).toHaveProperty("value");
  else {
    const { code, line, column, at, excerpt } = found.error;
    expect(LISP_ERROR_CODES).toContain(code);
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(at).toBeLessThanOrEqual(source.length);
    expect(excerpt).toContain("\n");
  }
  expect(evaluate(source, DATA, limits)).toEqual(found);
  const verdict = verify(source, DATA, limits);
  expect(verdict.outcome === "error" || evaluatedTo(found, verdict.outcome)).toBe(true);
  for (const issue of check(source)) expect(LISP_ERROR_CODES).toContain(issue.code);
  const outcome = evaluateProgram(source, DATA, { tools: ["search"], limits });
  if ("call" in outcome) expect(outcome.call).toMatchObject({ name: "search", index: 0 });
  expect(JSON.stringify(DATA)).toBe(before);
  expect(shapeOf()).toEqual(prototypes);
}

/** A verdict never passes on nil and false, and on true always; a value that cannot be given as JSON may be found. */
function evaluatedTo(found: ReturnType<typeof evaluate>, outcome: string): boolean {
  if (outcome === "passed") return !found.ok || (found.value !== null && found.value !== false);
  return !found.ok || found.value !== true;
}

describe("any source", () => {
  it("that looks like a program is answered", () => {
    fc.assert(fc.property(program, holds), { numRuns: scaled(1_500) });
  });

  it("that was a good program is answered", () => {
    fc.assert(fc.property(mutated, holds), { numRuns: scaled(1_000) });
  });

  it("is answered", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), holds), {
      numRuns: scaled(500),
    });
  });
});
