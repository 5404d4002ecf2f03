import { isJsonObject, type Json, parseJson } from "../../json";
import { nearest } from "../../suggest";
import { gateSpec, task } from "../schema";
import { ALIASES } from "./aliases";
import { snakeCase, spelling } from "./fields";
import { asksForApproval, demandsControl, isProse, speaksOfControl } from "./guards/asking";
import { isDenying, isPuttingOff } from "./guards/frame-words";
import type { Piece, Report } from "./report";
import { typeOfWord } from "./task-type";
import { breaksOff } from "./text/taken-back";

/**
 * The account of a plan (docs/plans.md, "What is not read"): whatever no field took is a note, or harmless, or unread, and
 * unread is an error.
 */

/** Words in the name of what stands beside work and changes nothing of it, in short texts and numbers. */
const HARMLESS = names(
  "note notes remark remarks comment comments rationale reason reasons reasoning explanation why purpose summary",
  "priority importance weight points severity difficulty complexity effort confidence impact risk risks",
  "estimate estimates estimated estimation duration minutes hours days eta time cost costs tokens budget_note",
  "icon emoji color colour avatar image category categories theme label labels tag tags keyword keywords area topic domain",
  "version schema format language lang locale created updated generated author_note",
  "active_form position x y width height layout ui display metadata meta temperature top_p max_tokens provider",
);
/** Words that only say of what the others are: a name needs one of those beside them. */
const QUALIFIERS = names(
  "level output input story total expected actual task step plan agent business at in of by usd",
);
/** Words that say what a task is for, in whatever length: they go to its agent. */
const NOTES = names(
  "note notes remark remarks comment comments rationale explanation purpose why context background assumptions assumption",
  "expected_output expected_outputs expected_result expected_results expected_outcome expected_outcomes output outputs deliverable deliverables artifact artifacts",
  "inputs success_metrics success_metric goal_details hint tips guidance constraints scope goal goals backstory description",
  "steps substeps sub_steps subtasks sub_tasks checklist procedure actions todos",
  "expected expertise responsibilities style tone audience overview strategy approach method methodology source sources",
);
/** Words of names that say what comes out of a task, and in which form: "output_file". */
const COMES_OUT = names("output outputs result results deliverable deliverables artifact artifacts");
const OF_OUTPUT = names("expected file files format path name names description type schema key keys");
const isOfOutput = (name: string): boolean => {
  if (isHarmless(name)) return false;
  const words = name.split("_");
  return (
    words.some((word) => COMES_OUT.has(word)) &&
    words.every((word) => COMES_OUT.has(word) || OF_OUTPUT.has(word))
  );
};
/** Names of what a plan says of itself in sentences. */
const NOTES_OF_PLAN = names(
  "summary overview strategy approach rationale reasoning explanation description scope purpose",
);
const REMARKS = names("note notes remark remarks comment comments");
const PROPER_NAME = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}[\p{Ll}.]*){0,2}$/u;
const ONE_WORD_REMARKS = names(
  "none no yes optional required mandatory important urgent critical blocking blocker high medium low trivial minor major",
  "draft done todo tbd later soon daily weekly monthly internal external confidential sensitive experimental deprecated",
  "easy hard quick slow simple complex manual automatic automated parallel sequential temporary final new unknown empty",
  "idempotent reversible irreversible safe risky cheap expensive fast recurring continuous keine keiner optionnel aucun",
);
/** Who has to do with it: named by the last word of a key, whatever words stand before it. */
const PEOPLE = names(
  "owner owners lead leads contact contacts person people who whom by from manager managers responsible accountable",
  "assignee assignees reviewer reviewers approver approvers steward sponsor stakeholder stakeholders team member members",
);
const WRITTEN_BY = /^(?:created|updated|generated|modified|written)_by$|^author$/;
/** Names of what holds further names: each of those has to be harmless by itself. */
const CONTAINERS = names("metadata meta ui display layout extra extras custom annotations");
const PLACES = names("position layout x y width height size");
/** Names of when work may run; nothing here waits for a time. */
const TIMES = names(
  "schedule scheduled window windows when timing calendar cron slot timeslot hours_of_operation office_hours business_hours working_hours",
  "zeitfenster zeitplan horaire horaires horario orario",
);
const TO_DO = names("pending todo to_do open planned not_started new queued in_progress");
export const isStillToDo = (status: Json): boolean =>
  typeof status === "string" && TO_DO.has(snakeCase(status.trim()));

