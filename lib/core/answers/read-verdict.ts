import { cleanJson, isJsonObject, type Json, type JsonObject, parseJson } from "../json";
import { asFlag } from "../plan/read/fields";
import { cleanText } from "../text";
import { isEnglish } from "./english";
import { fencesAround } from "./fences";
import {
  announcesOwn,
  beforeAnnouncement,
  isUnable,
  type Quotations,
  quotationsOf,
  reportsOthers,
  withoutQuotations,
} from "./quotation";
import { scanJson } from "./scan-json";
import { withoutAsides } from "./thinking";

/** What a verdict says: that a result passes, or that data suffices. */
export type VerdictKey = "passed" | "sufficient";
export type ReadVerdict =
  /** `said`: the object of the answer, or what its text says under the same names. */
  { ok: true; passed: boolean; said: JsonObject } | { ok: false; reason: "missing" | "ambiguous" };

const MISSING: ReadVerdict = { ok: false, reason: "missing" };
const AMBIGUOUS: ReadVerdict = { ok: false, reason: "ambiguous" };

const LABEL =
  /^[^\p{L}\p{N}\n]*(?:(?:overall|final|my|the)\s+)*(?:verdict|verification|passed|sufficient|outcome|result|decision|ergebnis(?: der prüfung)?|urteil|résultat|verdict final|resultado)\W{0,3}\s*(?:[:–—]|-\s|\bis\b)\s*(.+)$/iu;
