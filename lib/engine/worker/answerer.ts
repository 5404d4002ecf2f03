import { takeQuestion } from "@/db/queries/comment-questions";
import { type AnswererDeps, answerQuestion, HOLD_MS } from "../questions/answer-question";
import { repeatEvery } from "./repeat-every";

const POLL_MS = 1_000;
/** Questions of one worker at the same time. */
const MAX_AT_ONCE = 4;

/** Answers questions about plans until the signal fires, a few side by side (docs/comments.md, "Questions"). */
export async function answerUntil(signal: AbortSignal, deps: AnswererDeps): Promise<void> {
  const { clock, log } = deps.services;
  const atWork = new Set<Promise<void>>();

  async function takeQuestions(): Promise<void> {
    while (!signal.aborted && atWork.size < MAX_AT_ONCE) {
      const question = await takeQuestion(deps.sql, HOLD_MS);
      if (!question) return;
      const work: Promise<void> = answerQuestion(deps, question, signal)
        .catch((error: unknown) =>
          log.warn({ err: error, questionId: question.id }, "A question waits for another worker"),
        )
        .finally(() => atWork.delete(work));
      atWork.add(work);
    }
  }

  await repeatEvery(POLL_MS, takeQuestions, { clock, log, signal, name: "The poll for questions" });
  await Promise.all(atWork);
}
