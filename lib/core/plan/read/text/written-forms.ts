import type { JsonSpan } from "../../../answers/scan-json";
import { isJsonObject, type Json, type JsonObject } from "../../../json";
import { ALIASES } from "../aliases";
import { asInteger, snakeCase } from "../fields";
import { typeOfWord } from "../task-type";

/**
 * Tasks in a text that are written as rows of a table, as elements, or as calls whose results have names, in the form of JSON: names of
 * columns, attributes and elements are names of fields, so that each is read or accounted for as there
 * (docs/plans.md, "Tables, elements, calls and YAML").
 */
export function tasksWritten(text: string): { found: JsonSpan[]; text: string } {
  const [heading = "", title] = HEADING.exec(text) ?? [];
  const found = [...tablesIn(text), ...elementsIn(text), ...callsIn(text)].map(
    ({ tasks, ...span }): JsonSpan => ({
      ...span,
      value: title === undefined ? { tasks } : { title, tasks },
      salvaged: false,
    }),
  );
  return { found, text: " ".repeat(heading.length) + text.slice(heading.length) };
}

/** The first line, which is the title of the plan. */
const HEADING = /^\s*#{1,6}[^\S\n]+(?:\p{L}*plan[^\S\n]*[:–—-][^\S\n]*)?([^\n]*\S)/iu;

type Written = { start: number; end: number; tasks: Json[] };
const spanOf = (start: number, end: number, tasks: Json[]): Written => ({ start, end, tasks });

