import { type Plan, type Task, UNTITLED } from "../schema";
import { demandsControl, speaksOfControl } from "./guards/asking";
import { isDenying, isFormOf, isFrameWord, isFunctionWord, isPuttingOff } from "./guards/frame-words";
import { asksAPerson, KnownPlan, wordsIn } from "./known-plan";
import type { Report } from "./report";

/**
 * The account of a plan's title (docs/plans.md, "The title of a plan"): it may name the work in any words, and guards nothing. What
 * asks for people, denies or puts off, and what stands beside the name, is said again by the plan, or unread.
 */

export type WrittenTitle = { text: string; path: string };

/** What sets an aside apart from the name, */
const ASIDE = /[()[\]（）［］【】]|\s[-–|]\s|—/u;
/** and one clause from another: "2.4.0" and "18,000" are whole. */
const CLAUSE = /[,;:.!?](?=\s|$)/u;
/** A word alone is a name. */
const A_WORD = /^\p{L}{1,40}$/u;
/** So much is more than a title. */
const MAX_CHARS = 1_000;

/** Accounts for the title of a plan that is otherwise read; the title without what is unread. */
export function settleTitle({ text, path }: WrittenTitle, plan: Plan, report: Report): string {
  if (report.isSettled(text) || A_WORD.test(text)) return text;
  const parts = text.length > MAX_CHARS ? [] : text.split(ASIDE);
  const account = new TitleAccount(plan);
  const says = parts.filter((part) => !wordsIn(part).every(isFrameWord) || speaksOfControl(part));
  const unread = says.filter((part) => !(part === says[0] ? account.isName(part) : account.holdsAside(part)));
  if (unread.length === 0 && text.length <= MAX_CHARS) return text;
  report.unread(
    path,
    text,
    "says more than what the work is, and the plan does not: say it as a gate, an edge or a check, or leave it out",
  );
  const kept = parts.filter((part) => !unread.includes(part)).map((part) => part.trim());
  return kept.filter((part) => part !== "").join(" – ") || UNTITLED;
}

/** Words that lead to the approval with which work is done, by up to three words. */
const LEADS =
  /(?:(?<!\p{L})(?:with|by|under|upon|needs?|requires?|awaiting|given|mit|durch|avec|par|sous|con|por|com|met|door|za)|['’]s?)\s+(?:\S+\s+){0,3}$/iu;

const OF_SOMEBODY = /['’]s?\s/u;
const LEAD_CHARS = 100;

/** Says nothing of any work: "not for execution". */
const isBare = (part: string): boolean => {
  const words = wordsIn(part);
  const isPlain = (word: string) => isFrameWord(word) && !isDenying(word);
  return (
    !words.every(isPlain) && words.every((word) => isPlain(word) || isDenying(word) || speaksOfControl(word))
  );
};

class TitleAccount {
  private readonly plan: Plan;
  private known: KnownPlan | undefined;
  private said: ReadonlySet<string> | undefined;
  private readonly isSaidBy = new Map<string, boolean>();
  private readonly asksPeople: boolean;

  constructor(plan: Plan) {
    this.plan = plan;
    this.asksPeople = plan.tasks.some(asksAPerson);
  }

  /** The name of the work, in any words: of its clauses only the first may begin with what comes first. */
  isName(part: string): boolean {
    const clauses = part.split(CLAUSE).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
    const areFree = clauses.every((clause, index) => {
      const waits = wordsIn(clause).filter(isPuttingOff);
      return (
        !isBare(clause) && waits.every((word) => (index === 0 && isFrameWord(word)) || this.isSaid(word))
      );
    });
    return (areFree && !this.guards(part)) || this.saysAgain(part);
  }

  /** What shares no word with the work says nothing of it. */
  holdsAside(part: string): boolean {
    const words = wordsIn(part);
    const isNumber = words.every((word) => /\p{N}/u.test(word) || (isFrameWord(word) && !isDenying(word)));
    const isOfWork =
      words.some((word) => !isFunctionWord(word) && this.isSaid(word)) &&
      words.filter(isDenying).every((word) => this.isSaid(word));
    return ((isNumber || isOfWork) && !isBare(part) && !this.guards(part)) || this.saysAgain(part);
  }

  private guards(part: string): boolean {
    return demandsControl(part) || speaksOfControl(this.withoutSubject(part));
  }

  /** An approval may be what the work is about: the tasks speak of it as well, or nothing says that it is needed. */
  private withoutSubject(part: string): string {
    return part.replace(/[\p{L}\p{M}\p{N}]+/gu, (written, at: number) => {
      const word = written.toLowerCase();
      if (isDenying(word) || !speaksOfControl(word)) return written;
      const [lead] = LEADS.exec(part.slice(Math.max(0, at - LEAD_CHARS), at)) ?? [];
      const isNeeded = lead !== undefined && (OF_SOMEBODY.test(lead) || !this.asksPeople);
      return this.isSaid(word) || !isNeeded ? " " : written;
    });
  }

  /** It tells of a control that the plan has; the words of the title itself prove nothing. */
  private saysAgain(part: string): boolean {
    this.known ??= new KnownPlan({ ...this.plan, title: "" });
    return this.known.holds(part, "before") || this.known.holds(`there is ${part}`, "before");
  }

  /** Is a word, or what it is a form of, in what the tasks say of themselves? */
  isSaid(word: string): boolean {
    const known = this.isSaidBy.get(word);
    if (known !== undefined) return known;
    this.said ??= new Set(this.plan.tasks.flatMap((task) => wordsIn(textOf(task))));
    const isSaid =
      this.said.has(word) || [...this.said].some((one) => isFormOf(word, one) || isFormOf(one, word));
    this.isSaidBy.set(word, isSaid);
    return isSaid;
  }
}

const textOf = ({ id, title, input, details, gate, review }: Task): string =>
  [id.replaceAll("_", " "), title, JSON.stringify(input), ...details, gate?.prompt, review?.focus].join(" ");
