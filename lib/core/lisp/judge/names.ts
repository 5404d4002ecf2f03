import { builtinNamed } from "../analyze/names";
import { threaded } from "../analyze/threading";
import { type Form, type GroupForm, type SymbolForm, symbolName } from "../read/forms";
import { Keyword } from "../values";

/** What names stand for where a form is: a form, and the names around that. */
export type Names = ReadonlyMap<string, Scoped>;
export type Scoped = { readonly form: Form; readonly names: Names };

/** Steps that looking at one program may take: names that build on each other could double the work at each. */
export type Patience = { left: number };
export const patience = (): Patience => ({ left: 2_000 });

/** Heads and names that no source can hold: an item of a collection, and what nobody can say from the source. */
export const ITEM = " item";
const UNKNOWN = " unknown";

/** What the names of data begin with. */
export const DATA = "data/";

const THREADS = new Map([
  ["->", "first"],
  ["->>", "last"],
  ["some->", "first"],
  ["some->>", "last"],
] as const) as ReadonlyMap<string | undefined, "first" | "last">;
/** Threads of more steps are not looked into. */
const MAX_THREADED = 25;

/** Forms that name values in a vector and have a body. */
const BINDING = new Set([
  "let",
  "loop",
  "if-let",
  "when-let",
  "if-some",
  "when-some",
  "when-first",
  "for",
  "doseq",
]);
const BINDING_ITEMS = new Set(["for", "doseq", "when-first"]);

/** Functions that give their function the items of the collections behind it. */
const GIVES_ITEMS = new Set(
  (
    "some every? not-any? not-every? filter filterv remove map mapv mapcat keep take-while drop-while partition-by " +
    "group-by sort-by sum-by avg-by min-by max-by distinct-by find"
  ).split(" "),
);

/** Threads and `#()` as what they are short for; any other form as it is. */
export function expanded(form: Form): Form {
  if (form.kind === "short") {
    const body: GroupForm = { ...form, kind: "list" };
    const params = ["%1", "%2", "%3"].map((name) => symbolAt(name, form));
    return { ...body, items: [symbolAt("fn", form), { ...form, kind: "vector", items: params }, body] };
  }
  const into = form.kind === "list" ? THREADS.get(symbolName(form.items[0])) : undefined;
  if (form.kind !== "list" || !into || form.items.length > MAX_THREADED) return form;
  const [, first = form, ...steps] = form.items;
  return steps.reduce((value, step) => threaded(step, into, value), first);
}

/** The form of the language or the built-in at the head of a list, by its plain name; undefined for any other head. */
export function headOf(form: GroupForm, names: Names): string | undefined {
  const name = symbolName(form.items[0]);
  if (name === undefined || names.has(name) || name.startsWith(DATA)) return undefined;
  return builtinNamed(name)?.name ?? name;
}

/** What a name stands for, if the program itself says. */
export function bound(name: string, names: Names): Scoped | undefined {
  return names.get(name === "%" ? "%1" : name);
}

/** Whether a name is a parameter of which the source does not say what it is given. */
export function isUnknown(name: string): boolean {
  return name === UNKNOWN;
}

/** The names seen in the body of a form that gives some; the same names for any other. */
export function namesInside(form: GroupForm, names: Names): Names {
  const head = headOf(form, names) ?? "";
  if (head === "as->") return asNames(form, names);
  const [, pairs] = form.items;
  if (!BINDING.has(head) || pairs?.kind !== "vector") return names;
  return bindPairs(pairs, BINDING_ITEMS.has(head), names);
}

function bindPairs({ items }: GroupForm, asItems: boolean, names: Names): Names {
  let inner = names;
  for (let index = 1; index < items.length; index += 2) {
    const [pattern, value] = [items[index - 1] as Form, items[index] as Form];
    if (isNamed(pattern, "let") && value.kind === "vector") inner = bindPairs(value, false, inner);
    else inner = bindPattern(pattern, asItems ? call(ITEM, [value]) : value, inner);
  }
  return inner;
}

function asNames({ items: [, first, name, ...steps] }: GroupForm, names: Names): Names {
  let inner = names;
  for (const value of [first, ...steps.slice(0, -1)]) {
    if (name && value) inner = bindPattern(name, value, inner);
  }
  return inner;
}

