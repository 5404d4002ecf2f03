import { reportsOthers } from "../answers/quotation";

/** The mark-up in which models put labels, as lines that begin with a label (docs/agents.md, "Decisions"). */

/** The lines of a text with its tables, tags, underlined headings and settings as labels before a colon. */
export function plainLines(text: string, isLabel: (word: string) => boolean): string[] {
  const lines = text
    .replace(UNDERLINED, "## $1")
    .replace(PIPED_TAG, "<$1>$2</$1>")
    .replace(/^[^\S\n]*<.*$/gm, (line) => line.replace(BETWEEN_TAGS, "$&\n"))
    .split(/\r\n|\r|\n/);
  return ofTables(ofSettings(lines), isLabel).map((line) => {
    const [, tag, inside = ""] = TAG.exec(line) ?? [];
    return tag === undefined ? line : `${tag}: ${inside}`;
  });
}

const UNDERLINED = /^(\p{L}[\p{L} ]{0,40})\r?\n(?:={3,}|-{3,})[^\S\n]*$/gmu;
/** A tag with what it holds, or its beginning. */
const TAG = /^\s*<(\w+)>(?:(.*)<\/\1>)?\s*$/;
const PIPED_TAG = /^<\|(\w+)\|>([^<\n]*)<\|\/\1\|>/gm;
const BETWEEN_TAGS = /<\/\w+>(?=\s*<)|<\w+>(?=\s*<\w)/g;
const SETTING = /^(\s*[\p{L}][\p{L}\p{N}_. -]{0,40}?)\s*=\s*(?=\S)/u;

/** Lines of a name and its value, where there is nothing else. */
function ofSettings(lines: string[]): string[] {
  const said = lines.filter((line) => line.trim() !== "" && !/^\s*```/.test(line));
  if (said.length < 2 || !said.every((line) => SETTING.test(line))) return lines;
  return lines.map((line) => line.replace(SETTING, "$1: "));
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());
const RULE = /^[\s|:-]*-{3}[\s|:-]*$/;

/** Rows of two cells as a label with its value; below labels that head columns, each cell under its own. */
function ofTables(lines: readonly string[], isLabel: (word: string) => boolean): string[] {
  let heads: string[] = [];
  return lines.flatMap((line, index) => {
    if (!line.includes("|")) {
      heads = [];
      return [line];
    }
    const cells = cellsOf(line);
    if (RULE.test(lines[index + 1] ?? "") && !RULE.test(line)) {
      heads = cells.some(isLabel) ? cells : [];
      const areNames = cells.every((cell) => /^[*_]*\p{L}+[*_]*$/u.test(cell) && !reportsOthers(`${cell}:`));
      return heads.length > 0 || (cells.length === 2 && areNames) ? [] : [line];
    }
    if (RULE.test(line)) return [];
    if (heads.length > 0 && heads.length === cells.length)
      return heads.map((head, at) => `${head}: ${cells[at]}`);
    const isRow = /^\s*\|/.test(line) && cells.length === 2 && cells[0] !== "";
    return [isRow ? `${cells[0]}: ${cells[1]}` : line];
  });
}
