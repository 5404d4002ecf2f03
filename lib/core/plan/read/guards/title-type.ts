import type { Task } from "../../schema";
import type { TaskType } from "../../words";
import type { Report } from "../report";
import { asksForApproval, demandsControl, speaksOfControl } from "./asking";
import { isWorkVerb, isWorkWord } from "./frame-words";

/** Titles that say what a task is (docs/plans.md, "Step text"). */

const DASH = "[-\\u2010-\\u2015\\u2212:]+";
const REVIEW = new RegExp(`^planning review\\s*(?:${DASH}(.*))?$`, "is");
const HUMAN = new RegExp(`^human review\\s*(?:${DASH}(.*))?$`, "is");
/** The same words elsewhere in a title, which is then what is reviewed. */
const REVIEW_OF = /^(?=.*\bplanning review\b)(.*)$/is;
const HUMAN_OF = /^(?=(?:final )?human review\b)(.*)$/is;
/** Other usual names of a review, which nothing but a dash or colon follows. */
const CHECKPOINT = new RegExp(
  `^(?:plan review|progress review|review (?:checkpoint|gate)|checkpoint(?: review)?)\\s*(?:${DASH}(.*))?$`,
  "is",
);
/** Titles of what only a person does: "Human approval - …", "(HUMAN) …", "Wait for the decision of HR". */
const BY_PERSON: readonly RegExp[] = [
  /^[([]\s*(?:human|person|manual)\s*[)\]]\s*(.*)$/is,
  new RegExp(
    `^(?:(?:human|manual|user|person'?s?|manager'?s?) (?:approval|review|gate|sign-?off|confirmation|decision|check)|(?:approval|sign-?off|human)(?: gate| step)?)\\s*(?:${DASH}(.*))?$`,
    "is",
  ),
  /^((?:wait(?:ing)? for|await|get|obtain|request)\s+.{0,80}\b(?:approval|decision|sign-?off|confirmation|go-ahead|release|consent|ok))$/is,
  /^((?:wait(?:ing)? for|await)\s+.{0,80}\b(?:approval|decision|sign-?off|confirmation|go-ahead|release|consent|ok)\s+(?:of|by|from)\s.+)$/is,
  /^((?:approval|sign-?off|confirmation|consent|release)\s+(?:by|from|of)\s.+)$/is,
  /^((?:freigabe|genehmigung|zustimmung|abnahme)\s+(?:durch|von|des|der)\s.+)$/is,
  /^((?:approbation|validation|accord)\s+(?:par|de|du|des)\s.+|(?:aprobaci[oó]n|autorizaci[oó]n)\s+(?:de|del|por)\s.+)$/is,
];
const SYNTHESIS = new RegExp(`^synthesis(?: gate)?\\s*${DASH}(.*)$`, "is");

/** Only a title that begins so, with a dash or colon or nothing after it, makes a step more than a plain task. */
export function kindOfTitle(title: string): { type: TaskType; subject: string } {
  const kinds: [TaskType, RegExp][] = [
    ["planning_review", REVIEW],
    ["planning_review", CHECKPOINT],
    ["human_review", HUMAN],
    ["planning_review", REVIEW_OF],
    ["human_review", HUMAN_OF],
    ["synthesis_gate", SYNTHESIS],
    ...BY_PERSON.map((form): [TaskType, RegExp] => ["human_review", form]),
  ];
  for (const [type, pattern] of kinds) {
    const match = pattern.exec(title);
    if (match) return { type, subject: match[1]?.trim() ?? "" };
  }
  return { type: "task", subject: title };
}

/** The same where a task says nothing else of what it is: a decision that its title begins with, also where an agent is named. */
export function decisionOfTitle(title: string, isGiven: boolean): TaskType | undefined {
  const { type } = kindOfTitle(title);
  const isDecision = type === "planning_review" || type === "human_review";
  return isDecision && (!isGiven || REVIEW.test(title) || HUMAN.test(title)) ? type : undefined;
}

