import { isSameJson } from "../../../json";
import { getOwn } from "../../../own";
import type { ToolsChangedCommand } from "../../commands";
import { type PlanAt, planInForce, releaseDigest, releasesIn } from "../../controls/release";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import { isAboutCall, isAboutWork } from "../../gates/table";
import { isOver } from "../../retrospects";
import type { ApprovalState, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { nextApprovalId } from "./open";
import { askAboutDraft, askAboutPlanInForce } from "./plan";

/**
 * Tools are others than they were when people were asked: each question whose call or whose release that changes is asked
 * again, and all others keep what they have (docs/tools.md, "Tools that change").
 */
export function decideToolsChanged(
  state: RunState,
  { definitions, plan }: ToolsChangedCommand,
): DraftEvent[] {
  return [...callsAskedAgain(state, definitions), ...(plan ? releasesAskedAgain(state, plan) : [])];
}

/** A question about a call is about the tool as it was then: once it is another, or gone, it is asked again. */
function callsAskedAgain(state: RunState, definitions: ToolsChangedCommand["definitions"]): DraftEvent[] {
  return openGates(state).flatMap(({ approvalId, kind, subject }) => {
    const { tool, definition } = subject ?? {};
    if (!isAboutCall(kind) || typeof tool !== "string" || definition === undefined) return [];
    const now = getOwn(definitions, tool);
    if (now === undefined || now === definition) return [];
    const reason = { code: "tool_changed" as const, tool, parts: [], since: true } satisfies Reason;
    return [draft("approval_superseded", { approvalId, reason })];
  });
}

/** What a version may change outside is what its tools do now, in gates to come and in those that are open. */
function releasesAskedAgain(
  state: RunState,
  { version, reach, tools }: NonNullable<ToolsChangedCommand["plan"]>,
): DraftEvent[] {
  if (isOver(state) || version !== state.planVersion) return [];
  const before = planInForce(state);
  if (isSameJson([before.reach ?? null, before.marks ?? null], [reach, tools])) return [];
  const changeOf = changesOfReleases(before, { ...before, reach, marks: tools });
  const gates = openGates(state).flatMap(({ approvalId, kind, taskId }) => {
    const isOfPlan = kind === "plan_approval";
    const isAsked = isOfPlan || (isAboutWork(kind) && taskId !== undefined);
    const reason = isAsked ? changeOf(taskId) : undefined;
    if (!reason) return [];
    return isOfPlan
      ? planAskedAgain(state, approvalId, reason)
      : [draft("approval_superseded", { approvalId, reason })];
  });
  const held = Object.keys(state.held).flatMap((taskId) => {
    const reason = changeOf(taskId);
    const attempt = taskOf(state, taskId).attempt + 1;
    return reason ? [draft("attempt_restarted", { taskId, attempt, reason })] : [];
  });
  return [draft("tools_changed", { reach, tools }), ...gates, ...held];
}

function planAskedAgain(state: RunState, approvalId: string, reason: Reason): DraftEvent[] {
  const asked = state.phase === "planning" ? askAboutDraft(state) : askAboutPlanInForce(state);
  return [draft("approval_superseded", { approvalId, by: nextApprovalId(state), reason }), asked];
}

const MAX_TOOLS = 6;

/** By which tools the release of a control, or of the plan, differs; undefined where it is the same. */
function changesOfReleases(before: PlanAt, after: PlanAt): (control?: string) => Reason | undefined {
  const [releasedBefore, releasedAfter] = [releasesIn(before), releasesIn(after)];
  const markIn = ({ marks = [] }: PlanAt, tool: string) => marks.find(({ name }) => name === tool) ?? null;
  return (control) => {
    const [was, is] = [releasedBefore(control), releasedAfter(control)];
    if (releaseDigest(before, was) === releaseDigest(after, is)) return;
    const [usedBefore, usedAfter] = [was, is].map((acts) => new Set(acts.flatMap(({ tools }) => tools)));
    const used = [...new Set([...(usedBefore ?? []), ...(usedAfter ?? [])])];
    const tools = used.filter(
      (tool) =>
        usedBefore?.has(tool) !== usedAfter?.has(tool) ||
        !isSameJson(markIn(before, tool), markIn(after, tool)),
    );
    return { code: "tools_changed", tools: tools.slice(0, MAX_TOOLS) };
  };
}

const openGates = (state: RunState): ApprovalState[] =>
  Object.keys(state.openApprovals).map((id) => getOwn(state.approvals, id) as ApprovalState);
