import { quoted } from "../../legible/marked";
import type { GateQuote } from "../../run/events/approvals";
import type { Question } from "../../run/events/questions";
import { isAboutCall } from "../../run/gates/table";
import type { ApprovalState, RunState } from "../../run/state";
import { formatWeakened } from "../controls";
import { formatEndedTasks, formatTaskCount } from "../costs/totals";
import { formatReason } from "../reason";
import {
  type About,
  answerBasisLines,
  callQuestion,
  EDIT_TO_CHOOSE,
  formatFault,
  limitLead,
  plainLines,
  questionLead,
  questionText,
  refinedLines,
  reviewQuestion,
  saidBefore,
  weaknessLines,
  whyCallAsks,
  withoutPiece,
} from "./questions";

/**
 * A stretch of a question. Without a source it is the plan's own words, or ours; with one it is somebody else's, who is
 * named, and stands apart wherever it is drawn. `left`: characters of it that are not there; `whole`:
 * the digest of all of it. `below`: the panel of the gate
 * has a section of its own for it.
 */
export type QuestionPart = {
  text: string;
  source?: string;
  left?: number | undefined;
  whole?: string | undefined;
  below?: true;
};

/** A human gate's question: the words of the plan, and each result that it quotes as a part of its own. */
function partsOfPrompt(prompt: string, quotes: readonly GateQuote[]): QuestionPart[] {
  let done = 0;
  const parts = quotes.flatMap(({ at, chars, title, text, left, whole }): QuestionPart[] => {
    const own = { text: prompt.slice(done, at).trim() };
    done = at + chars;
    return [own, { text, source: `From the result of ${quoted(title)}`, left, whole }];
  });
  return [...parts, { text: prompt.slice(done).trim() }].filter(({ text, source }) => text !== "" || source);
}

type Gate = Pick<
  ApprovalState,
  "kind" | "prompt" | "quotes" | "askedBefore" | "refusedBefore" | "question" | "subject"
>;

/** What a gate asks, in parts: what people read of tools, models and results is never taken for a word of Waymark. */
export function questionParts(state: Pick<RunState, "planObjective">, gate: Gate): QuestionPart[] {
  const { kind, prompt, quotes = [], question } = gate;
  const before = saidBefore(gate);
  if (kind === "human_review" && prompt !== undefined) return [...partsOfPrompt(prompt, quotes), ...before];
  if (prompt !== undefined) return [{ text: prompt, source: sourceOfCall(gate) }, ...before];
  if (question === undefined) return [{ text: questionText(gate) }];
  return [...partsOfFacts(state, gate, question).filter(({ text }) => text !== ""), ...before];
}

/** The question first, then each of its facts: the same that `questionText` says in one text. */
function partsOfFacts(
  { planObjective = "" }: Pick<RunState, "planObjective">,
  gate: Gate,
  question: Question,
): QuestionPart[] {
  const { kind, subject = {} } = gate;
  const lead = { text: questionLead(gate) };
  switch (question.about) {
    case "plan":
      return [lead, ...aboutPlan(question, planObjective)];
    case "control": {
      const { version, title, weakened, changes } = question;
      return [
        lead,
        { text: formatWeakened(weakened), below: true },
        { text: title, source: `Title of plan version ${version}`, below: true },
        { text: plainLines(changes).join("\n"), source: `Changes in plan version ${version}`, below: true },
      ];
    }
    case "plan_change": {
      const { version, title, cause, ended, tasks, changes, weakness } = question;
      return [
        lead,
        { text: formatEndedTasks(ended, tasks), below: true },
        { text: title, source: `Title of plan version ${version}`, below: true },
        { text: formatReason(cause), source: "Why a model wants it", below: true },
        { text: plainLines(changes).join("\n"), source: `Changes in plan version ${version}`, below: true },
        fromCritic(weakness),
      ];
    }
    case "refinement": {
      const source = `From the refiner, refinement ${question.number}`;
      return [
        lead,
        { text: question.summary, source },
        { text: refinedLines(question).join("\n"), source, below: true },
      ];
    }
    case "answer": {
      const [lead, ...results] = [questionText(gate), ...answerBasisLines(question)];
      const below = { source: "What the answer would rest on", below: true as const };
      return [{ text: lead }, ...(results.length === 0 ? [] : [{ text: results.join("\n"), ...below }])];
    }
    case "review":
      return aboutReview(question);
    case "call":
      return [
        { text: callQuestion(kind, question) },
        { text: question.summary, source: `The call of “${question.tool}”` },
        { text: whyCallAsks(kind, question) },
      ];
    case "limit": {
      const why = question.replan ? formatReason(question.replan) : "";
      return [{ text: limitLead(question, subject) }, { text: why, source: "Why another replan is wanted" }];
    }
    case "replan":
      return [{ text: `${lead.text}.` }, { text: formatReason(question.reason), source: "Why it failed" }];
    case "model": {
      const said = String(subject.said ?? subject.code ?? "");
      if (subject.model === undefined)
        return [{ text: `${lead.text}.` }, { text: said, source: "From the engine" }];
      return [lead, { text: said, source: `From its provider (${subject.code})`, below: true }];
    }
    case "fault":
      return [
        { text: "The engine met a fault with this run." },
        { text: formatFault(question.fault), source: "From the engine" },
      ];
  }
}

/** Says what could not be read of a plan, who cannot answer in it, and what the critic finds. */
function aboutPlan(question: About<"plan">, objective: string): QuestionPart[] {
  const { title, tasks, version, weakness, unpassable = [], unread = [] } = question;
  const plan = version === undefined ? "the plan" : `plan version ${version}`;
  const left = unread.flatMap((issue): QuestionPart[] => [
    { text: issue.message, source: "Could not be read in the plan" },
    { text: withoutPiece(issue) },
  ]);
  const closed = unpassable.map(({ message }) => ({
    text: message,
    source: "Nobody can let this gate pass",
  }));
  return [
    { text: title, source: `Title of ${plan}, ${formatTaskCount(tasks)}` },
    { text: objective, source: "Objective of the plan" },
    ...left,
    ...closed,
    { text: closed.length > 0 ? EDIT_TO_CHOOSE : "" },
    fromCritic(weakness),
  ];
}

const fromCritic = (weakness: About<"plan">["weakness"]): QuestionPart => ({
  text: weaknessLines(weakness).join("\n"),
  source: "From the critic",
});

/** A decision stands with its reasoning below what it rests on; that there is none, or no agreement, is said first. */
function aboutReview(question: About<"review">): QuestionPart[] {
  const { title, decision, reasoning = "", consensus } = question;
  const isDecided = decision !== undefined && consensus?.reached !== false;
  const said: QuestionPart = { text: reviewQuestion({ ...question, reasoning: "" }).trim() };
  return [
    { text: title, source: "Title of the review", below: true },
    isDecided ? { ...said, below: true } : said,
    { text: reasoning, source: "From the reviewer", below: true },
  ];
}

/** Who asks, where a call asks in words of its own. */
function sourceOfCall({ kind, subject }: Gate): string {
  const tool = String(subject?.tool ?? "a tool");
  if (!isAboutCall(kind)) return "As it was asked";
  return tool === "ask_human" ? "From the agent that asks" : `From the tool “${tool}”`;
}
