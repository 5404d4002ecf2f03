import type { Decision } from "../../plan/schema";
import type { WorkerCommand } from "../commands";
import type { DraftEvent } from "../events";
import { isApproving } from "../gate-rules";
import { givenAnswerFor, givenReason } from "../given";
import type { RunState } from "../state";
import { expectedTask, lateResult } from "./late";
import { applyDecision, propose } from "./reviews";

/** A decision given in advance is applied; where people have to look at it, it is only proposed to them. */
export function decideReviewGiven(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_given" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  const given = task && givenAnswerFor(state, task);
  if (!given) return lateResult(command.key, command.type);
  const { key } = command;
  const decision = given.verb as Decision;
  const reasoning = givenReason(given);
  const seen = task.spec.review?.requiresHumanApproval === true || state.settings.fourEyes;
  if (seen && isApproving(decision)) {
    const proposal = { decision, reasoning, answers: [], reviewer: "given with the run" };
    return propose(state, task, { proposal, key, byPerson: true }, now);
  }
  return applyDecision(state, task, { decision, reasoning, provenance: "session_rule", key }, now);
}
