import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORMS } from "../analyze/form-table";
import { BUILTINS } from "../builtins";

const words = (text: string) => text.trim().split(/\s+/);

/** The forms of the language, apart from those that are functions and `#()`. */
const FORM_NAMES = words(`
  let if if-not if-let if-some when when-not when-let when-some when-first cond case condp do and or fn def defn loop
  recur for doseq -> ->> as-> cond-> cond->> some-> some->> comment quote where return fail`);

/** The functions of the language. */
const FUNCTION_NAMES = words(`
  + - * / inc dec quot rem mod max min abs pow sqrt round floor ceil trunc int double float long == = not= < <= > >=
  compare zero? pos? neg? even? odd? pos-int? nat-int? neg-int? infinite? NaN?
  nil? some? true? false? boolean? number? int? integer? double? float? string? char? keyword? symbol? map? vector?
  list? set? coll? seq? sequential? seqable? associative? fn? ifn? regex? empty? type boolean
  count first second last rest next ffirst nth peek pop seq vec vector list set hash-map hash-set conj cons concat into
  empty not-empty map mapv map-indexed mapcat keep keep-indexed filter filterv remove reduce reduce-kv reductions take
  take-last take-while drop drop-last drop-while butlast split-at split-with partition partition-all partition-by
  group-by frequencies distinct distinct-by distinct? dedupe sort sort-by reverse interleave interpose flatten range
  repeat zip zipmap some every? not-any? not-every? find max-key min-key sum sum-by avg avg-by min-by max-by pluck
  combinations walk postwalk prewalk tree-seq
  get get-in assoc assoc-in update update-in dissoc merge merge-with select-keys keys vals key val contains?
  update-vals update-keys union intersection difference subset? superset? disj entries
  apply comp partial complement constantly identity juxt fnil every-pred some-fn not all-of any-of none-of
  str pr-str name keyword subs subvec join split split-lines trim triml trimr upper-case lower-case capitalize replace
  starts-with? ends-with? includes? index-of last-index-of blank? format re-find re-matches re-seq re-pattern
  parse-long parse-int parse-double parse-boolean json/parse-string json/generate-string
  bit-and bit-or bit-xor bit-not bit-shift-left bit-shift-right`);

const tables = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".test.ts") && file !== "names.test.ts")
  .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
  .join("\n");

/** Whether some case calls it, or hands it on as a function. */
function isNamed(name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`[\\s("'\`[/]${escaped}(?=[\\s)"'\`\\]\\\\])`).test(tables);
}

describe("the names of the language", () => {
  it("are all known, and no others are", () => {
    expect([...FORMS.keys()].sort()).toEqual([...FORM_NAMES].sort());
    expect([...BUILTINS.keys()].sort()).toEqual([...FUNCTION_NAMES].sort());
  });

  it("are each named by a case", () => {
    expect([...FORM_NAMES, ...FUNCTION_NAMES].filter((name) => !isNamed(name))).toEqual([]);
  });

  it("all stand in the document", () => {
    const document = readFileSync(join(import.meta.dirname, "../../../../docs/predicates.md"), "utf8");
    const listed = new Set(
      [...document.replace(/^```.*?^```/gms, "").matchAll(/`([^`]+)`/g)].flatMap((match) =>
        words(match[1] as string),
      ),
    );
    expect([...FORM_NAMES, ...FUNCTION_NAMES].filter((name) => !listed.has(name))).toEqual([]);
  });
});
