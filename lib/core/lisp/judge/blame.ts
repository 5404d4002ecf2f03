import { cutText } from "../../text";
import { LispFault } from "../errors";
import type { Data } from "../execute";
import { isMap, isVector, kindOf, mapEntries } from "../kinds";
import type { Form, GroupForm } from "../read/forms";
import { Fn, Keyword, type Value } from "../values";
import {
  bound,
  DATA,
  expanded,
  functionBodies,
  givenTo,
  globalNames,
  headOf,
  ITEM,
  isUnknown,
  makesFunction,
  type Names,
  type Patience,
  partsInside,
  patience,
  type Scoped,
} from "./names";

/** A step into data: a key, a place, or any item of a collection. */
export type Step = string | number | typeof ANY;
const ANY = Symbol("any item");

/** Where a value comes from: from data at all, along which path, and along which its items come. */
type Origin = { data: boolean; path?: readonly Step[] | undefined; items?: readonly Step[] | undefined };
const ELSEWHERE: Origin = { data: false };

const BLAMABLE = new Set([
  "type_error",
  "arithmetic_error",
  "not_callable",
  "destructure_error",
  "arity_error",
]);
/** What calls its function with as many arguments as the data has items. */
const SPREADS = new Set(["apply", "reduce"]);
const PLACES = new Map([
  ["first", 0],
  ["second", 1],
]);
/** What gives the same items, or some of them. */
const SAME_ITEMS = new Set(
  "seq vec not-empty filter filterv remove sort sort-by rest next take drop reverse distinct set".split(" "),
);
const MAX_SHOWN = 200;
/** Threads count as forms in each other here, so that there may be more of these than a source can nest. */
const MAX_LEVELS = 500;

/**
 * Says which data a fault is due to, with its path and its kind (docs/predicates.md, "Data faults"), and whether it is not
 * there at all; undefined where the program is wrong whatever it is given.
 */
export function dataFault(
  thrown: unknown,
  forms: readonly Form[],
  data: Data,
  source: string,
): { diagnosis: string; isAbsent: boolean } | undefined {
  if (!(thrown instanceof LispFault) || !BLAMABLE.has(thrown.error.code)) return undefined;
  const { error, args, offender } = thrown;
  const tracer = new Tracer();
  const globals = globalNames(forms);
  const call = forms.map((form) => tracer.callAt({ form, names: globals }, error.at)).find(Boolean);
  const shown = (form: Form) => cutText(source.slice(form.at, form.end), MAX_SHOWN);
  if (call?.form.kind !== "list") return undefined;
  const operands = error.code === "not_callable" ? call.form.items.slice(0, 1) : call.form.items.slice(1);
  if (error.code === "arity_error" && !SPREADS.has(headOf(call.form, call.names) ?? "")) return undefined;
  const own = offender ? args.findIndex((arg) => Object.is(arg, offender.value)) : -1;
  const candidates = own >= 0 ? operands.slice(own, own + 1) : operands;
  for (const form of candidates) {
    const origin = tracer.origin(form, call.names);
    const value = args[operands.indexOf(form)] ?? null;
    if (!origin.data || value instanceof Fn) continue;
    const inside = own < 0 && offender !== undefined;
    const found = inside ? offender.value : value;
    const path = inside ? itemsOf(origin) : origin.path;
    const what = path ? pathText(located(path, data, found) ?? path) : shown(form);
    const about = error.code === "not_callable" ? "" : ` is ${described(found)}`;
    const diagnosis = `${what}${about}, in ${shown(call.form)}: ${error.message}`;
    return { diagnosis, isAbsent: found === null };
  }
  return undefined;
}

class Tracer {
  private readonly patience: Patience = patience();

  /** The call whose fault shows at this offset, the innermost, with the names that it sees. */
  callAt({ form, names }: Scoped, at: number | undefined, level = 0): Scoped | undefined {
    const made = expanded(form);
    if (made.kind === "constant" || made.kind === "symbol" || level > MAX_LEVELS) return undefined;
    for (const part of partsInside(made, names)) {
      const found = this.callAt(part, at, level + 1);
      if (found) return found;
    }
    return made.kind === "list" && made.at === at && !makesFunction(made) ? { form: made, names } : undefined;
  }

  origin(form: Form, names: Names): Origin {
    this.patience.left -= 1;
    if (this.patience.left < 0 || form.kind === "constant") return ELSEWHERE;
    const made = expanded(form);
    if (made.kind === "symbol") return this.originOfName(made.name, names);
    const path = made.kind === "list" ? this.pathOf(made, names) : undefined;
    if (path?.data) return path;
    return {
      data: (made as GroupForm).items.length > 0 && this.usesData(made as GroupForm, names),
    };
  }

  private usesData(made: GroupForm, names: Names): boolean {
    const [head] = made.kind === "list" ? made.items : [];
    const parts = partsInside(made, names);
    const all = head?.kind === "symbol" ? [...parts, { form: head, names }] : parts;
    return all.some((part) => this.origin(part.form, part.names).data);
  }