function names(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(" ")));
}

const isHarmless = (name: string): boolean => {
  const words = name.split("_");
  if (WRITTEN_BY.test(name) || HARMLESS.has(name)) return true;
  // Any other word may make a limit, a time or a control of it: "max_cost", "start_time", "oversight_level".
  const known = words.filter((word) => HARMLESS.has(word)).length;
  return known > 0 && !isOfPeople(words) && words.every((word) => HARMLESS.has(word) || QUALIFIERS.has(word));
};

const isOfTime = (key: string): boolean => TIMES.has(key) || TIMES.has(key.split("_").at(-1) ?? "");
const OF_TIME = "says when the work may run, and nothing here waits for a time";
/** Guards among names beside words, which no field reads. */
const NESTED_GUARDS = /approv|sign_?off|consent|permission|quorum|four_eyes|validation|gate(?:_|$)/;
const isOfPeople = (words: readonly string[]): boolean => PEOPLE.has(words.at(-1) ?? "");
/** Does a key in snake_case name who has to do with the work? */
export const namesPeople = (key: string): boolean => isOfPeople(key.split("_"));
/** A label of a line, which stays with its task: one such word in it is enough. */
const isHarmlessLabel = (name: string): boolean => {
  const words = name.split("_");
  return WRITTEN_BY.test(name) || (!isOfPeople(words) && words.some((word) => HARMLESS.has(word)));
};

