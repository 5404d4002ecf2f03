import type { Measure } from "@/lib/core/evaluation";
import type { RoleAnswer } from "@/lib/engine/model/call-role";
import type { Ask } from "../ask";

/** One item of a set, ready to be asked. */
export type EvaluationCase = {
  id: string;
  /** What it counts for. */
  measures: readonly Measure[];
  judge(ask: Ask): Promise<Judgement>;
};

/** Which of the measures it is a hit for, and what was said, or how the provider failed. */
export type Judgement =
  | { hits: readonly Measure[]; said: string; unreadable?: boolean }
  | { providerError: string };

/** What an answer of a model comes to: unreadable ones decide nothing in a run, so they are a hit for nothing here. */
export function judged<Output>(
  answer: RoleAnswer<Output>,
  judge: (value: Output) => { hits: readonly Measure[]; said: string },
): Judgement {
  if (answer.ok) return judge(answer.value);
  if (answer.code !== "unreadable") return { providerError: answer.code };
  return { hits: [], said: answer.problem, unreadable: true };
}