const BETWEEN = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*$/;
const NUMBER = /^(?:#|no\.?|nr\.?|№|n°)$/i;
const NOTHING = /^[-–—]*$/;
const EDGES: ReadonlySet<string> = new Set([...ALIASES.dependsOn, ...ALIASES.followedBy]);
const NUMBERS: ReadonlySet<string> = new Set(ALIASES.stepNumber);
const WORK: ReadonlySet<string> = new Set([...ALIASES.title, ...ALIASES.input, "step"]);
const PLANLIKE: ReadonlySet<string> = new Set([...EDGES, ...NUMBERS, ...ALIASES.id, ...ALIASES.agent]);

/** Tables that have a column of what is to be done, and one of numbers, names, edges or agents. */
function tablesIn(text: string): Written[] {
  const lines = text.split("\n");
  let length = 0;
  const ends = lines.map((line) => {
    length += line.length + 1;
    return length - 1;
  });
  return lines.flatMap((line, at): Written[] => {
    const above = lines[at - 1];
    if (above === undefined || !above.includes("|") || !BETWEEN.test(line)) return [];
    const below = lines.slice(at + 1);
    const count = below.findIndex((row) => !row.includes("|"));
    const rows = (count < 0 ? below : below.slice(0, count)).map(cellsOf);
    const tasks = tasksOfRows(cellsOf(above).map(columnOf), rows);
    const start = (ends[at - 2] ?? -1) + 1;
    return tasks ? [spanOf(start, ends[at + rows.length] ?? text.length, tasks)] : [];
  });
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^(\*\*|__|`)(.*)\1$/s, "$2")
        .replace(/\\\|/g, "|")
        .replace(/<br\s*\/?>/gi, "\n"),
    );

const columnOf = (header: string): string =>
  NUMBER.test(header) ? "number" : header.replace(/\s*(?:#|№)$/u, "");

function tasksOfRows(columns: readonly string[], rows: readonly string[][]): Json[] | undefined {
  const names = columns.map(snakeCase);
  const isTasks = names.some((name) => WORK.has(name)) && names.some((name) => PLANLIKE.has(name));
  if (!isTasks || new Set(names).size < names.length || rows.length < 2) return undefined;
  // A row without a word may divide those above it from those below.
  if (rows.some((row) => row.every((cell) => NOTHING.test(cell)))) return undefined;
  // Rows that cannot say what they wait for follow each other.
  const areSteps = !names.some((name) => EDGES.has(name) || (NUMBERS.has(name) && name !== "step"));
  const areNumbered = names.includes("step") && rows.every((row) => isNumber(row[names.indexOf("step")]));
  return rows.map((row, index): JsonObject => {
    const cells = row.map((cell, column): [string, Json] => [columns[column] ?? "", cell]);
    const said = cells.filter(([, cell]) => !NOTHING.test(String(cell)));
    return Object.fromEntries(areSteps && !areNumbered ? [...said, ["step_number", index + 1]] : said);
  });
}

const isNumber = (cell: string | undefined): boolean => asInteger(cell ?? null, 0) !== undefined;

const TAG = /<(\/?)(task|step|sub_?task|todo)(\s[^<>]*)?>/gi;
const ATTRIBUTE = /([\w-]{1,40})\s{0,3}=\s{0,3}(?:"([^"]*)"|'([^']*)')/g;
const INNER = /<([\w-]{1,40})>([^<]*)<\/\1\s*>/g;

/** Elements that follow each other, each a task; the one that stands around all of them is none. */
function elementsIn(text: string): Written[] {
  const tags = [...text.matchAll(TAG)];
  const first = tags[0]?.index ?? 0;
  const last = endOf(tags.at(-1));
  const tasks = tags.map(([, close, name, attributes = ""], n) => {
    const from = endOf(tags[n]);
    const body = text.slice(from, tags[n + 1]?.index ?? from);
    // Tags take turns: one of a task begins it, the next ends it, and nothing stands between tasks.
    const isOpening = n % 2 === 0;
    if (isOpening === (close === "/") || (!isOpening && name !== tags[n - 1]?.[2])) return undefined;
    return isOpening ? taskOfElement(attributes, body) : body.trim() === "" ? null : undefined;
  });
  if (tags.length < 2 || tags.length % 2 > 0 || tasks.includes(undefined)) return [];
  const [before = ""] = /(?:<[\w-]{1,40}>\s{0,20})?$/.exec(text.slice(0, first).slice(-80)) ?? [];
  const [behind = ""] = before === "" ? [] : (/^\s*<\/[\w-]+\s*>/.exec(text.slice(last)) ?? []);
  const written = inOrder(tasks.filter((task) => task !== null && task !== undefined));
  return [spanOf(first - before.length, last + behind.length, written)];
}

/** Elements that cannot say what they wait for follow each other; words alone do so by themselves. */
function inOrder(tasks: readonly Json[]): Json[] {
  const saysMore = (task: Json) =>
    isJsonObject(task) &&
    Object.keys(task).some((name) => EDGES.has(snakeCase(name)) || NUMBERS.has(snakeCase(name)));
  if (tasks.some(saysMore)) return [...tasks];
  return tasks.map((task, index) => (isJsonObject(task) ? { ...task, step_number: index + 1 } : task));
}

const endOf = (match: RegExpMatchArray | undefined): number => (match?.index ?? 0) + (match?.[0].length ?? 0);

function taskOfElement(attributes: string, body: string): Json | undefined {
  const own = [...attributes.matchAll(ATTRIBUTE)].map(([, name = "", one, other = ""]): [string, Json] => [
    name,
    plain(one ?? other),
  ]);
  // Anything but attributes would be lost.
  if (attributes.replace(ATTRIBUTE, "").trim() !== "") return undefined;
  const inner = [...body.matchAll(INNER)].map(([, name = "", words = ""]): [string, Json] => [
    name,
    plain(words.trim()),
  ]);
  const words = plain(body.replace(INNER, "").trim());
  const rest: [string, Json][] = words === "" ? [] : [["input", words]];
  const entries = [...own, ...inner, ...rest];
  // Another element or a comment in it would be words.
  if (
    /<[/!]?[a-z-]/i.test(body.replace(INNER, "")) ||
    new Set(entries.map(([name]) => name)).size < entries.length
  )
    return undefined;
  return own.length + inner.length === 0 ? words : Object.fromEntries(entries);
}

const plain = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" } as const;

const CALL =
  /(?:^[^\S\n]{0,20}(?:\*\*)?plan(?:\s?\d+)?(?:\*\*)?:(?:\*\*)?[^\S\n]{0,5}([^\n#]{1,500}?)\s{0,20}|^[^\S\n]{0,20})#([A-Z]\w{0,3}?\d{1,3})\s?=\s?([\p{L}_][\p{L}\p{N}_ -]{0,40}?)\s?(?:\[(.*)\]|\((.*)\))[^\S\n]*$/gimu;
/** Tools that are somebody: what they are asked for is no agent's work. */
const SOMEBODY = /(?:^|\s)(?:human|user|person|people|manager|owner|customer|team|boss)(?:\s|$)/i;

/** Calls of tools, one behind the other, each with a name for its result: "#E1 = Search[bees]". */
function callsIn(text: string): Written[] {
  const found = [...text.matchAll(CALL)];
  const [first] = found;
  const last = found.at(-1);
  if (!first || !last) return [];
  const between = found.slice(1).map((one, n) => text.slice(endOf(found[n]), one.index));
  const names = new Set(found.map(([, , name = ""]) => name));
  if (between.some((words) => words.trim() !== "") || names.size < found.length) return [];
  const tasks = found.map(([, why, name = "", tool = "", one, other = ""], index): JsonObject => {
    const words = tool.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
    const input = (one ?? other).replace(/#(\w+)/g, (all, id: string) =>
      names.has(id) ? `{{results.${id}}}` : all,
    );
    const task: [string, Json][] = [
      ["id", name],
      ["step_number", index + 1],
      ["title", why ?? `${words}: ${one ?? other}`],
      ["input", `${words}: ${input}`],
    ];
    const isAsked = typeOfWord(words) === "human_review";
    if (isAsked) task.push(["type", words]);
    else if (SOMEBODY.test(words)) task.push(["asks", words]);
    return Object.fromEntries(task);
  });
  return [spanOf(first.index, endOf(last), tasks)];
}
