import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json";
import { readingsOf } from "./encodings";
import { scanJson } from "./scan-json";

/** What an answer only repeats or reports, and does not say itself (docs/agents.md, "Quotations"). */

/** A text without what JSON and line breaks change when it is quoted. */
function bare(text: string): string {
  return text
    .replace(/\\+[nrt]/g, "")
    .replace(/[\\\s]+/g, "")
    .toLowerCase();
}

export type Quotations = {
  /** Does the text stand word for word in the data of the request? */
  isQuoted(text: string): boolean;
  /** Is all that the object says said by one object of the data, in whichever order, as the first with these words? */
  isQuotedObject(object: JsonObject): boolean;
};

/** Of the fields of an object together. */
const MIN_KNOWN_CHARS = 24;

/** What the data of a request holds, as it stands there and as it reads where it is encoded. */
export function quotationsOf(data: string | undefined): Quotations {
  if (data === undefined || data === "") return { isQuoted: () => false, isQuotedObject: () => false };
  const readings = readingsOf(data);
  const known = readings.map(bare);
  let objects: JsonObject[] | undefined;
  return {
    isQuoted(text) {
      const wanted = bare(text);
      return wanted !== "" && known.some((one) => one.includes(wanted));
    },
    isQuotedObject(object) {
      const said = fieldsSaid(object);
      // A word or two say too little to be known again: a reviewer may decide twice for the same short reason.
      const chars = [...said.values()].reduce((sum, one) => sum + one.length, 0);
      if (said.size < 2 || chars < MIN_KNOWN_CHARS) return false;
      objects ??= readings.flatMap((reading) => objectsIn(reading));
      return objects
        .map(fieldsSaid)
        .some((theirs) => [...said].every(([name, text]) => theirs.get(name) === text));
    },
  };
}

/** The fields that say something, by their names in any spelling, each as one text. */
function fieldsSaid(object: JsonObject): ReadonlyMap<string, string> {
  const fields = Object.entries(object).filter(([, value]) => !isEmpty(value));
  return new Map(
    fields.map(([name, value]) => [name.replace(/[_\s-]/g, "").toLowerCase(), bare(canonicalJson(value))]),
  );
}

const isEmpty = (value: Json): boolean =>
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** JSON inside texts of JSON, so deep. */
const MAX_NESTED = 4;

