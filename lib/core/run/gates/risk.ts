import { getOwn } from "../../own";
import { ANY_TOOL } from "../../plan/reach";
import type { Decision } from "../../plan/schema";
import { type AskedAbout, heldQuestion, leadingOfGate } from "../controls/release/asked";
import { namedActs } from "../controls/release/leading";
import { asksBeforeChange } from "../controls/release/settled";
import { proposalOf } from "../effects/reviewers";
import type { TailRelease } from "../events/release";
import type { ApprovalState, RunState } from "../state";
import { answerRow, type GateVerb } from "./table";

/** Why an answer takes a second step, as facts; `describeRisk` says it. */
export type Risk =
  | { code: "ends_run"; verb: GateVerb }
  | { code: "repeats_call" | "repeats_known_call"; tool: string }
  /** What it sets free can change something outside. */
  | { code: "starts_changes"; tasks: NamedAct[]; omitted?: number }
  /** Models may do something else in the place of the plan that is approved. */
  | { code: "frees_models" };

/** `moreTools`: how many tools are not named; `fedBy`: how many tasks flow into it. */
type NamedAct = {
  title: string;
  tools: string[];
  moreTools?: number | undefined;
  fedBy?: number | undefined;
};

/** Why an answer to a gate takes a second step; undefined when one is enough. */
export function riskOf(state: RunState, gate: AskedAbout, verb: GateVerb): Risk | undefined {
  const { subject } = gate;
  const tool = String(subject?.tool ?? "The tool");
  const decided = decisionAt(state, gate, verb);
  switch (answerRow(gate.kind, decided)?.risk) {
    case "ends_run":
      return { code: "ends_run", verb: decided };
    case "repeats_call":
      return { code: "repeats_call", tool };
    case "repeats_known_call":
      return subject?.earlier === undefined ? undefined : { code: "repeats_known_call", tool };
    case "releases": {
      if (gate.kind === "review_decision" && decided === "REPLAN") return tailRisk(state, gate.taskId);
      const tasks = namedActs(leadingOfGate(state, gate));
      if (tasks.length > 0) return { code: "starts_changes", tasks };
      return freesModels(state, gate) ? { code: "frees_models" } : undefined;
    }
    default:
      return undefined;
  }
}

/** True at the approval of a plan that models may change afterwards without asking, as the run is set (docs/engine.md, "Settled plans"). */
export const freesModels = ({ settings }: Pick<RunState, "settings">, { kind }: AskedAbout): boolean =>
  kind === "plan_approval" && settings.afterApproval === "replan";

/** The tail that a REPLAN of this review takes; one that has still to be written is no reason, one of earlier logs may do anything. */
function tailRisk({ tasks }: RunState, taskId = ""): Risk | undefined {
  const task = getOwn(tasks, taskId);
  const proposed = task && proposalOf(task, "REPLAN");
  if (proposed?.tail === undefined) return;
  const unknown = { acts: [{ title: task?.spec.title ?? taskId, tools: [ANY_TOOL] }] };
  const { acts, omitted }: Pick<TailRelease, "acts" | "omitted"> = proposed.tailRelease ?? unknown;
  if (acts.length === 0) return;
  return { code: "starts_changes", tasks: acts, ...(omitted !== undefined && { omitted }) };
}

/** Approving a review decides what it proposes. */
function decisionAt(state: RunState, { kind, taskId = "" }: AskedAbout, verb: GateVerb): GateVerb {
  if (kind !== "review_decision" || verb !== "approve") return verb;
  return getOwn(state.tasks, taskId)?.proposal?.decision ?? verb;
}

/** The agents of the plan that a gate is about. */
export function agentsOfRelease(
  { agents, offered, refinements }: RunState,
  { kind }: Pick<ApprovalState, "kind">,
) {
  if (kind === "plan_refinement") return refinements?.offered?.plan?.patch.agents ?? agents;
  return kind === "plan_change" || kind === "control_waiver" ? (offered?.patch.agents ?? agents) : agents;
}

/**
 * Why a decision of a review takes a second step. One that is held takes effect by itself: what it sets free is no reason to
 * ask twice, but for a tail that people would be asked about were it not theirs. Any other is a person's, as at the review's gate.
 */
export function decisionRisk(
  state: RunState,
  taskId: string | undefined,
  decision: Decision,
): Risk | undefined {
  const task = getOwn(state.tasks, taskId ?? "");
  const gate = getOwn(state.approvals, task?.approvalId ?? "");
  if (gate?.status === "open") return riskOf(state, gate, decision);
  const risk = riskOf(state, heldQuestion(task), decision);
  const isAsHeld = decision === task?.proposal?.decision;
  const takesItself = isAsHeld && !(decision === "REPLAN" && asksBeforeChange(state));
  return takesItself && risk?.code === "starts_changes" ? undefined : risk;
}
