import { cleanJson, isJsonObject, type Json, type JsonObject, parseJson } from "../json";
import { asFlag, Fields } from "../plan/read/fields";
import { Report } from "../plan/read/report";
import { cleanText } from "../text";
import { isEmpty, onlyHolds, unreadIn } from "./account";
import { hasFootnote, isPlain, setsCondition } from "./english";
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
  /**
   * `said`: the object of the answer, or what its text says under the same names. `isUnconditional`: that nothing has to be
   * true first stands in its slot, or its words can set no condition.
   */
  | { ok: true; passed: boolean; said: JsonObject; isUnconditional?: true }
  | { ok: false; reason: "missing" | "ambiguous" };

const MISSING: ReadVerdict = { ok: false, reason: "missing" };
const AMBIGUOUS: ReadVerdict = { ok: false, reason: "ambiguous" };

const NAMES =
  "(?:(?:overall|final|my|the)\\s+)*(?:verdict|verification|passed|sufficient|outcome|result|decision|ergebnis(?: der prüfung)?|urteil|résultat|verdict final|resultado)";
const LABEL = new RegExp(`^[^\\p{L}\\p{N}\\n]*${NAMES}\\W{0,3}\\s*(?:[:=–—]|-\\s|\\bis\\b)\\s*(.+)$`, "iu");
const REASON = /^[^\p{L}\n]*(?:reason(?:ing|s)?|because|begründung|raison|missing)\W{0,3}\s*[:=]\s*(.+)$/imu;
/** A label above what it names, and a tag around it. */
const HEADING = new RegExp(`^(\\W{0,10}${NAMES})([*_]{0,2})[^\\S\\n]*\\n\\s{0,10}(?=\\S)`, "gimu");
const TAGGED = /<(\w{1,20})>([^<>\n]*)<\/\1>/g;
/** Names under which an object may say in words that something does not pass. */
const SPOKEN: ReadonlySet<string> = new Set(["verdict", "result", "outcome", "decision"]);
const NO =
  /^\W*(?:no|nein|non|false|fail(?:s|ed|ure)?|rejected|insufficient|unzureichend|❌|✗)(?![\p{L}\p{N}])|^[^.\n]{0,40}\b(?:not|n't|nicht|pas|no)\b[^.\n]{0,20}\b(?:pass(?:ed|es)?|sufficient|suffice|enough|bestanden|erfüllt|ausreichend|suffisant|suficiente)\b/iu;
const YES =
  /^\W*(?:yes|ja|oui|sí|true|pass(?:ed|es)?|sufficient|bestanden|ausreichend|suffisant|suficiente)[*_`"')\]]*\s*(?=[,.!;(–—-]|$)/iu;
/** What a reason does not say of a result that passes. */
const AGAINST =
  /\b(?:does|do|did|is|are|was|were|has|have) not (?:\w+ ){0,2}(?:pass|met|meet|satisf|suffic|fulfil|enough|match|contain|there)|\b(?:doesn't|isn't|aren't|didn't) (?:\w+ ){0,2}(?:pass|meet|met|satisf|suffic|match)|\bnot (?:passed|met|satisfied|sufficient|fulfilled)\b|\b(?:fails?|failed|violated|violates|insufficient|missing|lacks?|contradicts)\b|\b(?:can|could)(?: ?not|n['’]t) be \w+ed\b|nicht (?:bestanden|erfüllt|ausreichend)/i;
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
  const isDoubted = own.some((one) => one.hasUnread) || !isAlone(last, around);
  if (passed && isDoubted) return AMBIGUOUS;
  const read = { ok: true, passed, said: last.value } as const;
  return passed && own.every(({ value }) => tellsConditions(value))
    ? { ...read, isUnconditional: true }
    : read;
}

/** Without the slot for conditions, only words that can set none tell that there is none. */
function tellsConditions(value: JsonObject): boolean {
  const fields = new Fields(value, "", new Report());
  return fields.find(["conditions"]) !== undefined || isPlain(fields.text(["reason"]) ?? "");
}

/** Do words, other than those that are quoted, say that something is wrong? */
const speaksAgainst = (words: string): boolean =>
  AGAINST.test(words.replace(/["“«][^"”»\n]*["”»]/g, "").replace(NONE_OF_IT, ""));

/** `hasUnread`: it says more than what it is asked for, or something else. */
type Judged = { value: JsonObject; lead: string; ownLine: boolean; hasUnread: boolean };

function partsOf(text: string, key: VerdictKey, { isQuoted, isQuotedObject }: Quotations) {
  const objects: Judged[] = [];
  const around: string[] = [];
  let from = 0;
  const { found, brokenAt } = scanJson(text);
  for (const { start, end, value, salvaged, doubled = [] } of found) {
    if (salvaged || !isJsonObject(value)) continue;
    const [name = "", inner] = holderOf(value, key);
    if (!inner) continue;
    const lead = text.slice(from, start);
    around.push(lead);
    from = end;
    const judged = cleanJson(inner) as JsonObject;
    if (isQuoted(text.slice(start, end)) || isQuotedObject(judged)) continue;
    const ownLine = /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start));
    const hasUnread = doubled.length > 0 || !onlyHolds(name) || leavesUnread(judged, key);
    objects.push({ value: judged, lead, ownLine, hasUnread });
  }
  around.push(text.slice(from));
  return { objects, around: withoutQuotations(around.join("\n"), isQuoted), broken: brokenAt >= 0 };
}

/** The object with the verdict, and the name of what only wraps it. One that fails in words is one as well. */
function holderOf(value: JsonObject, key: VerdictKey): [name?: string, inner?: JsonObject] {
  if (Object.hasOwn(value, key)) return ["", value];
  const fails = ([name, said]: [string, Json]) =>
    SPOKEN.has(name.toLowerCase()) && typeof said === "string" && verdictIn(said) === false;
  return Object.entries(value).some(fails) ? ["", { ...value, [key]: false }] : onlyObjectIn(value, key);
}

/** The verdict inside an object that only wraps it, with the name of that. */
function onlyObjectIn(value: JsonObject, key: string): [name: string, inner: JsonObject] | [] {
  const [[name, only] = ["", null], ...others] = Object.entries(value);
  return others.length === 0 && isJsonObject(only) && Object.hasOwn(only, key) ? [name, only] : [];
}

/** Is an object the whole answer, but for a line that announces it? */
const isAlone = ({ ownLine }: Judged, around: string): boolean =>
  proseOf(around) === "" || (ownLine && beforeAnnouncement(around) === "");

const proseOf = (text: string): string => text.replace(/```[a-z]*/gi, "").trim();

/** Does a verdict that lets something pass say anything that was not asked for, list what is missing, or deny something? */
function leavesUnread(value: JsonObject, key: VerdictKey): boolean {
  const report = new Report();
  const fields = new Fields(value, "", report);
  fields.find([key]);
  const reason = fields.text(["reason"]);
  const missing = fields.find(["missing"])?.value ?? null;
  const conditions = fields.find(["conditions"])?.value ?? null;
  const evidence = fields.find(["evidence"])?.value ?? [];
  fields.finish();
  const isSound = Array.isArray(evidence) && evidence.every((item) => isFound(item, report));
  const isDoubted = [speaksAgainst, isUnable, setsCondition].some((doubts) => doubts(reason ?? ""));
  return unreadIn(report).length > 0 || !isEmpty(missing) || !isEmpty(conditions) || !isSound || isDoubted;
}

/** Names of a piece of evidence, and nothing else, that it was found. */
function isFound(item: Json, report: Report): boolean {
  if (!isJsonObject(item)) return isEmpty(item);
  const fields = new Fields(item, "evidence", report);
  fields.text(["field"]);
  fields.text(["source"]);
  const found = fields.flag(["found"]);
  fields.finish();
  return found === true;
}

/** A verdict in text: under labels, or else with its first words. */
function spokenVerdict(text: string, key: VerdictKey, isQuoted: (text: string) => boolean): ReadVerdict {
  if (/[{[]\s*["'[{]/.test(text)) return MISSING;
  const marked = text.replace(TAGGED, "\n$1: $2\n").replace(HEADING, "$1:$2 ");
  const lines = marked.split("\n").filter((line) => /\p{L}/u.test(line) && !isQuoted(line));
  const labeled = lines.flatMap((line) => LABEL.exec(line)?.[1] ?? []);
  const said = labeled.length > 0 ? labeled : lines.slice(0, 1);
  const verdicts = said.flatMap((words) => verdictIn(words) ?? []);
  const [passed] = verdicts;
  if (passed === undefined) return MISSING;
  if (verdicts.some((one) => one !== passed)) return AMBIGUOUS;
  if (passed && !isExactForm(said, lines)) return AMBIGUOUS;
  const reason = REASON.exec(marked)?.[1] ?? outsideFences(text).replace(/^[^\p{L}\p{N}]+/u, "");
  const about: Json = key === "sufficient" && !passed ? { missing: [reason.trim()] } : {};
  const read = { ok: true, passed, said: { [key]: passed, reason: reason.trim(), ...about } } as const;
  return passed ? { ...read, isUnconditional: true } : read;
}

/** The verdict alone, or with one line of reasons in plain words under a label below it: other words may say anything. */
function isExactForm([verdict = "", another]: readonly string[], lines: readonly string[]): boolean {
  const rest = verdict.replace(YES, "");
  const [first = "", ...below] = lines;
  if (
    another ||
    /[\p{L}\p{N}?]/u.test(rest) ||
    hasFootnote(verdict) ||
    !(LABEL.test(first) || first === verdict)
  )
    return false;
  const [, reason] = REASON.exec(below[0] ?? "") ?? [];
  return below.length === 0 || (below.length === 1 && reason !== undefined && isPlain(reason));
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
