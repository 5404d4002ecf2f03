import type { DomainError } from "../../../errors";
import type { PlanPatch } from "../../../plan/stored";
import type { OfferedPlan, PersonCommand } from "../../commands";
import type { WeakenedControl } from "../../controls/weakened";
import { draft } from "../../events";
import { authorsOf, bypassDenialReason, type Voter } from "../../gates/rules";
import { statedReason } from "../../reasons";
import type { RunState } from "../../state";
import { dependencyEffect } from "../../state/dependencies";
import { taskOf } from "../../state/ready";
import { isTerminalTask } from "../../status";
import { asksAboutReplans, cancelGates, withdrawReplan } from "../gates/cancel";
import { missingReasonRefusal, staleVersionRefusal } from "../operator";
import { type Decided, refuse, refuseDenied } from "../refuse";
import { adoptVersion } from "./new-version";
import { weakenedByPlan } from "./offer";
import { tailIssue } from "./tail-issue";

/**
 * A person's version of the plan: only what has not ended may differ (docs/engine.md, "Commands"). It takes the place
 * of a replan that is wanted or under way, and answers every failure so far.
 */
export function decideEditPlan(
  state: RunState,
  command: Extract<PersonCommand, { type: "edit_plan" }>,
): Decided {
  const { plan, expectedPlanVersion } = command;
  const stale = staleVersionRefusal(state, expectedPlanVersion);
  if (stale) return stale;
  if (state.phase !== "executing") {
    return refuse(
      "not_allowed_now",
      "Only a plan that runs can be edited; a drafted one is changed at its gate.",
    );
  }
  const reason = command.reason.trim();
  if (reason === "") return missingReasonRefusal();
  const problem = unusable(state, plan);
  if (problem) return problem;
  const weakened = weakenedByPlan(state, plan, true);
  const denied = weakeningRefusal(state, weakened, command.by);
  if (denied) return denied;
  const why = { code: "plan_edited" } as const;
  const cancelled = cancelGates(state, why, asksAboutReplans);
  const closed = new Set(cancelled.map(({ payload }) => "approvalId" in payload && payload.approvalId));
  const waives = weakened.map(({ obligation }) => obligation.control);
  const by = { origin: "person", author: "person", ...(waives.length > 0 && { waives }) } as const;
  const adopted = adoptVersion(state, plan, by, statedReason(reason));
  const version = state.planVersion + 1;
  return [
    ...withdrawReplan(state, why),
    ...cancelled,
    ...adopted.filter(({ payload }) => !("approvalId" in payload && closed.has(payload.approvalId))),
    ...(plan.critique ? [draft("plan_critiqued", { ...plan.critique, version })] : []),
  ];
}

/** Doing without a control, or with less of it, is up to those who could pass it; its author is under four eyes. */
function weakeningRefusal(
  state: RunState,
  weakened: readonly WeakenedControl[],
  by: Voter | undefined,
): DomainError | undefined {
  const terms = weakened.map(({ obligation }) => obligation.terms);
  const denial = bypassDenialReason(terms, [...authorsOf(state), ...(by ? [by] : [])], by);
  return denial && refuseDenied(denial, { bypassing: true });
}

function unusable(state: RunState, plan: OfferedPlan): DomainError | undefined {
  if (plan.digest === state.planDigest)
    return refuse("invalid_input", "This is the plan as it is: nothing changes.");
  const issue = tailIssue(state, plan.patch, true) ?? deadEnd(state, plan.patch);
  return issue && refuse("invalid_plan", issue.message, { issues: [issue] });
}

/** A task would wait for ever for one that has failed, since a person's plan lifts the halt. */
function deadEnd(
  state: RunState,
  patch: PlanPatch,
): { code: string; message: string; taskId: string } | undefined {
  const changed = new Map(patch.tasks.map((task) => [task.id, task]));
  for (const id of patch.order) {
    const known = state.tasks[id];
    const spec = changed.get(id) ?? taskOf(state, id).spec;
    if (known && isTerminalTask(known.status)) continue;
    const failed = spec.dependsOn
      .flatMap((one) => state.tasks[one] ?? [])
      .find((one) => isTerminalTask(one.status) && dependencyEffect(one, { spec }) === "undecided");
    if (!failed) continue;
    const message = `"${id}" depends on "${failed.id}", which is ${failed.status}: retry that one, supply its result, or do without it.`;
    return { code: "missing_dependency", message, taskId: id };
  }
  return;
}
