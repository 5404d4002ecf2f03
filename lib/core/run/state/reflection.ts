import type { AnswerCritique, ReflectionOutcome, Stop } from "../../reflection";
import type { OpenQuestion } from "../../reflection/questions";
import type { StoredValue } from "../../stored-value";
import type { Payload } from "../events";
import type { Reason } from "../events/reason";

/** One form of the final answer, and what the critic said of it. */
export type AnswerState = { value: StoredValue; at: number; critique?: AnswerCritique };

/** The final answer's way from its first form to the one that stands. */
export type ReflectionState = {
  answers: AnswerState[];
  /** How it ended; absent while it is critiqued and revised. */
  accepted?: Accepted;
};
export type Accepted = Omit<Payload<"answer_accepted">, "taskId" | "attempt" | "step">;

/** The last that was said of an agent's answers in an attempt. */
export type AttemptReflection = {
  critiques: number;
  last?: Pick<AnswerCritique, "score" | "feedback"> & { step: number; passed: boolean; threshold: number };
  outcome?: ReflectionOutcome;
  /** The step whose answer is kept. */
  step?: number;
  score?: number;
  questions?: OpenQuestion[];
  stopped?: Stop;
  reason?: Reason;
};
