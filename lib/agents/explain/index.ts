import { MAX_ANSWER_CHARS } from "@/lib/core/comments/question";
import type { Anchor } from "@/lib/core/comments/schema";
import type { Json } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import { roleLine } from "@/lib/core/prompt-blocks";
import { cutText } from "@/lib/core/text";
import { blocksMessage, DATA_RULE, textWithin } from "../delimit";
import { placeFacts } from "../facts";
import { readAnswerValue } from "../read-answer";
import type { Role } from "../role";

export type ExplainInput = {
  mission: string;
  plan: Plan;
  version: number;
  /** What has become of its tasks so far. */
  tasks: { id: string; status: string; why?: string }[];
  /** How the plan was changed before, and why. */
  history: string[];
  /** What is asked about; `isGone`: the plan in force has no such place. */
  place: { anchor: Anchor; isGone: boolean };
  /** What the task there has come to. */
  result?: Json;
  /** What was said in the thread before, oldest first. */
  thread: { by: string; text: string }[];
  question: string;
};

const PLAN_CHARS = 80_000;
const RESULT_CHARS = 4_000;

const SYSTEM = `${roleLine("explain")}
A person asks about a plan that agents carry out, or are about to. You answer the question and do nothing else: you have no tools, and nothing that you say changes the plan or the run.

What you have
- "mission": what the plan is for. "plan": the version in force, whole. "plan_version": its number.
- "tasks": what has become of its tasks so far. "history": how the plan was changed before, and why.
- "place": what the question is about, and how it begins. Where "gone" is true, the plan in force has no such place.
- "result": what the task there has come to, or its beginning.
- "comments": what was said in this thread before, oldest first.
- "question": what is asked.

How to answer
- In at most eight short sentences of plain text, without Markdown. Name tasks by their titles.
- Only from this material. Keep what the plan says apart from what you suppose, and where it does not say, answer that it does not: invent no reason, no figure and no result.
- Where a change is asked for, say what could be changed, and that a comment can ask for it.

${DATA_RULE}`;

/** Answers a question about a plan (docs/comments.md, "Questions"). */
export const explain: Role<ExplainInput, string> = {
  name: "explain",
  version: "4",
  buildPrompt: ({ mission, plan, version, tasks, history, place, result, thread, question }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["plan_version", version],
        ["plan", textWithin(plan as unknown as Json, PLAN_CHARS)],
        ["tasks", tasks],
        ["history", history.join("\n")],
        [
          "place",
          {
            on: placeFacts(place.anchor),
            quote: place.anchor.excerpt,
            ...(place.isGone && { gone: true, version: place.anchor.version }),
          },
        ],
        ["result", result === undefined ? undefined : textWithin(result, RESULT_CHARS)],
        ["comments", thread],
        ["question", question],
      ]),
    ],
  }),
  parse(text) {
    const value = readAnswerValue(text);
    const answer = (typeof value === "string" ? value : JSON.stringify(value)).trim();
    if (answer === "") return { ok: false, problem: "The answer must be a text." };
    return { ok: true, value: cutText(answer, MAX_ANSWER_CHARS) };
  },
};