/** An aside that a title has in brackets, or behind a dash or stroke. */
const ASIDE = /[([（［【]([^()[\]（）［］【】]{1,200})[)\]）］】]|\s(?:[-–—/])\s([^()[\]]{1,200})$/gu;
/** Somebody comes first: "(Priya first)", and not "(largest first)". */
const SOMEBODY_FIRST = /^\p{Lu}\p{Ll}+(?<!est) first$/u;
/** Somebody is said to do it: "Priya checks the list". Whether that is the agent its name says. */
const DONE_BY =
  /^(?:the )?([\p{L}-]{2,30}) (\p{L}{3,20}s) (?:the|a|an|all|each|every|both|it|them|this|that|these|our|its|his|her)(?!\p{L})/iu;
const NO_PERSON =
  /^(?:agent|assistant|system|model|bot|script|program|supervisor|worker|it|which|what|who)$/iu;

const isDoing = (verb: string): boolean =>
  isWorkVerb(verb.toLowerCase()) ||
  /^(?:reviews|looks|decides|approves|confirms|signs|okays|releases|sees)$/i.test(verb);

/** Who wrote the plan speaks of themselves: "(on my word)". */
const FIRST_PERSON =
  /(?<!\p{L})(?:(?:on|upon|at|after) (?:my|our) (?:word|ok|okay|signal|go|command|mark|request|nod|yes)|(?:ask|tell|show) (?:me|us)|(?:i|we) (?:say|want|must|will|have to)|me first|auf mein \p{L}+|sur mon \p{L}+)(?!\p{L})/iu;

/** An agent that did what only a person does would grant its own approval: holds the title of work to what it asks of people and what keeps the work from starting (docs/plans.md, "What is asked of people"). */
export function holdTitle(
  { id, type, title, agent }: Pick<Task, "id" | "type" | "title" | "agent">,
  path: string,
  report: Report,
): void {
  if (type !== "task" && type !== "direct") return;
  const asides = [...title.matchAll(ASIDE)].map(([, inBrackets, behind]) => inBrackets ?? behind ?? "");
  const waits =
    demandsControl(title) ||
    asides.some((said) => speaksOfControl(said) || FIRST_PERSON.test(said) || SOMEBODY_FIRST.test(said));
  const [, doer = "", verb = ""] = DONE_BY.exec(title) ?? [];
  const isDoneBySomebody =
    isDoing(verb) && !NO_PERSON.test(doer) && doer.toLowerCase() !== agent.toLowerCase();
  // A word that is its id as well names the task, and says nothing of it.
  const isName = /^\p{L}+$/u.test(title) && title.toLowerCase() === id.toLowerCase();
  if (asksForApproval(title)) report.askWhoDoes(path, title);
  else if (isDoneBySomebody) report.askWhoDoes(path, title, `says that it is done by "${doer}"`);
  else if (waits && !isName && !report.isSettled(title))
    report.unread(
      `${path}.title`,
      title,
      "says what the work has to wait for: say it as an edge, a gate or a check",
    );
}

/** A task by its title; `isAlone`: nothing else says what is to be done, or who does it. */
type Named = { title: string; path: string; isAlone: boolean };

/** Words between dashes or stars, which stand between tasks and are none. */
const RULE = /^[-=~–—*_#]{2,}\s*[^-=~–—*_#\s].*[-=~–—*_#]{2,}$/su;
/** Names nothing that could decide: "x", "task_2". */
const A_LETTER = /^\P{L}*\p{L}\P{L}*$|^(?:task|step)\P{L}*$/iu;
const ONE_WORD = /^[^\p{L}]*\p{L}[\p{L}\p{M}\p{N}_-]*[^\p{L}\p{N}]*$/u;

/** A word alone where other tasks are named in several is a mark, or somebody's name, unless it is a word for work. */
export function askOfLoneWords(all: readonly Named[], report: Report): void {
  for (const { isAlone, path, title } of all)
    if (isAlone && RULE.test(title)) report.askWhoDoes(path, title, "stands between tasks like a line");
  const isOneWord = ({ title }: Named) => ONE_WORD.test(title.trim());
  if (all.filter(isOneWord).length * 2 >= all.length) return;
  for (const one of all)
    if (
      one.isAlone &&
      isOneWord(one) &&
      !A_LETTER.test(one.title) &&
      !isWorkWord(one.title.replace(/[^\p{L}]/gu, ""))
    )
      report.askWhoDoes(one.path, one.title, "is one word, and names no work");
}
