import { parseSync } from "vite";
import { childrenOf, isNode, type Node } from "./syntax";
import type { Tree } from "./tree";

/** A text that people read, and the line of the file where it begins. */
type PageText = { line: number; text: string };

/** Where texts stand that pages, the API and the command line show. */
const SPEAKING =
  /^(?:app|components|lib\/(?:client|core|http|services)|scripts\/(?:decide|mission|replay))\//;
const MODULE = /\.(?:tsx?|mjs)$/;
const SOURCE = /(?<!\.(?:test|itest|d))\.tsx?$/;
/** Attributes that hold classes, addresses and keys, but no words. */
const WORDLESS = new Set(["className", "href", "key", "id", "d", "type", "role", "param"]);
const WORDS_ROW = /^\| [^|]+ \| ([^|]+) \|$/gm;

/** The texts of a module in the order of the source: JSX text, string literals and the fixed parts of templates. */
export function pageTexts(path: string, source: string): PageText[] {
  const program = parseSync(path, source).program as unknown as Node;
  return textNodes(program).map(({ start, text }) => ({
    line: source.slice(0, start).split("\n").length,
    text: text.replaceAll(/\s+/g, " ").trim(),
  }));
}

/** The words that a style guide's table of words rules out: its second column, separated by commas. */
export function avoidedWords(guide: string): string[] {
  const section = guide.split("\n## Words\n")[1]?.split("\n## ")[0] ?? "";
  const [, ...rows] = [...section.matchAll(WORDS_ROW)].map((match) => match[1] ?? "");
  return rows.flatMap((cell) => cell.split(",").map((word) => word.trim()));
}

/** `path:line: word in "text"` for every text people read that holds one of these words. */
export function avoidedTexts(tree: Tree, words: readonly string[]): string[] {
  const avoided = anyOf(words);
  return [...tree.paths].flatMap((path) => {
    if (!(SPEAKING.test(path) && SOURCE.test(path))) return [];
    const source = tree.read(path);
    if (!avoided.test(source)) return [];
    return pageTexts(path, source).flatMap(({ line, text }) => {
      const word = avoided.exec(text)?.[0];
      return word === undefined ? [] : [`${path}:${line}: ${word} in "${text}"`];
    });
  });
}

/** The same of the comments of every module, and of documents but for the guide itself. */
export function avoidedProse(tree: Tree, words: readonly string[], guide: string): string[] {
  const avoided = anyOf(words);
  return [...tree.paths].flatMap((path) => {
    if (path === guide || !(MODULE.test(path) || path.endsWith(".md"))) return [];
    const source = tree.read(path);
    if (!avoided.test(source)) return [];
    return proseOf(path, source).flatMap((text) => {
      const word = avoided.exec(text)?.[0];
      return word === undefined ? [] : [`${path}: ${word} in "${text.trim().slice(0, 100)}"`];
    });
  });
}

/** Finds any of these words, in a whole source, too: most modules hold none of them, and need not be parsed. */
const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${words.map((word) => word.replaceAll(" ", "\\s+")).join("|")})\\b`, "i");

const proseOf = (path: string, source: string): string[] =>
  path.endsWith(".md") ? source.split("\n\n") : parseSync(path, source).comments.map(({ value }) => value);

function textNodes(node: Node): { start: number; text: string }[] {
  if (node.type === "ImportDeclaration" || isWordless(node)) return [];
  const text = textOf(node);
  const own = text !== undefined && /\p{L}{2}/u.test(text) ? [{ start: node.start, text }] : [];
  return [...own, ...childrenOf(node).flatMap(textNodes)].sort((a, b) => a.start - b.start);
}

function isWordless(node: Node): boolean {
  return node.type === "JSXAttribute" && isNode(node.name) && WORDLESS.has(String(node.name.name));
}

function textOf(node: Node): string | undefined {
  if (node.type === "JSXText") return node.value as string;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateElement" ? (node.value as { cooked: string }).cooked : undefined;
}
