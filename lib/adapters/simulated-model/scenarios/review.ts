import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { DecisionPointAnswer } from "@/lib/core/review/types";
import { type DecisionDraft, listIn, writeDecision } from "../drafts";
import { judge } from "../judge";
import { asText } from "../text";
import type { Reply, Turn } from "../turn";

/** What a reviewer of a story goes by: the answers to the decision points, and the results they come from. */
export type Judged = {
  answers: DecisionPointAnswer[];
  results: string;
  bad: DecisionPointAnswer | undefined;
};

/**
 * A reviewer that judges results which are all there, and decides by the answers. The template decides where a task
 * has no result, where the results answer nothing, and where `decide` has nothing to say.
 */
export function reviewBy(
  decide: (judged: Judged) => Omit<DecisionDraft, "answers"> | undefined,
): (turn: Turn) => Reply | undefined {
  return (turn) => {
    const tasks = listIn(turn, "tasks");
    const review = turn.json("review");
    if (!isJsonObject(review) || !tasks.every((task) => task.status === "succeeded")) return;
    const results = tasks.map(({ result = "" }) => asText(result)).join("\n");
    const points = Array.isArray(review.decisionPoints) ? review.decisionPoints.map(String) : [];
    const answers = judge(points, results);
    if (answers.every(({ answer }) => answer === "unclear")) return;
    const bad = answers.find(({ answer }) => answer === "no");
    const decided = decide({ answers, results, bad });
    const deviation = bad && deviationOf(tasks, bad);
    return decided && { text: writeDecision({ ...decided, answers, ...(deviation && { deviation }) }) };
  };
}

/** What speaks against the results, beside what was expected of them. */
function deviationOf(tasks: JsonObject[], { question, evidence }: DecisionPointAnswer): string | undefined {
  const subject = /accura|latency|size|tests?/i.exec(question)?.[0];
  const told = tasks.map(({ expected }) => (typeof expected === "string" ? expected : ""));
  const expected = told.find((text) => subject !== undefined && new RegExp(subject, "i").test(text));
  return expected && `${expected} was expected. ${evidence}`;
}

/** What all answers rest on, in one go. */
export const evidenceIn = ({ answers }: Pick<Judged, "answers">): string =>
  answers.map(({ evidence }) => evidence).join(" ");
