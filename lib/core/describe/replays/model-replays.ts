import type { JsonObject } from "../../json";
import type { ModelReplayProblem } from "../../replay/model/plan";
import type { ReplayedTurn, TurnCritique } from "../../replay/model/report";
import { modelFailureText } from "../model-failure";

/** What keeps a model replay from beginning, and what to do, in a sentence. */
export function describeModelReplayProblem(problem: ModelReplayProblem): string {
  switch (problem.code) {
    case "unreadable":
      return `Trajectory ${problem.trajectory} cannot be read: ${problem.problem}`;
    case "empty_trajectory":
      return `Trajectory ${problem.trajectory} has no steps: there is nothing to replay.`;
    case "no_recorded_model":
      return `Trajectory ${problem.trajectory} does not say which model it is from: name a model.`;
    case "no_recorded_prompt":
      return `Trajectory ${problem.trajectory} came without its prompt: use the current one, or give a text.`;
    case "unknown_model":
      return `There is no model ${problem.model} now.`;
    case "writes_actions":
      return `${problem.model} writes its actions as JSON, which the recorded prompt does not explain: use the current one.`;
    case "cost_limit_needed":
      return `${problem.model} has a price: set a cost limit.`;
    case "too_many_calls":
      return `This may take ${problem.calls} model calls; a replay makes ${problem.limit} at most.`;
  }
}

const CODES: Record<ModelReplayProblem["code"], true> = {
  unreadable: true,
  empty_trajectory: true,
  no_recorded_model: true,
  no_recorded_prompt: true,
  unknown_model: true,
  writes_actions: true,
  cost_limit_needed: true,
  too_many_calls: true,
};

/** Whether a model replay failed because of something that was found late; it counts trajectories or names a model. */
export const isModelReplayProblem = (failure: JsonObject): failure is ModelReplayProblem & JsonObject =>
  typeof failure.code === "string" &&
  Object.hasOwn(CODES, failure.code) &&
  ("trajectory" in failure || "model" in failure);

/** Why a turn has no answer, in a sentence; undefined for one that has. */
export function describeTurnFailure({
  failure,
  tries = 1,
}: Pick<ReplayedTurn, "failure" | "tries">): string | undefined {
  if (failure === undefined) return undefined;
  return tries === 1 ? modelFailureText(failure) : `${modelFailureText(failure)} Tried ${tries} times.`;
}

/** Answers that give no result and say why: they are held against no check. */
export const describeAbstained = (count: number): string => `${count} without a result, and why`;

/** Why an answer has no score, in a sentence; undefined for one that has. */
export function describeUnscored({ failure }: Pick<TurnCritique, "failure">): string | undefined {
  switch (failure) {
    case undefined:
      return undefined;
    case "unreadable":
      return "The critique could not be read.";
    case "no_room":
      return "A critique would have exceeded the cost limit.";
    case "aborted":
      return "The replay was stopped before the critique.";
    default:
      return modelFailureText(failure);
  }
}
