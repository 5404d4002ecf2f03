import { parseSync } from "vite";
import { type FreeName, freeNames } from "./free-names";
import type { Reach } from "./rooms";
import { isNode, memberNameOf, type Node, stringOf, walk } from "./syntax";

/** What pure code may use of the language, and the parser of addresses: the same for everyone, at any time. */
const LANGUAGE: ReadonlySet<string> = new Set(
  `Array ArrayBuffer BigInt Boolean DataView Error Infinity JSON Map NaN Number Object Promise Proxy RangeError Reflect
  RegExp Set String Symbol SyntaxError TypeError URL Uint8Array Uint16Array Uint32Array Int32Array Float64Array WeakMap
  WeakSet decodeURIComponent encodeURIComponent isFinite isNaN parseFloat parseInt undefined`.split(/\s+/),
);

/** They read the clock or draw lots however they are used. */
const CLOCKS: ReadonlySet<string> = new Set(["performance", "globalThis", "crypto"]);

/** What they give depends on the language or the time zone of the machine. */
const LOCAL_METHODS =
  /^toLocale(?:Date|Time)?String$|^to(?:Date|Time)String$|^getTimezoneOffset$|^getYear$|^[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$/;
/** They take the language as this argument, and the machine's without it. */
const LOCALE_ARGUMENT: ReadonlyMap<string, number> = new Map([
  ["localeCompare", 1],
  ["toLocaleLowerCase", 0],
  ["toLocaleUpperCase", 0],
]);

/**
 * What a module uses beyond the reach of its room: `line: reason`. A global counts however it is used: by an alias, by
 * destructuring, by a computed name.
 */
export function impurities(path: string, text: string, reach: Reach): string[] {
  if (reach !== "pure" && !/\b(?:console|process|globalThis|Date|Math|performance|crypto)\b|\\u/.test(text))
    return [];
  const program = parseSync(path, text).program as unknown as Node;
  const found = freeNames(program).flatMap((free) => {
    const reason = REASONS[reach](free);
    return reason ? [{ node: free.node, reason }] : [];
  });
  if (reach === "pure") found.push(...localUses(program));
  return found
    .sort((a, b) => a.node.start - b.node.start)
    .map(({ node, reason }) => `${text.slice(0, node.start).split("\n").length}: ${reason}`);
}

const REASONS: Readonly<Record<Reach, (free: FreeName) => string | undefined>> = {
  composed: pastComposition,
  clocked: (free) => pastComposition(free) ?? pastThePorts(free),
  pure: outsideLanguage,
};

function pastComposition({ name, node, around: [parent] }: FreeName): string | undefined {
  const member = parent && parent.object === node ? memberNameOf(parent) : undefined;
  if (name === "console") return "console: tell it to the log";
  const takenApart =
    parent?.type === "VariableDeclarator" && isNode(parent.id) && parent.id.type === "ObjectPattern";
  const hides = name === "globalThis" && (takenApart || member === "process" || member === "console");
  const reads = name === "process" && (member === undefined || member === "env");
  return hides || reads ? "process.env: lib/env.ts alone reads the environment" : undefined;
}

function outsideLanguage(free: FreeName): string | undefined {
  const { name } = free;
  if (name === "Date" || name === "Math") return pastThePorts(free);
  if (name === "Intl")
    return isEnglishSegmenter(free) ? undefined : 'Intl is the machine\'s, but for Intl.Segmenter("en")';
  return LANGUAGE.has(name)
    ? undefined
    : `${name} is not part of the language: take it as a parameter or a port`;
}

function pastThePorts({ name, node, around }: FreeName): string | undefined {
  const [parent] = around;
  if (name === "Date") {
    return parent && isFixedDate(node, parent)
      ? undefined
      : "Date reads the clock or the zone: take the time as a parameter";
  }
  if (name === "Math") {
    const method = parent && parent.object === node ? memberNameOf(parent) : undefined;
    return method !== undefined && method !== "random"
      ? undefined
      : "Math.random: take chance as a parameter";
  }
  return CLOCKS.has(name) ? `${name}: take time and chance through a port` : undefined;
}

/** `new Date(at)`, `Date.parse`, `Date.UTC`, `instanceof Date`: they know no now. Several parts are read in a zone. */
function isFixedDate(node: Node, parent: Node): boolean {
  if (parent.type === "NewExpression" && parent.callee === node) {
    const [first, ...others] = parent.arguments as Node[];
    return first !== undefined && first.type !== "SpreadElement" && others.length === 0;
  }
  if (parent.type === "BinaryExpression") return parent.operator === "instanceof" && parent.right === node;
  const method = parent.object === node ? memberNameOf(parent) : undefined;
  return method === "parse" || method === "UTC";
}

/** `new Intl.Segmenter("en", …)` and nothing else. */
function isEnglishSegmenter({ node, around: [member, call] }: FreeName): boolean {
  if (!member || member.object !== node || memberNameOf(member) !== "Segmenter") return false;
  if (call?.type !== "NewExpression" || call.callee !== member) return false;
  return stringOf((call.arguments as Node[])[0]) === "en";
}

type Use = { node: Node; reason: string };

/** Methods whose result the machine's language or zone decides, called or taken from their object. */
function localUses(program: Node): Use[] {
  const found: Use[] = [];
  const given = new Set<unknown>();
  walk(program, (node) => {
    if (node.type === "MetaProperty" && isNode(node.meta) && node.meta.name === "import") {
      found.push({ node, reason: "import.meta: pure code does not know where it stands" });
    }
    if (node.type === "CallExpression" && namesLanguage(node)) given.add(node.callee);
    if (given.has(node)) return;
    const names = node.type === "ObjectPattern" ? keysOf(node) : [memberNameOf(node) ?? ""];
    const local = names.find((name) => LOCAL_METHODS.test(name) || LOCALE_ARGUMENT.has(name));
    if (local !== undefined)
      found.push({ node, reason: `${local} depends on the machine's language or zone` });
  });
  return found;
}

/** A call whose argument for the language is a constant. */
function namesLanguage(call: Node): boolean {
  const argument = isNode(call.callee) ? LOCALE_ARGUMENT.get(memberNameOf(call.callee) ?? "") : undefined;
  return argument !== undefined && stringOf((call.arguments as Node[])[argument]) !== undefined;
}

const keysOf = (pattern: Node): string[] =>
  (pattern.properties as Node[]).flatMap(({ key, computed }) => {
    if (!isNode(key)) return [];
    return computed || key.type === "Literal" ? [stringOf(key) ?? ""] : [key.name as string];
  });
