import { isJsonObject, type Json } from "../json";
import { spelling } from "../plan/read/fields";
import { excerptOf, type Report } from "../plan/read/report";
import { setOf } from "./english";

/**
 * The account of an answer in JSON that lets something pass (docs/agents.md, "What stands beside an answer"), as plans have
 * one: what no field took is harmless by its name and its value, or unread, whatever its words and their language.
 */

/** Names of what tells how an answer was made: one word, or a number. */
const MADE = setOf(
  "id reviewid runid model version schema language lang locale timestamp createdat generatedat reviewedat",
);
/** Names of what an answer took. */
const MEASURES = setOf(
  "tokens tokencount totaltokens inputtokens outputtokens cost costusd duration durationms durations latencyms elapsedms elapseds",
);
const SURENESS = setOf("confidence certainty");
const ONE_WORD = /^[\w.:/@+-]{1,80}$/;

/** Says what the fields of an answer left unread: values that none understood, and parts that none took. */
export function unreadIn(report: Report): string[] {
  const left = report.takePieces().filter(({ key, value }) => !isHarmless(key, value));
  return [
    ...report.errors.map(({ message }) => message),
    ...left.map(({ path, value }) => `${path}: ${excerptOf(value)} is no field of the form.`),
  ];
}

/** Changes a value nothing of what it stands beside? An object has names, and they may say anything. */
export function isHarmless(key: string, value: Json): boolean {
  if (isEmpty(value)) return true;
  const name = spelling(key);
  if (SURENESS.has(name)) return isLikely(value);
  if (MADE.has(name)) return typeof value === "number" || (typeof value === "string" && ONE_WORD.test(value));
  return MEASURES.has(name) && typeof value === "number";
}

/** Is there nothing in it that could say something? */
export const isEmpty = (value: Json): boolean =>
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** A share, or a percentage, of at least a half; words are not known to say how sure it is. */
function isLikely(value: Json): boolean {
  const share = typeof value === "string" ? Number(value.replace(/\s*%$/, "")) : value;
  return typeof share === "number" && ((share >= 0.5 && share <= 1) || (share >= 50 && share <= 100));
}

/** Words in the names of objects, tags and calls that only hold an answer; with any other it may be somebody else's, or one of several. */
const HOLDERS = setOf(
  "answer final response review reviewer decision verdict verification quality gate judgement judgment assessment evaluation json my submit give tool call function arguments args parameters",
);

/** Does what has this name only hold an answer? A list has none. */
export const onlyHolds = (name: string): boolean =>
  name
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .split(/[\s_-]+/)
    .every((word) => word === "" || HOLDERS.has(word));