const QUESTION = /^\p{L}\S*\s.*\?["'”’)*_]*$/su;

/**
 * Names by which a plan's tasks are known: a value that is one of them and no edge is an edge that was not read. People are
 * those whom its gates name: one of them in another place is somebody who is to be asked.
 */
export type KnownNames = {
  tasks: ReadonlySet<string>;
  people: ReadonlySet<string>;
  /** The words of their names. */
  nameWords: ReadonlySet<string>;
  /** Only where lines are written: does a line name a task, so that it has to be quoted? */
  isMention?: (line: string) => boolean;
};

export const knownNames = (tasks: readonly string[], people: readonly string[] = []): KnownNames => {
  const spelled = (named: readonly string[]) => new Set(named.map(spelling).filter((name) => name !== ""));
  const words = people.flatMap(
    (name) => name.replace(/@.*|^\p{L}+:/u, "").match(/\p{L}[\p{L}\p{M}]+/gu) ?? [],
  );
  return { tasks: spelled(tasks), people: spelled(people), nameWords: spelled(words) };
};

const SOMEBODY = "is somebody, and nothing says what they do";
const wordsOf = (text: string): string[] => (text.match(/[\p{L}\p{M}]+/gu) ?? []).map(spelling);

/** An address or a handle of somebody. */
const ADDRESS = /^@[\p{L}\p{N}._-]+$|^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

const MAX_NAME_CHARS = 500;
/** What stands between names in a list, or says their order. */
const BETWEEN_NAMES =
  /[,;|>+&/]|→|(?<!\p{L})(?:and|und|then|first|after|before|once|done|following|nach|vor|zuerst|dann|erst)(?!\p{L})/iu;
/** What a template takes in from a task: "{{approve.output}}", "${steps.approve}", "<approve>". */
const TAKEN_IN = /(?:[{<$@]\s*)+(?:(?:tasks|steps|results|nodes)\.)?([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)/gu;

/** A folder may be called as the task is that fills it. */
const FOLDER = /^[\p{L}\p{N}._-]+\/$/u;

const NAMES_TASK = "is the name of a task, and no edge that is read";

/** Why a short text is more than a word about the work: it names a task, a person, or what only people do. */
function namesMore(text: string, known: KnownNames, isOfPlan = false): string | undefined {
  if (text.length > MAX_NAME_CHARS || FOLDER.test(text)) return undefined;
  const parts = text.split(BETWEEN_NAMES).map((part) => part.trim());
  const all = [text, ...parts, ...[...text.matchAll(TAKEN_IN)].map(([, name = ""]) => name)];
  const isTask = (part: string) => known.tasks.has(spelling(part)) || STEP_NUMBER.test(part);
  // Of a whole plan a sentence may tell what is done in it, unless it is a list of nothing but tasks.
  if (isOfPlan && isProse(text) ? parts.every((part) => part === "" || isTask(part)) : all.some(isTask))
    return NAMES_TASK;
  if (all.some((part) => known.people.has(spelling(part)) || ADDRESS.test(part))) return SOMEBODY;
  // A single word, such as "people", may be what the work is about.
  const type = /\p{L}[\s_-]\p{L}/u.test(text) ? typeOfWord(text) : undefined;
  return type === "human_review" || type === "planning_review" ? CONTROL : undefined;
}

/** Says of each piece what became of it: words go where they belong, and what is left is an error. */
export function settlePieces(report: Report, known: KnownNames): void {
  settleDetails(report, known);
  for (const { key, ...piece } of report.takePieces())
    settle({ ...piece, names: [snakeCase(key)], isOfPlan: piece.path === key, report, known });
}

const SAYS_NOTHING = /^\s*(?:n\/?a)?\s*$/iu;

type Leaf = Omit<Piece, "key"> & {
  names: readonly string[];
  /** Stands beside the tasks, and not in one. */
  isOfPlan: boolean;
  /** Stands in a list with others. */
  isOneOfSeveral?: boolean;
  report: Report;
  known: KnownNames;
};

function settle(leaf: Leaf): void {
  const { path, value, names: above, owner, report, known } = leaf;
  if (value === null || (typeof value === "string" && SAYS_NOTHING.test(value))) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      settle({ ...leaf, path: `${path}[${index}]`, value: item, isOneOfSeveral: value.length > 1 });
  } else if (isJsonObject(value)) {
    if (looksLikeTask(value))
      return report.unread(path, value, "looks like a task that stands where none is read");
    for (const [key, item] of Object.entries(value)) {
      if (known.tasks.has(spelling(key)))
        report.unread(`${path}.${key}`, item, "has the name of a task, and is no edge that is read");
      else settle({ ...leaf, path: `${path}.${key}`, value: item, names: [...above, snakeCase(key)] });
    }
  } else if (typeof value === "string") settleText(leaf, value);
  else if (typeof value === "boolean" || !above.some(isHarmless))
    report.unread(path, value, unknownField(leaf));
  else if (speaksOfControl(spaced(above))) report.unread(path, value, CONTROL);
  // On a canvas a place has two numbers; one alone counts the tasks.
  else if (above.at(-1) === "position" && !leaf.isOneOfSeveral)
    report.unread(path, value, "may be an order, and no edge that is read");
  // In a list it may be the number of a step; two of a place are none.
  else if (path.endsWith("]") && !above.some((name) => PLACES.has(name)))
    report.mention({ path, text: `step ${value}`, owner });
}

const spaced = (names: readonly string[]): string => names.join(" ").replaceAll("_", " ");

/** Stands under names of what changes nothing; in a container of a task under one that says so itself. */
const areHarmless = ({ names: above, isOfPlan }: Pick<Leaf, "names" | "isOfPlan">): boolean =>
  isHarmless(above.at(-1) ?? "") || (above.some(isHarmless) && (isOfPlan || !CONTAINERS.has(above[0] ?? "")));

function settleText(leaf: Leaf, text: string): void {
  const { path, names: above, note, fromWords = Number.POSITIVE_INFINITY, owner, report, known } = leaf;
  const key = above.at(-1) ?? "";
  const more = namesMore(text, known, leaf.isOfPlan && NOTES_OF_PLAN.has(key));
  if (more !== undefined) return report.unread(path, text, more);
  if (isOfTime(key)) return report.unread(path, text, OF_TIME);
  // In an object of notes a name is a guard as it is beside the work.
  if (above.length > 1 && NESTED_GUARDS.test(key)) return report.unread(path, text, CONTROL);
  if (isHarmless(key) && !NOTES.has(key) && saysMore(text, key)) return report.unread(path, text, CONTROL);
  if ((key === "status" || key === "state") && isStillToDo(text)) return;
  if (speaksOfControl(text.replaceAll("_", " ")) || speaksOfControl(spaced(above)))
    return report.unread(path, text, CONTROL);
  const [first = ""] = wordsOf(text);
  // A clause that only says when or if, under a name that is none of a note.
  if (!areNotes(above) && !above.some(isHarmless) && (isPuttingOff(first) || CLAUSE_OF_TIME.has(first)))
    return report.unread(path, text, CONTROL);
  if (note && (wordsOf(text).length >= fromWords || isProse(text) || areNotes(above))) {
    const isName = above.some((name) => REMARKS.has(name)) && isSomebody(text);
    if (demandsControl(text)) return report.unread(path, text, CONTROL);
    if (isName || (!isProse(text) && wordsOf(text).some((word) => known.nameWords.has(word))))
      return report.unread(path, text, SOMEBODY);
    report.mention({ path, text, owner });
    return note(`${labelOf(key)}: ${text}`);
  }
  if (areHarmless(leaf) && !saysMore(text, key)) {
    if (leaf.isAllWords && wordsOf(text).length > 1) note?.(`${labelOf(key)}: ${text}`);
    return report.mention({ path, text, owner });
  }
  report.unread(path, text, unknownField(leaf));
}

/** Names of an order. */
const ORDERED = names("priority importance weight severity difficulty complexity effort impact");

/** Words that mark a task as one before which, or by whom, something is decided. */
const MARKS = /^(?:gate[ds]?|checkpoint|breakpoint|tollgate|hold|hitl)$/;

const CLAUSE_OF_TIME = names("when whenever while only as quand lorsque cuando quando wanneer sobald");

/** A value of a few words is of its own kind where it only names or rates: "never" and "do-not-run" do neither. */
function saysMore(text: string, key: string): boolean {
  const parts = text.replace(/\bread[- ]only\b/giu, "reading").split(/[,;|]/);
  const areNames =
    parts.length > 1 && parts.every((part) => wordsOf(part).length <= 3 && !/[.!?]$/.test(part));
  if (areNames && parts.some((part) => saysMore(part, key))) return true;
  const words = wordsOf(parts.join(" "));
  if (words.length > 4) return false;
  if (words.length === 1 && MARKS.test(words.join())) return true;
  const isOrdered = key.split("_").some((word) => ORDERED.has(word));
  const denies = words.some((word) => isDenying(word) || isPuttingOff(word));
  return ((isOrdered || words.length > 1) && denies) || speaksOfControl(words.join(" "));
}

const OF_AGENTS = names("max_turns reflection hints model system_prompt");
/** Names under which the tools of its agent stand there; Step text reads them below a step, too. */
const TOOLS: ReadonlySet<string> = new Set(["tool", ...ALIASES.tools]);
const FIELDS = { gate: Object.keys(gateSpec.shape), task: Object.keys(task.shape) };

/** Says of a field that is none where it belongs, or which may be meant. */
function unknownField({ path, names: [first = ""], owner }: Leaf): string {
  const [field = ""] = /[^.]*$/.exec(path) ?? [];
  if (owner !== undefined && (OF_AGENTS.has(first) || TOOLS.has(first))) {
    const place = TOOLS.has(first) ? "tools" : path.slice(owner.length).replace(/^\./, "");
    return `is not in a known field: it belongs to an agent, at agents.<name>.${place}, and the task names that agent as its "agent"`;
  }
  const near = nearest(
    field,
    /\.gate\.[^.]*$/.test(path) ? FIELDS.gate : owner === undefined ? [] : FIELDS.task,
  );
  return `is not in a known field${near ? ` (did you mean "${near}"?)` : HOW_TO_SAY}`;
}

const HOW_TO_SAY = ": what guards the work is said as an edge, a gate or a check, all else in a sentence";

const isSomebody = (text: string): boolean =>
  PROPER_NAME.test(text.trim()) && !ONE_WORD_REMARKS.has(spelling(text));

/** Under the names of what comes out of a task, those of its parts are of it. */
const areNotes = (above: readonly string[]): boolean =>
  isOfOutput(above[0] ?? "") ||
  (NOTES.has(above.at(-1) ?? "") && above.every((name) => NOTES.has(name) || isHarmless(name)));

/** A label at the beginning of a line, in any script and dress; what an address begins with is none. */
const LABELED = /^[^\p{L}\n]{0,6}(\p{L}[\p{L}\p{M}_ ./'’()-]{0,40}?)[*_\s]*:[*_\s]*(?!\/\/)(\S.*)$/su;
const RULE = /^[-=~–—]{2,}\s*\p{L}.*[-=~–—]{2,}$/su;
/** A box that is not ticked, beside what has to have come about: "[ ] Jo has looked at it". */
const UNTICKED =
  /^\[\s?\]\s*(?:(?:the|an?|der|die|das|le|la|el|il) )?(?:\S+ ){1,2}(?:(?:has|have|hat|haben|heeft|ont|han|hanno)(?!\p{L})|(?:is|are|was|ist|sind|wurde) \S+(?:ed|en|t|ok)(?!\p{L}))/iu;
/** A label under which JSON holds a guard. */
const GUARDED_LABEL =
  /confirm|consent|(?:^|_)human(?!_?(?:readable|language|error|resources))|permission|quorum|guard|oversight|four_eyes|(?<!un)supervis(?!or)/;
/** A label of what has to hold for the work to be done at all. */
const CONDITION = /condition|(?:^|_)(?:only_)?(?:if|when|unless)(?:_|$)/;
const BOOLEAN = /^(?:true|false|yes|no|on|off|ja|nein|oui|non|sí|si|sim|não|tak|nie)[.!]?$/iu;
/** A step by its number, where no number alone is one. */
const STEP_NUMBER =
  /^(?:#|(?:steps?|tasks?|schritte?|étapes?|pasos?|passi|passo|stap|kroki?)[\s_.-]*#?)\d{1,3}$/iu;
const NUMBERED =
  /^(?:(?:steps?|tasks?|schritte?|étapes?|pasos?|passi|passo|stap|kroki?)\s*)?#?\d{1,3}(?:\s*(?:,|and|und|-)\s*\d{1,3})*[.!]?$/iu;

/**
 * Why a line of a step is no detail: it says by a label, or by what it demands, what its task waits for, or gives a label
 * that nobody knows a short value. Undefined for words that its agent takes as they are.
 */
export function unreadLine(line: string, known: KnownNames): string | undefined {
  if (known.isMention?.(line)) return "names a task";
  if (breaksOff(line)) return "takes back what stands before it";
  const [, label, written = ""] = LABELED.exec(line) ?? [];
  if (UNTICKED.test(line) || (RULE.test(line.trim()) && speaksOfControl(line))) return CONTROL;
  // A line of a word or two is a label without its colon, whatever stands in the place of it.
  if (label === undefined)
    return demandsControl(line) || (!isProse(line) && speaksOfControl(line)) ? CONTROL : undefined;
  const value = written.replace(/[*_]+$/u, "").trim();
  const more = namesMore(value, known);
  if (more !== undefined) return more;
  // A label and its value may only together be words of an approval: "Confirmation: by Jo, in writing".
  if (speaksOfControl(label) || demandsControl(value) || asksForApproval(`${label} ${value}`)) return CONTROL;
  const key = snakeCase(label);
  if (GUARDED_LABEL.test(key)) return CONTROL;
  if (MARKS.test(key) && !isProse(value)) return CONTROL;
  if (CONDITION.test(key)) return "says when the work is done, and no condition is read here";
  if (isOfTime(key)) return OF_TIME;
  // In a list of names, such as tags, one of them may say more.
  if (isHarmlessLabel(key) && !NOTES.has(key) && saysMore(value, key)) return CONTROL;
  if ((isProse(value) || QUESTION.test(value)) && !asksForApproval(value)) return undefined;
  if (asksForApproval(value)) return CONTROL;
  if (REMARKS.has(key) && isSomebody(value)) return SOMEBODY;
  if (!BOOLEAN.test(value) && (isHarmlessLabel(key) || NOTES.has(key))) return undefined;
  return BOOLEAN.test(value) || NUMBERED.test(value) || !isProse(value) ? NO_LABEL : undefined;
}

const NOTHING_KNOWN = knownNames([]);
/** Does a line above the steps, where words are the objective, hold a guard under a label of its own? */
export const isUnreadSetting = (line: string): boolean =>
  LABELED.test(line) && unreadLine(line, NOTHING_KNOWN) === CONTROL;

const NO_LABEL = "has no known label: say it in a whole sentence";
/** A line that is said as it is, in JSON as in Step text. */
const AS_IT_IS = /^Detail: (".*")$/s;

/** The details of a task in JSON: those in quotes as they are, and without those that guard it or name others. */
function settleDetails(report: Report, known: KnownNames): void {
  for (const { task, path, from } of report.takeDetails()) {
    task.details = task.details.flatMap((line, index) => {
      if (index >= from || report.isSettled(line)) return line;
      const [, quoted] = AS_IT_IS.exec(line) ?? [];
      const asItIs = quoted === undefined ? undefined : parseJson(quoted);
      if (typeof asItIs === "string") return asItIs;
      const why = guardInDetail(line, known);
      if (why === undefined) return line;
      report.unread(`${path}[${index}]`, line, why);
      return [];
    });
  }
}

/** Why a detail is more than that; under whatever label it may say how the work is done, and name a task among other words. */
function guardInDetail(line: string, known: KnownNames): string | undefined {
  const why = unreadLine(line, known);
  if (why === NO_LABEL || (why === NAMES_TASK && !isAllNames(line, known))) return undefined;
  return why;
}

/** Does a line with a label give it the names of tasks and nothing else? */
function isAllNames(line: string, known: KnownNames): boolean {
  const [, , value = ""] = LABELED.exec(line) ?? [];
  const parts = value.split(BETWEEN_NAMES).map((part) => part.trim());
  return parts.every((part) => part === "" || known.tasks.has(spelling(part)) || STEP_NUMBER.test(part));
}

/** A detail as JSON says it, so that it is read back as it is. */
export const writtenDetail = (line: string, known: KnownNames): string =>
  AS_IT_IS.test(line) || guardInDetail(line, known) !== undefined ? `Detail: ${JSON.stringify(line)}` : line;

const CONTROL = "speaks of approval or of waiting: say it as an edge, a gate or a check";

/** `expected_output` as the beginning of a line: "Expected output". */
function labelOf(key: string): string {
  const text = key.replaceAll("_", " ").trim();
  return text === "" ? "Note" : text.charAt(0).toUpperCase() + text.slice(1);
}

const NAMED_BY = names("id step_id task_id title name step");
const OF_WORK = names("agent worker assigned_to input type gate depends_on dependson tool tools prompt");

/** Has a title or an id, and beside it what only work has. */
function looksLikeTask(value: object): boolean {
  const keys = Object.keys(value).map(snakeCase);
  return keys.some((key) => NAMED_BY.has(key)) && keys.some((key) => OF_WORK.has(key));
}