/** A function's bodies, each with its names; `given` says what its parameters are given, by their place. */
export function functionBodies(
  form: GroupForm,
  names: Names,
  given: (place: number) => Form = () => symbolAt(UNKNOWN, form),
): { body: readonly Form[]; names: Names }[] {
  const parts = form.items.slice(1).filter(({ kind }) => kind === "vector" || kind === "list");
  const overloads = form.items.some(({ kind }) => kind === "vector") ? [form] : (parts as GroupForm[]);
  return overloads.map(({ items }) => {
    const place = items.findIndex(({ kind }) => kind === "vector");
    const params = items[place] as GroupForm | undefined;
    const inner = (params?.items ?? []).reduce<Names>(
      (all, param, index) => bindPattern(param, given(index), all, names),
      names,
    );
    return { body: items.slice(place + 1), names: inner };
  });
}

/** What a call gives to the parameters of the function among its arguments. */
export function givenTo({ items }: GroupForm, head: string): (place: number) => Form {
  const of = (form: Form | undefined, else_: Form): Form => (form ? call(ITEM, [form]) : else_);
  const last = items.at(-1) as Form;
  const unknown = symbolAt(UNKNOWN, last);
  if (GIVES_ITEMS.has(head)) return (place) => of(items[2 + place] ?? items[2], unknown);
  if (head === "map-indexed" || head === "keep-indexed" || head === "reduce") {
    return (place) => (place === 1 ? of(last, unknown) : unknown);
  }
  return () => unknown;
}

type FunctionForm = GroupForm & { readonly kind: "list" };

/** Whether the list makes a function. */
export function makesFunction(form: Form): form is FunctionForm {
  const name = form.kind === "list" ? symbolName(form.items[0]) : undefined;
  return name === "fn" || name === "defn";
}

/** Each form directly inside this one, with the names that it sees. */
export function partsInside(form: GroupForm, names: Names): Scoped[] {
  if (form.kind !== "list") return form.items.map((item) => ({ form: item, names }));
  if (makesFunction(form)) return bodiesInside(form, names);
  const head = headOf(form, names) ?? "";
  const inner = namesInside(form, names);
  return form.items.slice(1).flatMap((item) => {
    const made = expanded(item);
    return makesFunction(made)
      ? bodiesInside(made, inner, givenTo(form, head))
      : [{ form: item, names: inner }];
  });
}

function bodiesInside(form: GroupForm, names: Names, given?: (place: number) => Form): Scoped[] {
  return functionBodies(form, names, given).flatMap(({ body, names: inner }) =>
    body.map((item) => ({ form: item, names: inner })),
  );
}

/** The names that the whole program sees: what `def` gives. */
export function globalNames(forms: readonly Form[]): Names {
  const names = new Map<string, Scoped>();
  for (const form of forms) {
    const [head, name, ...rest] = form.kind === "list" ? form.items : [];
    const value = symbolName(head) === "def" ? rest.at(-1) : form;
    const defines = symbolName(head) === "def" || symbolName(head) === "defn";
    if (defines && name?.kind === "symbol" && value) names.set(name.name, { form: value, names });
  }
  return names;
}

function bindPattern(pattern: Form, value: Form, names: Names, seen: Names = names): Names {
  if (pattern.kind === "symbol") return new Map(names).set(pattern.name, { form: value, names: seen });
  if (pattern.kind === "vector") {
    return pattern.items.reduce<Names>(
      (all, item, index) =>
        bindPattern(item, call("nth", [value, { ...item, kind: "constant", value: index }]), all, seen),
      names,
    );
  }
  if (pattern.kind !== "map") return names;
  return pattern.items.reduce<Names>((all, item, index) => {
    const key = pattern.items[index - 1];
    if (index % 2 === 0 || !key) return all;
    const listed = isNamed(key, "keys") || isNamed(key, "strs");
    if (!listed || item.kind !== "vector") return bindPattern(key, call("get", [value, item]), all, seen);
    return item.items.reduce<Names>((more, name) => {
      const found: Form = { ...name, kind: "constant", value: symbolName(name) ?? null };
      return bindPattern(name, call("get", [value, found]), more, seen);
    }, all);
  }, names);
}

function isNamed(form: Form, name: string): boolean {
  return form.kind === "constant" && form.value instanceof Keyword && form.value.name === name;
}

function call(head: string, args: readonly [Form, ...Form[]]): GroupForm {
  const [{ at, end }] = args;
  return { kind: "list", items: [symbolAt(head, args[0]), ...args], at, end };
}

function symbolAt(name: string, { at, end }: Form): SymbolForm {
  return { kind: "symbol", name, at, end };
}
