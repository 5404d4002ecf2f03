import { getOwn } from "../../own";
import { ANY_TOOL } from "../../plan/reach";
import type { Decision } from "../../plan/schema";
import { freedWithout, weakenedBy } from "../controls/changes/weakened";
import { workUpTo } from "../controls/obligations";
import { type LeadingWork, leadingToActs, namedActs } from "../controls/release/leading";
import {
  type PlanAt,
  planInForce,
  type Released,
  releasedBy,
  versionOffered,
} from "../controls/release/release";
import { asksBeforeChange } from "../controls/release/settled";
import { proposalOf } from "../effects/reviewers";
import type { TailRelease } from "../events/release";
import type { ApprovalState, RunState, TaskState } from "../state";
import { answerRow, type GateVerb, isAboutWork } from "./table";

/** Why an answer takes a second step, as facts; `describeRisk` says it. */
export type Risk =
  | { code: "ends_run"; verb: GateVerb }
  | { code: "repeats_call" | "repeats_known_call"; tool: string }
  /** What it sets free can change something outside. */
  | { code: "starts_changes"; tasks: NamedAct[]; omitted?: number };

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
      return tasks.length === 0 ? undefined : { code: "starts_changes", tasks };
    }
    default:
      return undefined;
  }
}

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

/** A question as far as it says what an answer to it sets free; that of a held decision is its review's. */
export type AskedAbout = Pick<ApprovalState, "kind" | "taskId" | "subject">;

/** All that letting a gate pass sets free (docs/engine.md, "The release"); nothing where it is about a call or a limit. */
export const releaseOfGate = (state: RunState, gate: AskedAbout): Released[] => freedBy(state, gate).released;

/** The acts among them, and what flows into these. */
export function leadingOfGate(state: RunState, gate: AskedAbout): LeadingWork[] {
  const { plan, released } = freedBy(state, gate);
  return leadingToActs(plan, released, isAboutWork(gate.kind) ? gate.taskId : undefined);
}

/** The open gates that show what an ended task came to, among what their acts read. */
export const gatesListing = (state: RunState, taskId: string): ApprovalState[] =>
  Object.keys(state.openApprovals).flatMap((approvalId) => {
    const gate = getOwn(state.approvals, approvalId);
    const isListed =
      gate && leadingOfGate(state, gate).some(({ task, ended }) => ended && task.id === taskId);
    return isListed ? [gate] : [];
  });

type Freed = { plan: PlanAt; released: Released[] };

function freedBy(state: RunState, { kind, taskId, subject }: AskedAbout): Freed {
  const plan = planInForce(state);
  if (isAboutWork(kind)) return { plan, released: taskId === undefined ? [] : releasedBy(plan, taskId) };
  if (kind === "plan_approval") return { plan, released: releasedBy(plan) };
  if (kind === "plan_refinement") return freedByRefinement(state, plan);
  if (!state.offered) return { plan, released: [] };
  const next = versionOffered(state, state.offered);
  if (kind === "plan_change") return { plan: next, released: releasedBy(next) };
  if (kind !== "control_waiver") return { plan, released: [] };
  const { patch, reach } = state.offered;
  const waived = weakenedBy(state, { tasks: next.tasks, reach, agents: patch.agents });
  const asked = waived.find(({ obligation }) => obligation.control === subject?.control);
  return { plan: next, released: asked ? freedWithout(asked, next) : [] };
}

/** The agents of the plan that a gate is about. */
export function agentsOfRelease(
  { agents, offered, refinements }: RunState,
  { kind }: Pick<ApprovalState, "kind">,
) {
  if (kind === "plan_refinement") return refinements?.offered?.plan?.patch.agents ?? agents;
  return kind === "plan_change" || kind === "control_waiver" ? (offered?.patch.agents ?? agents) : agents;
}

/** What the plan in force does not set free by itself. */
function freedByRefinement(state: RunState, inForce: PlanAt): Freed {
  const offered = state.refinements?.offered?.plan;
  if (!offered) return { plan: inForce, released: [] };
  const plan = versionOffered(state, offered);
  const [before, after] = [inForce, plan].map((one) => {
    const work = workUpTo(one.tasks);
    return releasedBy(one).map((released) => ({
      released,
      key: [work.get(released.task.id), ...released.tools].join(" "),
    }));
  }) as [Named[], Named[]];
  const left = before.map(({ key }) => key);
  const released = after.flatMap(({ released, key }) => {
    const known = left.indexOf(key);
    if (known < 0) return [released];
    left.splice(known, 1);
    return [];
  });
  return { plan, released };
}

type Named = { released: Released; key: string };

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

/** Makes the question of a review's gate, as if its held decision were made by hand. */
export const heldQuestion = (task: Pick<TaskState, "id"> | undefined): AskedAbout => ({
  kind: "review_decision",
  taskId: task?.id,
});