const REASON = /^[^\p{L}\n]*(?:reason(?:ing|s)?|because|begründung|raison|missing)\W{0,3}\s*:\s*(.+)$/imu;
const NO =
  /^\W*(?:no|nein|non|false|fail(?:s|ed|ure)?|rejected|insufficient|unzureichend|❌|✗)(?![\p{L}\p{N}])|^[^.\n]{0,40}\b(?:not|n't|nicht|pas|no)\b[^.\n]{0,20}\b(?:pass(?:ed|es)?|sufficient|suffice|enough|bestanden|erfüllt|ausreichend|suffisant|suficiente)\b/iu;
const YES =
  /^\W*(?:yes|ja|oui|sí|true|pass(?:ed|es)?|sufficient|bestanden|ausreichend|suffisant|suficiente)[*_`"')\]]*\s*(?=[,.!;(–—-]|$)/iu;
/** What a reason does not say of a result that passes. */
const AGAINST =
  /\b(?:does|do|did|is|are|was|were|has|have) not (?:\w+ ){0,2}(?:pass|met|meet|satisf|suffic|fulfil|enough|match|contain|there)|\b(?:doesn't|isn't|aren't|didn't) (?:\w+ ){0,2}(?:pass|meet|met|satisf|suffic|match)|\bnot (?:passed|met|satisfied|sufficient|fulfilled)\b|\b(?:fails?|failed|violated|violates|insufficient|missing|lacks?|contradicts)\b|nicht (?:bestanden|erfüllt|ausreichend)/i;
const NONE_OF_IT =
  /\b(?:no|nothing|none|neither|without|never|zero|0)\b[^.;,\n]{0,30}\b(?:missing|fails?|failed|violated|violates|lacks?|contradicts)\b|\bcriteria do not \w+/gi;

/**
 * Reads whether a result passes (docs/agents.md, "Verdicts"): in one object, or in text that says so at its beginning
 * or under a label. What stands word for word in `data` is a quotation, and any doubt lets nothing pass.
 */
export function readVerdict(text: string, key: VerdictKey, data?: string): ReadVerdict {
  const quotations = quotationsOf(data);
  const { isQuoted } = quotations;
  const whole = withoutAsides(cleanText(text)).trim();
  const inside = whole.startsWith('"') ? parseJson(whole) : undefined;
  const answer = typeof inside === "string" ? inside : whole;
  const { objects, around, broken } = partsOf(answer, key, quotations);
  // Only what would let something pass has to be shown to be the answer's own.
  const own = objects.filter(
    ({ lead, value }) => asFlag(value[key] ?? null) === false || !reportsOthers(lead),
  );
  if (own.length < objects.length && !own.some(({ lead }) => announcesOwn(lead)))
    return own.length > 0 ? AMBIGUOUS : MISSING;
  const last = own.at(-1);
  if (last === undefined) return broken ? MISSING : spokenVerdict(around, key, isQuoted);
  const passed = asFlag(last.value[key] ?? null);
  if (passed === undefined) return MISSING;
  if (own.some(({ value }) => asFlag(value[key] ?? null) !== passed)) return AMBIGUOUS;
  return passed && isDoubtful(last, around) ? AMBIGUOUS : { ok: true, passed, said: last.value };
}

/** Do words, other than those that are quoted, say that something is wrong? */
const speaksAgainst = (words: string): boolean =>
  AGAINST.test(words.replace(/["“«][^"”»\n]*["”»]/g, "").replace(NONE_OF_IT, ""));

type Judged = { value: JsonObject; lead: string; ownLine: boolean; isDoubled: boolean };

function partsOf(text: string, key: string, { isQuoted, isQuotedObject }: Quotations) {
  const objects: Judged[] = [];
  const around: string[] = [];
  let from = 0;
  const { found, brokenAt } = scanJson(text);
  for (const { start, end, value, salvaged, doubled = [] } of found) {
    if (salvaged || !isJsonObject(value)) continue;
    const holder = Object.hasOwn(value, key) ? value : onlyObjectIn(value, key);
    if (!holder) continue;
    const lead = text.slice(from, start);
    around.push(lead);
    from = end;
    const judged = cleanJson(holder) as JsonObject;
    if (isQuoted(text.slice(start, end)) || isQuotedObject(judged)) continue;
    const ownLine = /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start));
    objects.push({ value: judged, lead, ownLine, isDoubled: doubled.length > 0 });
  }
  around.push(text.slice(from));
  return { objects, around: withoutQuotations(around.join("\n"), isQuoted), broken: brokenAt >= 0 };
}

/** The verdict inside an object that only wraps it. */
function onlyObjectIn(value: JsonObject, key: string): JsonObject | undefined {
  const [only, ...others] = Object.values(value);
  return others.length === 0 && isJsonObject(only) && Object.hasOwn(only, key) ? only : undefined;
}

/** An object is the whole answer, but for a line that announces it, and says what it is asked for: anything else may speak against it. */
function isDoubtful({ value, ownLine, isDoubled }: Judged, around: string): boolean {
  if (isDoubled || Object.entries(value).some((entry) => saysNo(entry) || saysMore(entry))) return true;
  return proseOf(around) !== "" && !(ownLine && beforeAnnouncement(around) === "");
}

const proseOf = (text: string): string => text.replace(/```[a-z]*/gi, "").trim();

const FIELDS: ReadonlySet<string> = new Set(["passed", "sufficient", "reason", "missing", "evidence"]);

const saysMore = ([name, value]: [string, Json]): boolean => !FIELDS.has(name) && saysAnything(value);

/** Does a value hold a word, or a yes or no? A number says nothing against what stands beside it. */
export function saysAnything(value: Json): boolean {
  if (Array.isArray(value)) return value.some(saysAnything);
  if (isJsonObject(value)) return Object.values(value).some(saysAnything);
  return typeof value === "boolean" || (typeof value === "string" && value.trim() !== "");
}

/** Is something denied in it, or listed that is no evidence: what is missing, or wrong? */
function saysNo([name, value]: [string, Json]): boolean {
  if (Array.isArray(value) && value.length > 0 && name !== "evidence") return true;
  if (typeof value === "object" && value !== null) return Object.entries(value).some(saysNo);
  return (
    asFlag(value) === false || (typeof value === "string" && name !== "evidence" && speaksAgainst(value))
  );
}

/** A verdict in text: under labels, or else with its first words. */
function spokenVerdict(text: string, key: VerdictKey, isQuoted: (text: string) => boolean): ReadVerdict {
  if (/[{[]\s*["'[{]/.test(text)) return MISSING;
  const lines = text.split("\n").filter((line) => /\p{L}/u.test(line) && !isQuoted(line));
  const labeled = lines.flatMap((line) => LABEL.exec(line)?.[1] ?? []);
  const said = labeled.length > 0 ? labeled : lines.slice(0, 1);
  const verdicts = said.flatMap((words) => verdictIn(words) ?? []);
  const [passed] = verdicts;
  if (passed === undefined) return MISSING;
  if (verdicts.some((one) => one !== passed)) return AMBIGUOUS;
  if (passed && (!isExactForm(said, lines) || isUnable(text) || speaksAgainst(text))) return AMBIGUOUS;
  const reason = REASON.exec(text)?.[1] ?? outsideFences(text).replace(/^[^\p{L}\p{N}]+/u, "");
  const about: Json = key === "sufficient" && !passed ? { missing: [reason.trim()] } : {};
  return { ok: true, passed, said: { [key]: passed, reason: reason.trim(), ...about } };
}

/** The verdict alone, or with one paragraph of reasons in English under a label below it: other words may say anything. */
function isExactForm([verdict = "", another]: readonly string[], lines: readonly string[]): boolean {
  const rest = verdict.replace(YES, "");
  const [first = "", ...below] = lines;
  if (another || /[\p{L}\p{N}?]/u.test(rest) || !(LABEL.test(first) || first === verdict)) return false;
  const [, reason] = REASON.exec(below[0] ?? "") ?? [];
  return below.length === 0 || (below.length === 1 && reason !== undefined && isEnglish(reason));
}

function outsideFences(text: string): string {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) => (LABEL.test(line) || REASON.test(line) ? [index] : []));
  const fences = fencesAround(lines, starts);
  return lines.filter((_, index) => !fences.has(index)).join("\n");
}

function verdictIn(words: string): boolean | undefined {
  const [sentence = ""] = words.split(/(?<=[.!])\s/);
  if (NO.test(sentence)) return false;
  return YES.test(sentence) || undefined;
}
