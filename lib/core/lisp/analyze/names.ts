import { getOwn } from "../../own";
import { nearest } from "../../suggest";
import { BUILTINS } from "../builtins";
import { raise } from "../errors";
import { DATA_PREFIX, isDataName, type SymbolForm, toolNamed } from "../read/forms";
import { type Builtin, Fn } from "../values";
import { failForm } from "./list-forms";
import { constant, type Node } from "./node";
import type { Global, Scope, Unit } from "./scope";

/** Prefixes that change nothing: `str/join` is `join`. */
const PREFIX = /^(?:str|string|clojure\.string|set|clojure\.set|core|clojure\.core)\/(?=.)/;
/** Names of Clojure on the JVM for functions of the language (docs/predicates.md, "Names"). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...["abs", "ceil", "floor", "max", "min", "pow", "round", "sqrt"].map(
    (name) => [`Math/${name}`, name] as const,
  ),
  ["Long/parseLong", "parse-long"],
  ["Integer/parseInt", "parse-long"],
  ["Double/parseDouble", "parse-double"],
  ["Float/parseFloat", "parse-double"],
  ["Boolean/parseBoolean", "parse-boolean"],
  ["identical?", "="],
]);

/** What people and models write in other languages, by what it is here; case, dots and prefixes do not count. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    count: "len length size strlen string-length",
    "contains?": "has? has-key? haskey key?",
    "includes?": "contains includes in? substring? contains-string?",
    "lower-case": "lower tolower to-lower tolowercase to-lower-case downcase",
    "upper-case": "upper toupper to-upper touppercase to-upper-case upcase",
    "starts-with?": "startswith starts-with prefix?",
    "ends-with?": "endswith ends-with suffix?",
    subs: "substring substr slice",
    "nil?": "null? none? undefined? is-nil? isnull",
    "some?": "not-nil? not-null? exists? present? defined?",
    nil: "null none undefined",
    true: "True TRUE",
    and: "&& all",
    or: "||",
    not: "!",
    "not=": "!= <> /= !==",
    "=": "=== equals eq? equal? equals?",
    "every?": "all? every",
    some: "any any? exists",
    "string?": "str? text? is-string? isstring",
    "number?": "num? numeric? is-number? isnumber isnan",
    "map?": "object? dict? hash? is-map?",
    "vector?": "array? is-list? is-array? isarray",
    fail: "throw raise error assert ex-info",
    avg: "mean average",
    sum: "total sum-of",
    distinct: "unique uniq dedup",
    ceil: "ceiling",
    mod: "modulo %",
    pow: "power expt **",
    floor: "int-floor",
    str: "to-string tostring string concat-str",
    "re-matches": "matches? match? matches match re-match",
    "re-find": "regex-find search regex-search test",
    "parse-long": "parseint parse-integer to-int str->int string->int atoi",
    "parse-double": "parsefloat parse-float parse-number to-number to-double tofloat str->double bigdec",
    "json/parse-string": "parse-json read-json json/parse json/read-str json-parse",
    "pr-str": "println print prn inspect",
    fn: "lambda function",
    let: "let* letfn",
  }).flatMap(([known, others]) => others.split(" ").map((other) => [other.toLowerCase(), known] as const)),
);

/** What a name of another language is called here. */
export function meantBy(name: string): string | undefined {
  const plain = name.replace(/^.*\/(?=.)/, "").replace(/^\.+-?(?=.)/, "");
  return name === "contains" ? undefined : FOREIGN.get(plain.toLowerCase());
}

/** Built-ins as values: one each, so that `(= inc inc)` holds. */
const FUNCTIONS: ReadonlyMap<string, Fn> = new Map(
  [...BUILTINS.values()].map(({ name, arity, call }) => [name, new Fn(name, arity, call)]),
);

/** What a name means (docs/predicates.md, "Names"). */
export type Meaning =
  | { kind: "value"; node: Node }
  | { kind: "builtin"; builtin: Builtin }
  | { kind: "global"; global: Global };

/** The built-in that a name means where the program gives it no other meaning. */
export function builtinNamed(name: string): Builtin | undefined {
  return BUILTINS.get(ALIASES.get(name) ?? name.replace(PREFIX, ""));
}

/** The program's own names first, then built-ins; any other name must be given by `def` somewhere. */
export function meaningOf(form: SymbolForm, scope: Scope): Meaning {
  const name = form.name === "%" ? "%1" : form.name;
  const own = scope.find(name);
  if (own) return { kind: "value", node: own };
  if (name.startsWith("%")) failForm(form, `"${form.name}" stands only in #().`);
  if (isDataName(name)) return { kind: "value", node: dataNode(form, scope.unit) };
  const tool = toolNamed(name);
  if (tool !== undefined) return { kind: "value", node: toolNode(form, tool, scope.unit) };
  const global = scope.unit.globals.get(name);
  const builtin = builtinNamed(name);
  if (builtin && !global?.definitionCount) return { kind: "builtin", builtin };
  return { kind: "global", global: scope.unit.global(name) };
}

/** A name as a value. */
export function analyzeSymbol(form: SymbolForm, scope: Scope): Node {
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
  const key = name.slice(DATA_PREFIX.length);
  dataUses.push({ name: key, at });
  return ({ run: { data } }) => getOwn(data, key) ?? null;
}

/** A tool as a function of one map; without arguments it is called with an empty one. */
function toolNode(form: SymbolForm, name: string, { tools }: Unit): Node {
  if (!tools) failForm(form, "Tools can be called in direct tasks alone.");
  if (!tools.has(name)) {
    const near = nearest(name, tools);
    failForm(form, `There is no tool "${name}".${near ? ` Did you mean "${near}"?` : ""}`);
  }
  return ({ run }) => run.tool(name);
}
