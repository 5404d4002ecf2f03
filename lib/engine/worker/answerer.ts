import { takeQuestion } from "@/db/queries/comment-questions";
import { type AnswererDeps, answerQuestion, HOLD_MS } from "../questions/answer-question";
import { repeatEvery } from "./repeat-every";

/** A notice tells of a new question; this finds one whose notice or whose worker was lost. */
const POLL_MS = 5_000;
/** Questions of one worker at the same time. */
const MAX_AT_ONCE = 4;

type Answerer = {
  /** Answers questions until the signal fires. */
  until(signal: AbortSignal): Promise<void>;
  /** Somebody may have asked something just now. */
  look(): Promise<void>;
};

/** Answers questions about plans, a few side by side (docs/comments.md, "Questions"). */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const { clock, log } = deps.services;
  const atWork = new Set<Promise<void>>();
  let signal: AbortSignal | undefined;
  let taking = false;

  async function takeQuestions(): Promise<void> {
    while (signal && !signal.aborted && atWork.size < MAX_AT_ONCE) {
      const question = await takeQuestion(deps.sql, HOLD_MS);
      if (!question) return;
      const work: Promise<void> = answerQuestion(deps, question, signal)
        .catch((error: unknown) =>
          log.warn({ err: error, questionId: question.id }, "A question waits for another worker"),
        )
        .finally(() => {
          atWork.delete(work);
          void look();
        });
      atWork.add(work);
    }
  }

  async function look(): Promise<void> {
    if (taking) return;
    taking = true;
    try {
      await takeQuestions();
    } catch (error) {
      log.warn({ err: error }, "The look for questions failed; it will be repeated");
    } finally {
      taking = false;
    }
  }

  return {
    look,
    async until(stop) {
      signal = stop;
      await repeatEvery(POLL_MS, look, { clock, log, signal: stop, name: "The poll for questions" });
      await Promise.all(atWork);
    },
  };
}
