import { getOwn } from "../../own";
import type { ActorRef, Provenance } from "../events/envelope";
import type { Decider, ReplanCause } from "../events/reviews";
import type { FailureCode } from "../events/tasks";
import type { RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";

/** The rule of a plan or a run that turned a failure into a wish to replan. */
const POLICY_BY_FAILURE: Partial<Record<FailureCode, string>> = {
  schema_mismatch: "onVerificationFailure",
  check_failed: "onVerificationFailure",
  insufficient_data: "qualityGate",
};

export const policyDecider = (name: string): Decider => ({ kind: "policy", name, provenance: "policy" });

export function personDecider(by: ActorRef, provenance: Provenance): Decider {
  if (provenance !== "person" || by.kind !== "person") return { ...policyDecider(provenance), provenance };
  return { kind: "person", name: by.name, provenance };
}

/** Who asked for a replan by the failure of this task: who refused it or wants changes, else the rule that applied. */
export function deciderOfFailure(state: RunState, { id, failureCode }: TaskState): Decider {
  if (failureCode !== "changes_requested" && failureCode !== "rejected")
    return policyDecider(POLICY_BY_FAILURE[failureCode as FailureCode] ?? "onFailure");
  const answered = Object.values(state.approvals).findLast(
    ({ taskId, decided }) => taskId === id && decided !== undefined,
  );
  return answered?.decided
    ? personDecider(answered.decided.by, answered.decided.provenance)
    : policyDecider("onFailure");
}

/** Who decided a review so: the person at its gate or over its held decision, the reviewer, or a deadline. */
export function deciderOfReview(
  state: RunState,
  ruling: { taskId: string; provenance: Provenance; approvalId?: string | undefined },
  actor: ActorRef,
): Decider {
  const { taskId, provenance, approvalId } = ruling;
  const reviewer = taskOf(state, taskId).proposal?.reviewer ?? "reviewer";
  if (provenance === "auto") return { kind: "model", name: reviewer, provenance };
  const decided = approvalId === undefined ? undefined : getOwn(state.approvals, approvalId)?.decided;
  return personDecider(decided?.by ?? actor, provenance);
}

/** Who decided on a replan; runs of earlier days did not write it down. */
export function deciderOf({ decided, trigger }: ReplanCause): Decider {
  if (decided) return decided;
  if (trigger === "review") return { kind: "model", name: "reviewer", provenance: "auto" };
  if (trigger === "person") return { kind: "person", name: "a person", provenance: "person" };
  return policyDecider(trigger);
}
