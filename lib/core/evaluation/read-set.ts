import type { z } from "zod";
import { parseExactly } from "../json";
import { ITEM_SCHEMAS, type ItemOf, type SetHeader, type SetName, setHeader } from "./items";

export type ReadSet<Name extends SetName> =
  | { ok: true; header: SetHeader; items: ItemOf<Name>[] }
  /** The first line that cannot be used, counted from 1. */
  | { ok: false; line: number; problem: string };

/**
 * Reads a labeled set: a header and an item on each further line. Nothing is left out in silence: a line that is damaged,
 * repeats an id or belongs to another set is named, and the set is not used.
 */
export function readSet<Name extends SetName>(name: Name, text: string): ReadSet<Name> {
  const lines = text.split("\n");
  const header = readLine(setHeader, lines[0] ?? "");
  if (!header.ok) return { ok: false, line: 1, problem: `The header cannot be read. ${header.problem}` };
  if (header.value.set !== name)
    return { ok: false, line: 1, problem: `This is the set "${header.value.set}", not "${name}".` };
  const items: ItemOf<Name>[] = [];
  const seen = new Map<string, number>();
  for (const [index, source] of lines.entries()) {
    const line = index + 1;
    if (index === 0 || (source === "" && line === lines.length)) continue;
    const read = readLine<ItemOf<Name>>(ITEM_SCHEMAS[name] as unknown as z.ZodType<ItemOf<Name>>, source);
    if (!read.ok) return { ok: false, line, problem: read.problem };
    const before = seen.get(read.value.id);
    if (before !== undefined)
      return { ok: false, line, problem: `The id "${read.value.id}" stands on line ${before} already.` };
    seen.set(read.value.id, line);
    items.push(read.value);
  }
  return { ok: true, header: header.value, items };
}

type ReadLine<Value> = { ok: true; value: Value } | { ok: false; problem: string };

function readLine<Value>(schema: z.ZodType<Value>, source: string): ReadLine<Value> {
  let value: unknown;
  try {
    value = parseExactly(source);
  } catch {
    return { ok: false, problem: "It is no JSON object." };
  }
  const read = schema.safeParse(value);
  if (read.success) return { ok: true, value: read.data };
  const problems = read.error.issues.map(({ path, message }) => [path.join("."), message]);
  return {
    ok: false,
    problem: problems
      .slice(0, 1)
      .flat()
      .filter((part) => part !== "")
      .join(": "),
  };
}
