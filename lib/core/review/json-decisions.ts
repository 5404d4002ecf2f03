import { JsonReader } from "../plan/json-reader";

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;
const OPENERS = "{[";
const CLOSERS = "}]";
/** Stands for a decision that is no text: it is none. */
const NO_TEXT = "no text";

/**
 * Every value that an object gives for its decision, in any spelling of the name: a name that is written twice would
 * keep its last value alone, and hide a contradiction. `source` is an object as `scanJson` found it. Nulls are left out.
 */
export function decisionsIn(source: string): string[] {
  const reader = new JsonReader(source, 0, source.lastIndexOf("*/"));
  reader.read();
  const said: string[] = [];
  let depth = 0;
  let name = "";
  let wanted = false;
  for (const [token] of reader.json().matchAll(TOKEN)) {
    if (token === ":") {
      wanted = depth === 1 && isDecision(name);
      continue;
    }
    if (wanted && token !== "null")
      said.push(token.startsWith('"') ? (JSON.parse(token) as string) : NO_TEXT);
    wanted = false;
    if (token.startsWith('"')) name = token;
    if (OPENERS.includes(token)) depth += 1;
    if (CLOSERS.includes(token)) depth -= 1;
  }
  return said;
}

const isDecision = (name: string): boolean => (JSON.parse(name) as string).toLowerCase() === "decision";
