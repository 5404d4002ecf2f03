import { FORMS } from "../analyze/form-table";
import { builtinNamed } from "../analyze/names";
import type { LispError } from "../errors";
import { type Form, type GroupForm, symbolName } from "../read/forms";
import { Keyword, Regex } from "../values";
import {
  bound,
  DATA,
  expanded,
  functionBodies,
  givenTo,
  globalNames,
  headOf,
  ITEM,
  makesFunction,
  type Names,
  namesInside,
  type Patience,
  partsInside,
  patience,
} from "./names";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What finds something or gives nil: as a verdict it is the truth that something was found. */
const LOOKUPS = words(`
  get get-in first second last nth ffirst peek find seq not-empty next keys vals key val some re-find re-matches re-seq
  index-of last-index-of parse-long parse-int parse-double json/parse-string min-by max-by`);

/** What gives a number whatever it is given. */
const NUMBERS = words(`
  + - * / inc dec quot rem mod max min abs pow sqrt round floor ceil trunc int double float long compare count sum sum-by
  avg avg-by bit-and bit-or bit-xor bit-not bit-shift-left bit-shift-right`);

/** What gives a collection whatever it is given, empty or not. */
const COLLECTIONS = words(`
  map mapv map-indexed mapcat keep keep-indexed filter filterv remove reductions take take-last take-while drop drop-last
  drop-while split-at split-with partition partition-all partition-by group-by frequencies distinct distinct-by dedupe
  sort sort-by reverse interleave interpose flatten range repeat zip zipmap vec vector list set hash-map hash-set conj
  cons concat into rest pluck combinations select-keys entries split split-lines for`);

/** What writes a text. */
const WRITERS = words("str pr-str format join name json/generate-string");
/** What gives items of its last argument, whatever its function says of them. */
const SELECTORS = words(
  "filter filterv remove take-while drop-while sort-by distinct-by group-by partition-by min-by max-by find",
);
/** What gives what its function makes. */
const MAKERS = words("map mapv mapcat keep map-indexed keep-indexed some");
/** What keeps the values that it is given. */
const KEEPERS = words("conj cons list vector hash-map hash-set assoc assoc-in repeat interpose");
/** Forms whose value is that of their last part. */
const LAST = words("let loop do when when-not when-let when-some when-first and");
/** What gives true or false. */
const TESTS = /[?=<>]$|^not$|^boolean$/;

/** What the verdict of a predicate may come from (docs/predicates.md, "Outcome"). */
type Leaves = {
  /** Offsets of the forms that find something: what they find is truth, a text too. */
  readonly truths: ReadonlySet<number>;
  /** Forms that are never nil or false and say nothing of a result. */
  readonly issues: readonly LispError[];
};

/** Reads from the forms of a predicate where its verdict comes from. */
export function leavesOf(forms: readonly Form[], source: string): Leaves {
  const truths = new Set<number>();
  const issues: LispError[] = [];
  const reader = new LeafReader(source, truths, issues);
  const last = forms.at(-1);
  if (last) reader.tail(last, globalNames(forms), []);
  return { truths, issues };
}

class LeafReader {
  private readonly patience: Patience = patience();

  private readonly source: string;
  private readonly truths: Set<number>;
  private readonly issues: LispError[];

  constructor(source: string, truths: Set<number>, issues: LispError[]) {
    this.source = source;
    this.truths = truths;
    this.issues = issues;
  }

  /** The last forms of a form, down to its leaves. `refused` are tests that, where they fail, let the result pass. */
  tail(form: Form, names: Names, refused: readonly string[]): void {
    if (form.kind !== "list") return this.leaf(form, names, refused);
    const [, ...parts] = form.items;
    const head = headOf(form, names) ?? "";
    const inner = namesInside(form, names);
    const last = parts.at(-1);
    const go = (part: Form | undefined, tests = refused) => part && this.tail(part, inner, tests);
    if (/^(?:let|loop|do|when(?:-.+)?|and|return)$/.test(head)) return go(last);
    if (/^if(?:-.+)?$/.test(head)) {
      const [test, then, otherwise] = parts;
      go(then, this.against(otherwise, test, refused));
      return go(otherwise, this.against(then, test, refused));
    }
    if (head === "or") return this.alternatives(parts, names, refused);
    if (head === "cond" || head === "case" || head === "condp") {
      const from = { cond: 0, case: 1, condp: 2 }[head];
      const clauses = parts.slice(from);
      const fallback = head === "cond" || clauses.length % 2 === 1 ? last : undefined;
      for (const [index, part] of clauses.entries()) {
        if (index % 2 === 1) go(part, this.against(fallback, clauses[index - 1], refused));
        else if (index === clauses.length - 1) go(part);
      }
      return;
    }
    const made = expanded(form);
    if (made.kind === "list" && headOf(made, names) === "some") {
      const test = made.items[1] && expanded(made.items[1]);
      if (test && makesFunction(test)) {
        for (const { body, names: seen } of functionBodies(test, names, givenTo(made, "some"))) {
          const result = body.at(-1);
          if (result) this.tail(result, seen, refused);
        }
        return;
      }
    }
    this.leaf(form, inner, refused);
  }

  /** What stands before a plain `true` is there to refuse: as truth it would let everything pass. */
  private alternatives(parts: readonly Form[], names: Names, refused: readonly string[]): void {
    const passes = parts.findLastIndex(isTrue);
    for (const [index, part] of parts.entries()) {
      this.tail(part, names, index < passes ? [...refused, this.textOf(part)] : refused);
    }
  }

  /** Where the other branch lets the result pass, what this branch finds by the same test refuses it. */
  private against(other: Form | undefined, test: Form | undefined, refused: readonly string[]) {
    return other && test && isTrue(other) ? [...refused, this.textOf(test)] : refused;
  }

