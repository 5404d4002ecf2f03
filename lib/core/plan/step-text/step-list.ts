import { readLine, type StepHeader, titleOf } from "./lines";
import { type Ordinal, readOrdinal } from "./ordinals";

/**
 * The list that is the steps of a text without `Step` headers (docs/plans.md, "Lists as steps"): items at one indentation in one
 * dress, numbered from one on or each with a box. What stands in an item is its own.
 */

/** The headers by the number of their lines, or the first lines of lists of which each could be the steps. */
type StepList =
  | { headers: ReadonlyMap<number, StepHeader>; several?: undefined }
  | { several: readonly [first: string, second: string] };

type Item = { at: number; header: Omit<StepHeader, "number">; ordinal: Ordinal; bullet: string };
type List = { items: Item[]; indent: number; rank: number; isWhole: boolean };

/** More than that is no plan, and takes long. */
const MAX_LISTS = 200;
const FENCE = /^(?:`{3,}|~{3,})/;
const BOX = /^(?:[-*•+]\s+)?(?:\[([ xX✓✔✗]?)\]\s+|([☐☑✅✔☒])\s*)/u;
/** Items or lines between them that say that one of them is enough. */
const ALTERNATIVE = /(?:^|[\s,;])(?:or|oder|ou|o|of|lub|eller|или)[\s*_:,.]*$/iu;

/** The steps of a text that has no `Step` header; undefined where no list could be them. */
export function stepListIn(text: string): StepList | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const lists = listsIn(lines);
  if (lists.length > MAX_LISTS) return undefined;
  const outer = lists.filter((list) => !lists.some((other) => other !== list && encloses(other, list)));
  const [list, another] = outer;
  if (!list) return undefined;
  if (another)
    return { several: [lines[startOf(list)]?.trim() ?? "", lines[startOf(another)]?.trim() ?? ""] };
  const areAlternatives = list.items.some((_, index) => ALTERNATIVE.test(lastLine(lines, list, index)));
  if (!list.isWhole || areAlternatives) return undefined;
  const headers = list.items.map(({ at, header, ordinal }, index): [number, StepHeader] => {
    const isDone = header.isDone || linesOf(lines, list, index).some((line) => isTicked(line.trim()));
    return [at, { ...header, number: ordinal.value, ...(isDone && { isDone }) }];
  });
  return { headers: new Map(headers) };
}

const startOf = ({ items }: List): number => items[0]?.at ?? 0;
const endOf = ({ items }: List): number => items.at(-1)?.at ?? 0;

const linesOf = (lines: readonly string[], { items }: List, index: number): readonly string[] =>
  lines.slice(items[index]?.at, items[index + 1]?.at);

/** The last line of an item that has words, but for the last item. */
const lastLine = (lines: readonly string[], list: List, index: number): string =>
  index + 1 === list.items.length
    ? ""
    : (linesOf(lines, list, index).findLast((line) => line.trim() !== "") ?? "");

/** Does a list stand in one item of another: below it, further in, or in a lesser dress? */
function encloses(outer: List, inner: List): boolean {
  const above = outer.items.findLast(({ at }) => at < startOf(inner));
  const next = outer.items.find(({ at }) => at > startOf(inner));
  if (!above || (next && next.at < endOf(inner))) return false;
  return inner.indent > outer.indent || outer.rank > inner.rank || next !== undefined;
}

/** All lists of a text; those in different blocks of code are not the same. */
function listsIn(lines: readonly string[]): List[] {
  const open = new Map<string, List>();
  const lists: List[] = [];
  let block = 0;
  for (const [at, raw] of lines.entries()) {
    if (FENCE.test(raw.trim())) block += 1;
    const read = itemsOf(raw, at);
    // Below another heading a list is another one.
    const rank = Math.max(0, ...read.map((item) => item.rank));
    for (const [name, list] of open) if (list.rank < rank) open.delete(name);
    for (const { key, rank: own, ...item } of read) {
      const name = `${block} ${key}`;
      const above = open.get(name);
      const { value } = item.ordinal;
      if (above && value === (above.items.at(-1)?.ordinal.value ?? 0) + 1) above.items.push(item);
      else if (above && value === BOXED)
        above.items.push({ ...item, ordinal: { ...item.ordinal, value: above.items.length + 1 } });
      else if (value === 1 || value === BOXED) {
        const first = { ...item, ordinal: { ...item.ordinal, value: 1 } };
        const list = { items: [first], indent: item.header.indent, rank: own, isWhole: true };
        open.set(name, list);
        lists.push(list);
      } else if (above) above.isWhole = false;
    }
  }
  for (const list of lists) list.isWhole &&= !hasOtherItems(lines, list);
  return lists.filter(({ items }) => items.length > 1);
}

/** Stands for the number of an item that has only a box. */
const BOXED = 0;

/** Readings of a line as an item: of each notation, or of a box. */
function itemsOf(raw: string, at: number): (Item & { key: string; rank: number })[] {
  const { trimmed, indent } = readLine(raw);
  const [box = ""] = BOX.exec(trimmed) ?? [];
  const text = trimmed.slice(box.length || (/^[-*•+]\s+/.exec(trimmed)?.[0].length ?? 0));
  const bullet = trimmed.charAt(0);
  const numbered = readOrdinal(text);
  const { rest = text, dress = "", rank = 0 } = numbered ?? {};
  const title = titleOf(rest.replace(/\*\*|__/g, ""));
  if (title.title === "" || (box === "" && !numbered)) return [];
  const header = {
    ...title,
    separator: "",
    indent,
    listed: false,
    ...((isTicked(trimmed) || isStruck(rest)) && { isDone: true as const }),
  };
  const ordinals = numbered?.ordinals ?? [{ notation: "box", value: BOXED }];
  return ordinals.map((ordinal) => ({
    at,
    header,
    ordinal,
    bullet,
    rank,
    key: [
      indent,
      box === "" ? trimmed.slice(0, trimmed.length - text.length) : "box",
      dress,
      ordinal.notation,
    ].join("|"),
  }));
}

function isTicked(line: string): boolean {
  const [box, mark, sign] = BOX.exec(line) ?? [];
  return box !== undefined && !/^[ ☐]?$/u.test(mark ?? sign ?? "");
}

const isStruck = (title: string): boolean => /^[*_]*~~.*~~[*_.]*$/su.test(title);

/** Items without a box between those that have one: nothing says whether they are steps. */
function hasOtherItems(lines: readonly string[], { items, indent }: List): boolean {
  if (items[0]?.ordinal.notation !== "box") return false;
  const own = new Set(items.map(({ at }) => at));
  return lines.slice(items[0].at, items.at(-1)?.at).some((raw, index) => {
    const line = readLine(raw);
    const isOther = !own.has((items[0]?.at ?? 0) + index);
    return isOther && line.indent === indent && line.bullet === items[0]?.bullet;
  });
}
