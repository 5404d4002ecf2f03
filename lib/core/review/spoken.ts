import { hasFootnote, isEnglish, isPlain, setOf, wordsOf } from "../answers/english";
import { takesBack } from "../answers/quotation";
import { DECISIONS, type Decision } from "../plan/words";

/** `meant`: nothing turns it into its opposite, a question, or a choice that was not taken. */
type SaidDecision = { decision: Decision; meant: boolean };

/** A ticked box is a mark like any other; an empty one says that this is not the choice. */
const TICKED = /\[\s*[xX✓✔☑✅]\s*\]/gu;
const NEGATING_MARKS = /[~¬≠?？❌✗✘✖🚫⛔👎☐□▢⬜]|\[\s*\]/u;

/** A sign of negation in front, behind other signs; an exclamation mark at the end is none. */
const NEGATED_IN_FRONT = /^[^\p{L}\p{N}]*!/u;
const IN_CAPITALS = new RegExp(DECISIONS.join("|"));

/** Signs in front, a word of plain letters, and the marks that close it. */
const FIRST_WORD = /^([^\p{L}\p{N}]*)([a-z]+)(?![\p{L}\p{N}_])([*_`"'”\])]*)/iu;

type FirstWord = SaidDecision & { rest: string };

function firstWord(text: string): FirstWord | undefined {
  const bare = text.replace(TICKED, "");
  const [start = "", front = "", name = "", marks = ""] = FIRST_WORD.exec(bare) ?? [];
  const decision = DECISIONS.find((one) => one === name.toUpperCase());
  if (decision === undefined) return undefined;
  const negated = NEGATING_MARKS.test(front) || NEGATING_MARKS.test(marks) || NEGATED_IN_FRONT.test(front);
  return { decision, meant: !negated, rest: bare.slice(start.length) };
}

/** The decision that a text is, with nothing beside it but brackets, quotes, marks and punctuation. */
export function standaloneDecision(text: string): SaidDecision | undefined {
  const first = firstWord(text);
  if (!first || /[\p{L}\p{N}]/u.test(first.rest)) return undefined;
  const isMeant = first.meant && !hasFootnote(text) && !NEGATING_MARKS.test(first.rest);
  return { decision: first.decision, meant: isMeant };
}

/** The same for a line outside the sections, where only a word in capitals is a decision. */
export function standaloneInCapitals(line: string): SaidDecision | undefined {
  // Answers may be endless, and hardly a line of them has one.
  return IN_CAPITALS.test(line) ? standaloneDecision(line) : undefined;
}

/**
 * The decision of a labeled line, with what stands behind it: how sure it is, or reasons. Of what lets the work go on
 * every word must be known to leave it as it is; what stops or replans may have any English words that make no
 * condition. Anything else decides nothing.
 */
export function labeledDecision(text: string): SaidDecision | undefined {
  const alone = standaloneDecision(text);
  if (alone) return alone;
  const first = firstWord(text);
  if (!first?.meant || NEGATING_MARKS.test(first.rest) || IN_CAPITALS.test(first.rest)) return undefined;
  const { decision, rest } = first;
  const lets = decision === "CONTINUE" || decision === "COMPLETE";
  const said = sureness(rest) ?? (lets ? isPlainReason(rest) : isReason(rest));
  return said ? { decision, meant: true } : undefined;
}

const OF_SURENESS = setOf(
  "confidence confident certainty certain sure level score very high strong full medium moderate low",
);
/** A share, a percentage, or a figure out of another. */
const FIGURE = /(\d+(?:\.\d+)?)\s*(?:(%)|(?:\/|out of|of)\s*(\d+))?/g;

/** Is the decision held to be more likely than not? Undefined where the words say anything else. */
function sureness(rest: string): boolean | undefined {
  const words = wordsOf(rest.replace(FIGURE, ""));
  const figures = [...rest.matchAll(FIGURE)];
  if (figures.length > 1 || !words.every((one) => OF_SURENESS.has(one))) return undefined;
  const [[, value = "", percent, whole] = []] = figures;
  if (figures.length === 0) return !words.includes("low");
  const share = Number(value) / Number(percent ? 100 : (whole ?? 1));
  return share >= 0.5 && share <= 1 && !words.includes("low");
}

const ONWARD =
  /\bas (?:planned|expected)\b|\bwith (?:the )?(?:remaining |next |rest of the )?(?:steps?|tasks?|plan|work)\b/gi;
/** Behind the decision: a sign that ends or opens something, or how the work continues. */
const SEPARATED =
  /^\s*(?:the (?:run|mission|plan|work|rest|remaining (?:steps|tasks|plan|work))\b\s*(?:$|[-–—]+\s|[([:;,.!])|[-–—]+\s|[([:;,.!]|because\b|since\b)/i;
const VERB_FIRST = /^[^\p{L}]*(?:is|are|was|has|have|been)\b/iu;

function isPlainReason(rest: string): boolean {
  const onward = new RegExp(`^\\s*(?:${ONWARD.source})`, "i").test(rest);
  if (!(onward || SEPARATED.test(rest)) || VERB_FIRST.test(rest)) return false;
  return isPlain(rest.replace(ONWARD, ""));
}

const CONDITION =
  /\b(?:if|unless|once|when(?:ever)?|until|till|provided|providing|assuming|supposing|pending|in case|depend(?:s|ing)|conditional(?:ly)?|contingent|subject to|otherwise|maybe|perhaps|withdrawn|revoked)\b|[?？]/i;
/** In the sentence of the decision these turn it round, leave a choice, put it off, or report it. */
const DOUBT =
  /\b(?:not|never|cannot|no (?:longer|need|reason)|only|but|however|except|or|instead|rather|would|could|should|might|may|probably|possibly|likely|seems?|appears?|wrong|premature|un(?:necessary|needed|warranted|justified)|rejected|considered|draft|tentative(?:ly)?|provisional(?:ly)?|first|earlier|after|before|later|next|wait(?:ing)?|await(?:ing)?|say(?:s|ing)?|said|reads?|wrote|writes|wants?|asked|according|previous|reviewers?|suggest(?:s|ed|ion)?|recommend(?:s|ed|ation)?|propos(?:es|ed|al))\b|n['’]t\b/i;
function isReason(rest: string): boolean {
  if (!SEPARATED.test(rest) || VERB_FIRST.test(rest) || !isEnglish(rest)) return false;
  const [first = "", ...others] = /^\s*[.!]/.test(rest)
    ? ["", ...rest.split(/(?<=[.!])\s+/)]
    : rest.split(/(?<=[.!])\s+/);
  return !(CONDITION.test(rest) || DOUBT.test(first) || others.some(takesBack));
}