  private leaf(form: Form, names: Names, refused: readonly string[]): void {
    const kind = this.kindOf(form, names);
    if (kind === "truth") {
      const shown = this.subjectText(form);
      if (!refused.some((test) => test.includes(shown))) this.truths.add(form.at);
    } else if (kind) {
      const message = `A verdict is true, false, a text, or something that may be nil; ${kind} is none: compare it.`;
      this.issues.push({ code: "analysis_error", message, at: form.at });
    }
  }

  private kindOf(form: Form, names: Names): "truth" | "a number" | "a collection" | "a value" | undefined {
    this.patience.left -= 1;
    if (this.patience.left < 0) return undefined;
    const made = expanded(form);
    if (made.kind === "constant") {
      if (typeof made.value === "number") return "a number";
      return made.value instanceof Keyword || made.value instanceof Regex ? "a value" : undefined;
    }
    if (made.kind === "symbol") return this.kindOfName(made.name, names);
    if (made.kind !== "list")
      return made.items.length > 0 || made.kind !== "vector" ? "a collection" : undefined;
    const head = headOf(made, names);
    if (makesFunction(made)) return "a value";
    if (head === undefined) return this.kindOfCallee(made, names);
    const folded = head === "reduce" || head === "apply" ? symbolName(made.items[1]) : undefined;
    if (NUMBERS.has(folded ?? head)) return "a number";
    if (COLLECTIONS.has(head)) return "a collection";
    if (!LOOKUPS.has(head) && head !== ITEM) return undefined;
    return this.hidesText(made, head, names) ? undefined : "truth";
  }

  /** Whether what a lookup finds may be a text that the program wrote. */
  private hidesText(made: GroupForm, head: string, names: Names): boolean {
    const [, first, second, third] = made.items;
    if (/^(?:re-|parse-|json\/)|index-of$/.test(head)) return false;
    if (head === "some") {
      return (
        !!first && !!second && (this.writesBy(expanded(first), made, names) || this.writes(second, names))
      );
    }
    // A third part is what get, get-in and nth give where nothing is found.
    return [first, third].some((part) => part !== undefined && this.writes(part, names));
  }

  private kindOfName(name: string, names: Names) {
    const value = bound(name, names);
    if (value) return this.kindOf(value.form, value.names);
    if (name.startsWith(DATA)) return "truth";
    return builtinNamed(name) ? "a value" : undefined;
  }

  /** Keywords, sets and maps as functions look something up. */
  private kindOfCallee({ items: [callee, ...args] }: GroupForm, names: Names) {
    const name = symbolName(callee);
    const value = name === undefined ? callee : bound(name, names)?.form;
    if (value?.kind === "set") return "truth";
    const looksUp = value?.kind === "map" || isKeyword(value);
    const parts = value ? [value, ...args] : args;
    return looksUp && !parts.some((part) => this.writes(part, names)) ? "truth" : undefined;
  }

  /** Whether texts that the program itself writes may be in a value: they are diagnoses, wherever they are kept. */
  private writes(form: Form, names: Names): boolean {
    this.patience.left -= 1;
    if (this.patience.left < 0) return true;
    const made = expanded(form);
    if (made.kind === "constant") return typeof made.value === "string";
    if (made.kind === "symbol") {
      const value = bound(made.name, names);
      return value !== undefined && this.writes(value.form, value.names);
    }
    if (made.kind !== "list") return made.items.some((item) => this.writes(item, names));
    const head = headOf(made, names) ?? "";
    if (WRITERS.has(head)) return true;
    const isForm = FORMS.has(head);
    if (!isForm && TESTS.test(head)) return false;
    const [callee, first, ...others] = made.items;
    if (SELECTORS.has(head)) return others.some((part) => this.writes(part, names));
    if ((LOOKUPS.has(head) || head === ITEM) && head !== "some") return !!first && this.writes(first, names);
    if (MAKERS.has(head) && first) return this.writesBy(expanded(first), made, names);
    const name = symbolName(callee);
    const named = name === undefined ? undefined : bound(name, names);
    if (callee?.kind === "list" || (named && makesFunction(named.form))) return true;
    const parts = partsInside(made, names);
    const kept = isForm || KEEPERS.has(head);
    return (LAST.has(head) ? parts.slice(-1) : parts).some(
      ({ form: part, names: seen }) => (kept || part.kind !== "constant") && this.writes(part, seen),
    );
  }

  /** Whether a function that gets items writes texts; of one that is named elsewhere nobody knows. */
  private writesBy(made: Form, call: GroupForm, names: Names): boolean {
    if (made.kind === "symbol") {
      const value = bound(made.name, names);
      return value ? value.form.kind !== "set" : WRITERS.has(made.name);
    }
    if (!makesFunction(made)) return made.kind === "list";
    const bodies = functionBodies(made, names, givenTo(call, headOf(call, names) as string));
    return bodies.some(({ body, names: seen }) => {
      const result = body.at(-1);
      return result !== undefined && this.writes(result, seen);
    });
  }

  /** What a lookup looks into, as it is written; a name as it is. */
  private subjectText(form: Form): string {
    const [, first] = form.kind === "list" ? form.items : [];
    const last = form.kind === "list" ? form.items.at(-1) : undefined;
    return first && last ? this.source.slice(first.at, last.end) : this.textOf(form);
  }

  private textOf({ at, end }: Form): string {
    return this.source.slice(at, end);
  }
}

function isTrue(form: Form): boolean {
  return form.kind === "constant" && form.value === true;
}

function isKeyword(form: Form | undefined): boolean {
  return form?.kind === "constant" && form.value instanceof Keyword;
}
