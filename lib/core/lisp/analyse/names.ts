import { nearest } from "../../suggest";
import { BUILTINS } from "../builtins";
import { raise } from "../errors";
import type { SymbolForm } from "../read/forms";
import { type Builtin, Fn } from "../values";
import { failForm } from "./list-forms";
import { constant, type Node } from "./node";
import type { Global, Scope, Unit } from "./scope";

/** Prefixes that change nothing: `str/join` is `join`. */
const PREFIX = /^(?:str|string|clojure\.string|set|clojure\.set|core|clojure\.core)\/(?=.)/;
const DATA = "data/";
const TOOL = "tool/";

/** Built-ins as values: one each, so that `(= inc inc)` holds. */
const FUNCTIONS: ReadonlyMap<string, Fn> = new Map(
  [...BUILTINS.values()].map(({ name, arity, call }) => [name, new Fn(name, arity, call)]),
);

/** What a name means (docs/predicates.md, "Names"). */
export type Meaning =
  | { kind: "value"; node: Node }
  | { kind: "builtin"; builtin: Builtin }
  | { kind: "global"; global: Global };

/** The program's own names first, then built-ins; any other name must be given by `def` somewhere. */
export function meaningOf(form: SymbolForm, scope: Scope): Meaning {
  const name = form.name === "%" ? "%1" : form.name;
  const own = scope.find(name);
  if (own) return { kind: "value", node: own };
  if (name.startsWith("%")) failForm(form, `"${form.name}" stands only in #().`);
  if (name.startsWith(DATA)) return { kind: "value", node: dataNode(form, scope.unit) };
  if (name.startsWith(TOOL)) return { kind: "value", node: toolNode(form, scope.unit) };
  const global = scope.unit.globals.get(name);
  const builtin = BUILTINS.get(name.replace(PREFIX, ""));
  if (builtin && !global?.definitionCount) return { kind: "builtin", builtin };
  return { kind: "global", global: scope.unit.global(name) };
}

/** A name as a value. */
export function analyseSymbol(form: SymbolForm, scope: Scope): Node {
  const meaning = meaningOf(form, scope);
  if (meaning.kind === "value") return meaning.node;
  if (meaning.kind === "builtin") return constant(FUNCTIONS.get(meaning.builtin.name) as Fn);
  meaning.global.uses.push({ at: form.at });
  return globalNode(meaning.global, form.at);
}

/** The value that `def` gave; a fault as long as it gave none. */
export function globalNode({ index, name }: Global, at: number): Node {
  return ({ run }) => {
    const value = run.globals[index];
    if (value !== undefined) return value;
    return run.atOffset(at, () => raise("unbound_symbol", `"${name}" has no value yet.`));
  };
}

function dataNode({ name, at }: SymbolForm, { dataUses }: Unit): Node {
  const key = name.slice(DATA.length);
  dataUses.push({ name: key, at });
  return ({ run: { data } }) => (Object.hasOwn(data, key) ? (data[key] ?? null) : null);
}

/** A tool as a function of one map; without arguments it is called with an empty one. */
function toolNode(form: SymbolForm, { tools }: Unit): Node {
  const name = form.name.slice(TOOL.length);
  if (!tools) failForm(form, "Tools can be called in direct tasks alone.");
  if (!tools.has(name)) {
    const near = nearest(name, tools);
    failForm(form, `There is no tool "${name}".${near ? ` Did you mean "${near}"?` : ""}`);
  }
  return ({ run }) => run.tool(name);
}
