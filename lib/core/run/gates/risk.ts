import { getOwn } from "../../own";
import { ANY_TOOL, reachIn } from "../../plan/reach";
import type { Decision } from "../../plan/schema";
import { weakenedBy } from "../controls/changes/weakened";
import { workUpTo } from "../controls/obligations";
import { acting, planInForce, type Released, releasedBy, versionOffered } from "../controls/release/release";
import { asksBeforeChange } from "../controls/release/settled";
import { proposalOf } from "../effects/reviewers";
import type { TailRelease } from "../events/release";
import type { ApprovalState, RunState } from "../state";
import { answerRow, type GateVerb, isAboutWork } from "./table";

/** Why an answer takes a second step, as facts; `describeRisk` says it. */
export type Risk =
  | { code: "ends_run"; verb: GateVerb }
  | { code: "repeats_call" | "repeats_known_call"; tool: string }
  /** What it sets free can change something outside. */
  | { code: "starts_changes"; tasks: NamedAct[]; omitted?: number };

type NamedAct = { title: string; tools: string[] };

/** Why an answer to a gate takes a second step; undefined when one is enough. */
export function riskOf(state: RunState, gate: ApprovalState, verb: GateVerb): Risk | undefined {
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
      const tasks = acting(releaseOfGate(state, gate));
      if (tasks.length === 0) return;
      return {
        code: "starts_changes",
        tasks: tasks.map(({ task: { title }, tools }) => ({ title, tools })),
      };
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
function decisionAt(state: RunState, { kind, taskId = "" }: ApprovalState, verb: GateVerb): GateVerb {
  if (kind !== "review_decision" || verb !== "approve") return verb;
  return getOwn(state.tasks, taskId)?.proposal?.decision ?? verb;
}

/** All that letting a gate pass sets free (docs/engine.md, "The release"); nothing where it is about a call or a limit. */
export function releaseOfGate(state: RunState, gate: ApprovalState): Released[] {
  const { kind, taskId, subject } = gate;
  if (isAboutWork(kind)) return taskId === undefined ? [] : releasedBy(planInForce(state), taskId);
  if (kind === "plan_approval") return releasedBy(planInForce(state));
  if (kind === "plan_refinement") return releaseOfRefinement(state);
  if (!state.offered) return [];
  const next = versionOffered(state, state.offered);
  if (kind === "plan_change") return releasedBy(next);
  if (kind !== "control_waiver") return [];
  const { patch, reach } = state.offered;
  const waived = weakenedBy(state, { tasks: next.tasks, reach, agents: patch.agents });
  const exposed = waived.find(({ obligation }) => obligation.control === subject?.control)?.exposed ?? [];
  const ids = new Set(exposed.map((one) => one.taskId));
  return next.tasks.filter(({ id }) => ids.has(id)).map((task) => ({ task, tools: reachIn(reach, task) }));
}

/** The agents of the plan that a gate is about. */
export function agentsOfRelease({ agents, offered, refinements }: RunState, { kind }: ApprovalState) {
  if (kind === "plan_refinement") return refinements?.offered?.plan?.patch.agents ?? agents;
  return kind === "plan_change" || kind === "control_waiver" ? (offered?.patch.agents ?? agents) : agents;
}

/** What the plan in force does not set free by itself. */
function releaseOfRefinement(state: RunState): Released[] {
  const plan = state.refinements?.offered?.plan;
  if (!plan) return [];
  const [before, after] = [planInForce(state), versionOffered(state, plan)].map((one) => {
    const work = workUpTo(one.tasks);
    return releasedBy(one).map((released) => ({
      released,
      key: [work.get(released.task.id), ...released.tools].join(" "),
    }));
  }) as [Named[], Named[]];
  const left = before.map(({ key }) => key);
  return after.flatMap(({ released, key }) => {
    const known = left.indexOf(key);
    if (known < 0) return [released];
    left.splice(known, 1);
    return [];
  });
}

type Named = { released: Released; key: string };

/**
 * Why a decision of a review takes a second step. One that is held takes effect by itself: what it sets free is no reason to
 * ask twice, but for a tail that people would be asked about were it not theirs.
 */
export function decisionRisk(
  state: RunState,
  taskId: string | undefined,
  decision: Decision,
): Risk | undefined {
  const gate = getOwn(state.approvals, getOwn(state.tasks, taskId ?? "")?.approvalId ?? "");
  if (gate?.status === "open") return riskOf(state, gate, decision);
  if (decision === "REPLAN" && asksBeforeChange(state)) return tailRisk(state, taskId);
  return answerRow("review_decision", decision)?.risk === "ends_run"
    ? { code: "ends_run", verb: decision }
    : undefined;
}
