import { quoted } from "../../legible/marked";
import { getOwn } from "../../own";
import type { GateQuote } from "../../run/events/approvals";
import { isAboutCall } from "../../run/gates/table";
import type { ApprovalState, RunState } from "../../run/state";
import { formatReasons } from "../reason";
import { type Asked, askedBeforeLabel, callQuestion, questionText, reviewQuestion } from "./questions";
import { proposalSentence } from "./votes";

/**
 * A stretch of a question. Without a source it is the plan's own words, or ours; with one it is somebody else's, who is
 * named, and stands apart wherever it is drawn. `left`: characters of it that are not there.
 */
export type QuestionPart = { text: string; source?: string; left?: number };

/** What stands in a question in the place of a result; a title cannot end it. */
export const quoteLabel = (title: string): string => `[result of ${quoted(title.replace(/[[\]]/g, "'"))}]`;

/** A human gate's question: the words of the plan, and each result that it quotes as a part of its own. */
function partsOfPrompt(prompt: string, quotes: readonly GateQuote[]): QuestionPart[] {
  let done = 0;
  const parts = quotes.flatMap(({ at, chars, title, text, left }): QuestionPart[] => {
    const own = { text: prompt.slice(done, at).trim() };
    done = at + chars;
    return [
      own,
      { text, source: `From the result of ${quoted(title)}`, ...(left !== undefined && { left }) },
    ];
  });
  return [...parts, { text: prompt.slice(done).trim() }].filter(({ text, source }) => text !== "" || source);
}

type Gate = Pick<
  ApprovalState,
  "kind" | "prompt" | "quotes" | "askedBefore" | "question" | "subject" | "taskId"
>;

/** What a gate asks, in parts: what people read of tools, models and results is never taken for a word of Waymark. */
export function questionParts(state: RunState, gate: Gate): QuestionPart[] {
  const { kind, prompt, quotes = [], askedBefore, question, subject, taskId = "" } = gate;
  if (kind === "human_review" && prompt !== undefined) {
    const before = askedBefore && { text: askedBefore.text, source: askedBeforeLabel(askedBefore) };
    return [...partsOfPrompt(prompt, quotes), ...(before ? [before] : [])];
  }
  if (prompt !== undefined) return [{ text: prompt, source: sourceOfCall(gate) }];
  if (kind === "plan_approval") {
    const { planObjective, planTitle } = state;
    return [
      { text: "Run this plan?" },
      { text: planObjective ?? planTitle, source: "Objective of the plan" },
    ];
  }
  if (question?.about === "call") return partsOfCall(gate, question);
  if (question?.about === "refinement" && question.summary)
    return [{ text: "Change the rest of the plan?" }, { text: question.summary, source: "From the refiner" }];
  if (question?.about === "model" && subject?.model === undefined)
    return [
      { text: subject?.code === "deadline" ? "This keeps timing out." : "This work cannot be done." },
      { text: String(subject?.said ?? subject?.code ?? ""), source: "From the engine" },
    ];
  if (question?.about !== "review") return [{ text: questionText(gate) }];
  const task = getOwn(state.tasks, taskId);
  return [{ text: (task && proposalSentence(task)) ?? reviewQuestion({ ...question, reasoning: "" }) }];
}

/** Who asks, where a call asks in words of its own. */
function sourceOfCall({ kind, subject }: Gate): string {
  const tool = String(subject?.tool ?? "a tool");
  if (!isAboutCall(kind)) return "As it was asked";
  return tool === "ask_human" ? "From the agent that asks" : `From the tool “${tool}”`;
}

function partsOfCall(
  { kind }: Gate,
  question: Extract<Asked["question"], { about: "call" }>,
): QuestionPart[] {
  const why = formatReasons(question.reasons);
  return [
    { text: callQuestion(kind, question.tool) },
    ...(question.summary === ""
      ? []
      : [{ text: question.summary, source: `The call of “${question.tool}”` }]),
    ...(why === undefined || why === "" ? [] : [{ text: why }]),
  ];
}
