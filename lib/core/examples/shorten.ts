import { isJsonObject, type Json } from "../json";
import { setOwn } from "../own";
import { entryTokens } from "../take-within";
import { cutText } from "../text";
import type { Example } from "./form";

/** Characters of one text in a shortened example, the longest that fits first. */
const SHORTEST_CHARS = 60;
const TEXT_CHARS = [300, 120, SHORTEST_CHARS];

/**
 * An example that is too long for the room in a prompt, with its steps whole and its texts cut: it shows a way, and not all
 * of the material. Undefined where that is too long still (docs/examples.md, "What prompts are shown").
 */
export function shortenedExample<One extends Example>(example: One, maxTokens: number): One | undefined {
  for (const chars of TEXT_CHARS) {
    const short = withTexts(example as Json, chars);
    if (entryTokens(JSON.stringify(short)) <= maxTokens) return short as One;
  }
  return;
}

/** The example with its texts cut as short as prompts carry them. */
export const shortestExample = (example: Example): Example =>
  withTexts(example as Json, SHORTEST_CHARS) as Example;

function withTexts(value: Json, chars: number): Json {
  if (typeof value === "string")
    return isProgram(value) || value.length <= chars ? value : `${cutText(value, chars)}…`;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, chars));
  if (!isJsonObject(value)) return value;
  const short = {};
  for (const [key, inner] of Object.entries(value)) setOwn(short, key, withTexts(inner, chars));
  return short;
}

/** A part of a program or of a predicate is none. */
const isProgram = (text: string): boolean => text.trimStart().startsWith("(");
