/** What an answer only repeats or reports, and does not say itself (docs/agents.md, "Quotations"). */

/** A text without what JSON and line breaks change when it is quoted. */
function bare(text: string): string {
  return text
    .replace(/\\+[nrt]/g, "")
    .replace(/[\\\s]+/g, "")
    .toLowerCase();
}

/** Says whether a text stands word for word in the data of the request. */
export function quotationsOf(data: string | undefined): (text: string) => boolean {
  if (data === undefined || data === "") return () => false;
  const known = bare(data);
  return (text) => {
    const wanted = bare(text);
    return wanted !== "" && known.includes(wanted);
  };
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