/** Every object in a text, at any depth, those in its texts too. */
function objectsIn(text: string, depth = 0): JsonObject[] {
  if (depth > MAX_NESTED || !text.includes("{")) return [];
  const open: Json[] = scanJson(text).found.map(({ value }) => value);
  const objects: JsonObject[] = [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") objects.push(...objectsIn(value, depth + 1));
    if (typeof value !== "object" || value === null) continue;
    if (isJsonObject(value)) objects.push(value);
    open.push(...Object.values(value));
  }
  // Where the text is cut off, what stands in its texts is still escaped.
  const plain = text.replace(/\\+(?=["\\/])/g, "");
  return plain === text ? objects : [...objects, ...objectsIn(plain, depth + 1)];
}

const IN_QUOTES = /"([^"\n]{8,2000})"|“([^”\n]{8,2000})”|`([^`\n]{8,2000})`|«([^»\n]{8,2000})»/g;

/** Stands where a quotation stood, so that what is left on its line does not stand alone. */
const STAND_IN = '"x"';

/** The text without what stands in quotation marks and occurs in the data. */
export function withoutQuotations(text: string, isQuoted: (text: string) => boolean): string {
  return text.replace(IN_QUOTES, (whole, ...inside: unknown[]) => {
    const quoted = inside.slice(0, 4).find((one) => typeof one === "string");
    return typeof quoted === "string" && /\s|:/.test(quoted) && isQuoted(quoted) ? STAND_IN : whole;
  });
}

const REPORTED =
  /\b(?:says|said|reads|wrote|writes|states|stated|claims|contains|carries|returned|printed|quotes?|quoted|copied|taken from|text from|wants me|asked me|tells me|instructs)\b/i;
const SUPPOSED =
  /\b(?:example|e\.g\.|for instance|template|placeholder|in this form|like this|would|had (?:it|the|they|there)|if|suppose|imagine|hypothetical(?:ly)?|unless|instead of|rather than)\b/i;
const SOURCE =
  /\b(?:log|page|tool|file|ticket|e-?mail|document|website|web ?page|result|output|data|user|block|attachment|earlier|previous)\b/i;
const OWN =
  /\b(?:my|our|own|actual|final)\b[^.\n]{0,40}\b(?:answer|decision|review|verdict|judge?ment|assessment|evaluation|conclusion|result)\b/i;
const ANNOUNCED =
  /\b(?:here is|here's|below is|following is)\b[^.\n]{0,60}\b(?:answer|decision|review|verdict|judge?ment|assessment|evaluation)\b/i;
const UNABLE =
  /\b(?:can(?:no|')t|can not|could(?: not|n't)|unable to|not able to|impossible to|hard to|refuse to|not going to) (?:really |fully |yet )?(?:judge|decide|tell|say|assess|determine|evaluate|make|give|take|review|verify|answer)\b|\b(?:do not|don't|does not) (?:know|agree|have (?:enough|the))|\b(?:not sure|unsure|undecided|uncertain|no decision|no opinion|no preference|not my decision|not a decision|do not act|disregard (?:this|the following|my)|ignore (?:this|the following|my))\b/i;
const TAKEN_BACK =
  /^\W*(?:no\b|not\b|nope|wait|but\b|however|actually|on second thought|this is not|that is not|just kidding|unless|only if|provided|if\b|is (?:wrong|what|not))/i;

/** The last sentence of a text: what leads to what stands below. */
const lastSentence = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/^[\s`*#>_-]+|[\s`*_]+$/g, ""))
    .filter((line) => line !== "" && line !== "json")
    .at(-1)
    ?.split(/(?<=[.!?])\s+/)
    .at(-1) ?? "";

/** Does the text announce its own words below? */
export function announcesOwn(lead: string): boolean {
  const line = lastSentence(lead);
  return (OWN.test(line) || ANNOUNCED.test(line)) && !REPORTED.test(line);
}

/** What models put in front of an announcement out of politeness. */
const POLITE = /^(?:sure|ok(?:ay)?|certainly|of course|understood|thank you|thanks)\b/i;
const ANNOUNCEMENT =
  /^(?:(?:sure|ok(?:ay)?|certainly|of course|understood)[,.! ]+)?(?:(?:so|thus|therefore|hence|now),? )?(?:(?:here is|here's|below is|this is) (?:my|our|the)|my|our)? ?(?:own |actual |final |overall )*(?:answer|decision|review|verdict|judge?ment|assessment|evaluation|conclusion|json|here)(?: (?:it is|object|is|in json|as json|in the required (?:form|format)))*[:.]?$/i;

/** What stands in front of the last sentence of a lead that announces the model's own words below and says nothing else; undefined for any other. */
export function beforeAnnouncement(lead: string): string | undefined {
  const text = lead.replace(/```\w*/g, "").trimEnd();
  const last = lastSentence(text);
  if (!ANNOUNCEMENT.test(last.replace(/[*_`]/g, "").trim())) return;
  const before = text.slice(0, text.lastIndexOf(last)).replace(/^[\s*_#>-]+|[\s*_#>-]+$/g, "");
  return POLITE.test(before) && before.length < 20 ? "" : before;
}

/** Does what stands below belong to somebody else, or to a case that is only imagined? */
export function reportsOthers(lead: string): boolean {
  const line = lastSentence(lead);
  if (announcesOwn(lead) && !SUPPOSED.test(line)) return false;
  return (
    REPORTED.test(line) ||
    (line.endsWith(":") && (SUPPOSED.test(line) || SOURCE.test(line) || /\bnot\b/i.test(line)))
  );
}

/** Does the text say that it cannot judge? */
export const isUnable = (text: string): boolean => UNABLE.test(text);

/** Does what follows take back what stood above it? */
export const takesBack = (text: string): boolean => TAKEN_BACK.test(text.trimStart().split("\n", 1).join());