  private originOfName(name: string, names: Names): Origin {
    if (isUnknown(name)) return { data: true };
    if (name.startsWith(DATA)) return { data: true, path: [name.slice(DATA.length)] };
    const value = bound(name, names);
    return value ? this.origin(value.form, value.names) : ELSEWHERE;
  }

  /** Where a lookup leads to, or what gives items of a collection. */
  private pathOf(made: GroupForm, names: Names): Origin | undefined {
    const head = headOf(made, names) ?? "";
    const [callee, first, second] = made.items;
    if (callee && !headOf(made, names)) {
      const key = keyOf(callee);
      if (key !== undefined && first) return this.step(first, [key], names);
      return first ? this.step(callee, [keyOf(first) ?? ANY], names) : undefined;
    }
    if (!first) return undefined;
    if (head === ITEM)
      return { data: this.origin(first, names).data, path: itemsOf(this.origin(first, names)) };
    if (head === "get" || head === "nth") return this.step(first, [keyOf(second) ?? ANY], names);
    if (head === "get-in") {
      const keys: Step[] = second?.kind === "vector" ? second.items.map((key) => keyOf(key) ?? ANY) : [ANY];
      return this.step(first, keys, names);
    }
    const place = PLACES.get(head);
    if (place !== undefined) return this.step(first, [place], names);
    if (head === "last") return this.step(first, [ANY], names);
    const source = made.items.at(-1) as Form;
    if (SAME_ITEMS.has(head)) return this.origin(head === "sort" || second ? source : first, names);
    if (head === "pluck") return this.mapped(keyOf(first), source, names);
    if (head === "map" || head === "mapv" || head === "keep")
      return this.mappedBy(first, made, source, names);
    return undefined;
  }

  private step(from: Form, steps: readonly Step[], names: Names): Origin {
    const { data, path, items } = this.origin(from, names);
    const into = items && typeof steps[0] !== "string" ? items : path && [...path, ...steps.slice(0, 1)];
    return { data, path: into && [...into, ...steps.slice(1)] };
  }

  private mapped(key: Step | undefined, from: Form, names: Names): Origin {
    const origin = this.origin(from, names);
    const items = itemsOf(origin);
    return { data: origin.data, items: items && key !== undefined ? [...items, key] : undefined };
  }

  private mappedBy(made: Form, call: GroupForm, from: Form, names: Names): Origin {
    const fn = expanded(made);
    if (!makesFunction(fn)) return this.mapped(keyOf(fn), from, names);
    const [only] = functionBodies(fn, names, givenTo(call, "map"));
    const result = only?.body.at(-1);
    const found = result && only ? this.origin(result, only.names) : ELSEWHERE;
    return { data: found.data || this.origin(from, names).data, items: found.path };
  }
}

function itemsOf({ path, items }: Origin): readonly Step[] | undefined {
  return items ?? (path && [...path, ANY]);
}

function keyOf(form: Form | undefined): string | number | undefined {
  if (form?.kind !== "constant") return undefined;
  const { value } = form;
  if (value instanceof Keyword) return value.name;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** The path with the places of its items: the first along which this value stands. */
function located(path: readonly Step[], data: Data, value: Value): readonly Step[] | undefined {
  let left = 20_000;
  const search = (at: Value, [step, ...rest]: readonly Step[]): Step[] | undefined => {
    left -= 1;
    if (left < 0) return undefined;
    if (step === undefined) return Object.is(at, value) ? [] : undefined;
    // An item of a map is its key and its value: of that pair the second is the value.
    const further = step === ANY && isMap(at) && rest[0] === 1 ? rest.slice(1) : rest;
    for (const [key, part] of partsAt(at, step)) {
      const found = search(part, further);
      if (found) return [key, ...found];
    }
    return undefined;
  };
  return search(data as Value, path);
}

function partsAt(at: Value, step: Step): (readonly [Step, Value])[] {
  if (step !== ANY) {
    if (isVector(at)) return [[step, typeof step === "number" ? (at[step] ?? null) : null]];
    return [[step, isMap(at) ? (mapEntries(at).find(([key]) => key === step)?.[1] ?? null) : null]];
  }
  if (isVector(at)) return at.map((item, index) => [index, item] as const);
  return isMap(at) ? mapEntries(at).map(([key, item]) => [String(key), item] as const) : [];
}

export function pathText([root, ...steps]: readonly Step[]): string {
  const parts = steps.map((step) => {
    if (step === ANY) return "[*]";
    if (typeof step === "number") return `[${step}]`;
    return /^[\p{L}\p{N}_-]+$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return `data/${String(root)}${parts.join("")}`;
}

export function described(value: Value): string {
  const short = typeof value === "string" && cutText(JSON.stringify(value), 60);
  return short ? `a string (${short})` : kindOf(value);
}
