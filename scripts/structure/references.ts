import { posix } from "node:path";
import { parseSync } from "vite";
import { isSource } from "./modules";
import type { Tree } from "./tree";

const FOLDERS = "app|bench|components|db|docs|drizzle|e2e|lib|public|scripts";
/** A path from the root; what stands behind a `<name>`, a `*` or an ellipsis is left to the reader. */
const PATH = new RegExp(
  `(?<![\\w./@-])@?\\/?((?:${FOLDERS})\\/(?:[\\w./-]|\\([\\w-]+\\)|\\[[\\w.]+\\])*)`,
  "g",
);
const SCRIPT = /\bnpm run ([\w-]+(?::[\w-]+)*)/g;
/** `docs/engine.md, "Timers"`. */
const HEADING = /(docs\/[\w-]+\.md)[`)]?,? "([^"]+)"/g;
const LINK = /\]\(([^)\s]+)\)/g;

/**
 * Mentions of what is not there, as `file:line: mention`: paths, npm scripts and headings, in documents (*.md) and in
 * the comments of source files, and links between documents.
 */
export function deadReferences(tree: Tree): string[] {
  const known = placesOf(tree);
  return [...tree.paths].flatMap((file) => {
    const text = file.endsWith(".md") || isSource(file) ? tree.read(file) : "";
    const dead = deadIn(text, file, known);
    if (dead.length === 0) return [];
    // Code holds paths of its own; only its comments speak to readers.
    const inComment = file.endsWith(".md") ? () => true : commentsOf(file, text);
    return dead
      .filter(({ at }) => inComment(at))
      .map(({ at, mention }) => `${file}:${text.slice(0, at).split("\n").length}: ${mention}`);
  });
}

type Places = { paths: ReadonlySet<string>; scripts: ReadonlySet<string>; headings: ReadonlySet<string> };

function placesOf(tree: Tree): Places {
  const paths = new Set<string>();
  for (const path of tree.paths) {
    paths.add(path);
    // A module may be named without its ending, a folder with or without a slash.
    paths.add(path.replace(/\.\w+$/, ""));
    for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) paths.add(folder);
  }
  const { scripts = {} } = JSON.parse(tree.read("package.json")) as { scripts?: Record<string, string> };
  const documents = [...tree.paths].filter((path) => path.endsWith(".md"));
  const headings = documents.flatMap((path) =>
    [...tree.read(path).matchAll(/^#+ (.+)$/gm)].map((match) => `${path} ${plain(match[1] ?? "")}`),
  );
  return { paths, scripts: new Set(Object.keys(scripts)), headings: new Set(headings) };
}

const plain = (heading: string): string => heading.replaceAll("`", "").trim();

type Mention = { at: number; mention: string };

function deadIn(text: string, file: string, { paths, scripts, headings }: Places): Mention[] {
  const found: Mention[] = [];
  for (const { 0: all, 1: path = "", index: at } of text.matchAll(PATH)) {
    const next = text[at + all.length] ?? "";
    // What continues as a pattern is held to its folder.
    const whole = /[<*{…$]/.test(next) ? posix.dirname(`${path}x`) : path.replace(/[./]+$/, "");
    if (!paths.has(whole)) found.push({ at, mention: whole });
  }
  for (const { 0: mention, 1: script = "", index: at } of text.matchAll(SCRIPT)) {
    if (!scripts.has(script)) found.push({ at, mention });
  }
  for (const { 0: mention, 1: path = "", 2: heading = "", index: at } of text.matchAll(HEADING)) {
    if (!headings.has(`${path} ${plain(joined(heading))}`)) found.push({ at, mention: joined(mention) });
  }
  if (!file.endsWith(".md")) return found;
  for (const { 1: link = "", index: at } of text.matchAll(LINK)) {
    const [target = ""] = link.split("#");
    if (target === "" || /^\w+:/.test(target)) continue;
    const path = posix.join(posix.dirname(file), target).replace(/\/$/, "");
    if (!paths.has(path)) found.push({ at, mention: link });
  }
  return found;
}

/** A heading that a comment breaks over two lines. */
const joined = (text: string): string => text.replace(/\s*\n[\s*/]*/g, " ");

function commentsOf(file: string, text: string): (at: number) => boolean {
  const { comments } = parseSync(file, text);
  return (at) => comments.some(({ start, end }) => start <= at && at < end);
}
