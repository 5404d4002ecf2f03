import { cutText } from "../text";

const LABEL_CHARS = 80;

// What Mermaid could take for its own: quotes, brackets, entities, directives, Markdown, `style:` lines. Entities are
// put back by it only after all of that was looked for.
const UNSAFE = /[^\p{L}\p{N}\p{M} ,!?'.()/=-]|^\d+[.)]|^-/gu;

/** Any text as the quoted label of a node or an edge: on one line, cut, and never more than a label. */
export function mermaidLabel(text: string): string {
  const line = cutText(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), LABEL_CHARS);
  return line.replace(UNSAFE, (found) => [...found].map(entity).join(""));
}

/** A node's id from a task's: the same for the same task in every drawing, and never a reserved word. */
export function mermaidId(id: string): string {
  // The underscore before an x is written out too, so that no two ids become one.
  return `t_${id.replace(/_(?=x)|[^A-Za-z0-9_]/gu, (found) => `_x${codeOf(found).toString(16)}_`)}`;
}

function entity(character: string): string {
  return /[\p{L}\p{N}]/u.test(character) ? character : `#${codeOf(character)};`;
}

const codeOf = (character: string): number => character.codePointAt(0) as number;
