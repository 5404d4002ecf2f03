import type { Json } from "../json";
import { formatCounted } from "./amounts";

/** Of a longer text its size is said: no piece of it may pass for all that it says. */
const MAX_TEXT_CHARS = 60;

/** The arguments of a call in one line of words: whole values with their names, as many as find room, and how many more. */
export function argumentWords(args: Json, chars = 120): string {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return valueWords(args);
  const parts = Object.entries(args).map(([name, value]) => `${name}: ${valueWords(value)}`);
  const shown: string[] = [];
  for (const part of parts) {
    if (shown.length > 0 && [...shown, part].join(", ").length > chars) break;
    shown.push(part);
  }
  const more = parts.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function valueWords(value: Json): string {
  if (typeof value === "string") {
    const line = value.replace(/\s+/gu, " ").trim();
    return line.length > MAX_TEXT_CHARS
      ? formatCounted(value.length, "character", "characters")
      : line || "nothing";
  }
  if (Array.isArray(value)) return formatCounted(value.length, "value", "values");
  if (typeof value === "object" && value !== null)
    return formatCounted(Object.keys(value).length, "field", "fields");
  return value === null ? "nothing" : String(value);
}
