import { isSameJson } from "../../../json";
import { getOwn } from "../../../own";
import type { TailNow, ToolsChangedCommand } from "../../commands";
import { beyond } from "../../controls/release/facts";
import {
  acting,
  type PlanAt,
  planInForce,
  type Released,
  releaseDigest,
  releasesIn,
  versionOffered,
} from "../../controls/release/release";
import { tailsAt } from "../../controls/release/tails";
import { toldIn } from "../../controls/release/told";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import type { ToolMark } from "../../events/release";
import { gateRow, isAboutCall, isAboutWork } from "../../gates/table";
import { isOver } from "../../retrospects";
import type { ApprovalState, OfferedVersion, RunState, TaskState } from "../../state";
import { taskOf } from "../../state/ready";
import { weakenedReason } from "../plan/offer";
import { rewriteOffered } from "../plan/offered";
import { questionAbout } from "../plan/refine";
import { askedAbout, planAskedAgain } from "./ask-again";
import { approvalIdAt, nextApprovalId, openApproval } from "./open";

/**
 * Tools are others than they were when people were asked: each question whose call or whose release that changes is asked
 * again, and all others keep what they have (docs/tools.md, "Tools that change").
 */
export function decideToolsChanged(
  state: RunState,
  { definitions, plan, offered, tails }: ToolsChangedCommand,
  now: number,
): DraftEvent[] {
  const inForce = plan ? releasesAskedAgain(state, plan) : [];
  const opened = inForce.filter(({ type }) => type === "approval_opened").length;
  const next = offered && !isOver(state) ? offerAskedAgain(state, offered, opened, now) : [];
  const asked = new Set(inForce.flatMap(({ payload }) => subjectOf(payload) ?? []));
  const proposed = tails ? tailsAskedAgain(state, tails).filter((one) => !asked.has(one.subject)) : [];
  return [...callsAskedAgain(state, definitions), ...inForce, ...next, ...proposed.map(({ event }) => event)];
}

/** The gate that an event is about, or the task. */
function subjectOf(payload: DraftEvent["payload"]): string | undefined {
  if ("approvalId" in payload) return payload.approvalId;
  return "taskId" in payload ? payload.taskId : undefined;
}

/** Reviews whose proposed tail would set something else free now are made again, be they asked, held or still voted on. */
function tailsAskedAgain(
  state: RunState,
  { version, proposed }: NonNullable<ToolsChangedCommand["tails"]>,
): { subject: string; event: DraftEvent }[] {
  if (isOver(state) || version !== state.planVersion) return [];
  return [...new Set(proposed.map(({ taskId }) => taskId))].flatMap((taskId) => {
    const task = getOwn(state.tasks, taskId);
    const changed = proposed.filter((one) => one.taskId === taskId && task && isChanged(task, one));
    if (!task || changed.length === 0) return [];
    const reason = toolsChanged([...new Set(changed.flatMap((one) => one.tools))]);
    const gates = openGates(state).filter((gate) => gate.taskId === taskId && isAboutWork(gate.kind));
    const superseded = gates.map(({ approvalId }) => ({
      subject: approvalId,
      event: draft("approval_superseded", { approvalId, reason }),
    }));
    if (superseded.length > 0 || task.status !== "running") return superseded;
    const attempt = task.attempt + 1;
    return [{ subject: taskId, event: draft("attempt_restarted", { taskId, attempt, reason }) }];
  });
}

const isChanged = (task: TaskState, { tail, digest }: TailNow): boolean =>
  tailsAt(task).some((one) => one.tail === tail && one.tailRelease?.digest !== digest);

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
    const superseded = { approvalId, reason, ...(isOfPlan && { by: nextApprovalId(state) }) };
    const taken = draft("approval_superseded", superseded);
    return isOfPlan ? [taken, planAskedAgain({ ...state, reach, toolMarks: tools }, approvalId)] : [taken];
  });
  const held = Object.keys(state.held).flatMap((taskId) => {
    const reason = changeOf(taskId);
    const attempt = taskOf(state, taskId).attempt + 1;
    return reason ? [draft("attempt_restarted", { taskId, attempt, reason })] : [];
  });
  return [draft("tools_changed", { reach, tools }), ...gates, ...held];
}

type OfferedNow = NonNullable<ToolsChangedCommand["offered"]>;

/** What waits for people is asked about as its tools are now; the gates that ask again come after those `opened` already. */
function offerAskedAgain(state: RunState, now: OfferedNow, opened: number, at: number): DraftEvent[] {
  const { offered, refinements } = state;
  const { digest, reach, tools } = now;
  const refined = refinements?.offered;
  const plan = [offered, refined?.plan].find((one) => one?.digest === digest);
  if (!plan || isSameJson([plan.reach ?? null, plan.tools ?? null], [reach, tools])) return [];
  const before = versionOffered(state, plan);
  const reason = changesOfReleases(before, { ...before, reach, marks: tools })();
  if (plan === offered) return versionAskedAgain(state, { ...offered, reach, tools }, reason, { opened, at });
  const changed = draft("tools_changed", { offered: now });
  if (!reason || !refined) return [changed];
  const question = questionAbout(state, { ...refined, plan: { ...plan, reach, tools } }, at);
  return [changed, ...askedAgain(state, [question], reason, opened)];
}

/**
 * A version may weaken other controls by what its tools do now, or set the same free by tools that show themselves otherwise: all whose
 * leave it takes are asked again, or nobody is.
 */
function versionAskedAgain(
  state: RunState,
  offered: OfferedVersion,
  reason: Reason | undefined,
  { opened, at }: { opened: number; at: number },
): DraftEvent[] {
  const { digest, reach = {}, tools = [], controls } = offered;
  const [before, after] = [state.offered ?? offered, offered].map((one) => askedAbout(state, one, at)) as [
    Asking,
    Asking,
  ];
  const { questions, weakened } = after;
  const names = ({ questions: all }: Asking) => all.map((one) => one.digest);
  const isSame = !reason && questions.length === controls.length && isSameJson(names(before), names(after));
  const now = { digest, reach, tools };
  if (isSame) return [draft("tools_changed", { offered: now })];
  if (state.settings.controls === "refuse" && weakened.length > 0)
    return rewriteOffered(state, offered, weakenedReason(state, offered, weakened));
  const changed = { ...now, controls: questions.map(({ subject }) => subject.control) };
  return [
    draft("tools_changed", { offered: changed }),
    ...askedAgain(state, questions, reason ?? toolsChanged(differing(state.offered?.tools, tools)), opened),
  ];
}

type Asking = ReturnType<typeof askedAbout>;

/** The tools that show themselves otherwise than before. */
const differing = (before: readonly ToolMark[] = [], after: readonly ToolMark[]): string[] =>
  after.filter((mark) => !before.some((one) => isSameJson(one, mark))).map(({ name }) => name);

/** Takes away what is asked about an offer, and asks these questions in its place. */
function askedAgain(
  state: RunState,
  questions: readonly Parameters<typeof openApproval>[1][],
  reason: Reason,
  opened: number,
): DraftEvent[] {
  const idOf = (index: number) => approvalIdAt(state, opened + index + 1);
  const open = openGates(state).filter(({ kind }) => gateRow(kind).aboutOffer || kind === "plan_refinement");
  const placeOf = (control: unknown) => questions.findIndex(({ subject }) => subject?.control === control);
  const before = (control: unknown) => open.find(({ subject }) => subject?.control === control)?.approvalId;
  return [
    ...open.map(({ approvalId, subject }) => {
      const index = placeOf(subject?.control);
      return draft("approval_superseded", { approvalId, ...(index >= 0 && { by: idOf(index) }), reason });
    }),
    ...questions.map((question, index) => {
      const supersedes = before(question.subject?.control);
      const asked = supersedes === undefined ? question : { ...question, supersedes };
      return openApproval(state, asked, opened + index + 1);
    }),
  ];
}

const MAX_TOOLS = 6;

const toolsChanged = (tools: readonly string[]): Reason => ({
  code: "tools_changed",
  tools: tools.slice(0, MAX_TOOLS),
  ...beyond("moreTools", MAX_TOOLS, tools),
});

/** By which tools the release of a control, or of the plan, differs; undefined where it is the same. */
function changesOfReleases(before: PlanAt, after: PlanAt): (control?: string) => Reason | undefined {
  const [releasedBefore, releasedAfter] = [releasesIn(before), releasesIn(after)];
  const markIn = ({ marks = [] }: PlanAt, tool: string) => marks.find(({ name }) => name === tool) ?? null;
  return (control) => {
    const [was, is] = [releasedBefore(control), releasedAfter(control)];
    if (releaseDigest(before, was) === releaseDigest(after, is)) return;
    const [usedBefore, usedAfter] = [usedIn(before, was), usedIn(after, is)];
    const tools = [...new Set([...usedBefore, ...usedAfter])].filter(
      (tool) =>
        usedBefore.has(tool) !== usedAfter.has(tool) ||
        !isSameJson(markIn(before, tool), markIn(after, tool)),
    );
    return toolsChanged(tools);
  };
}

/** The tools by which released work acts, and those of servers of which its agents read. */
const usedIn = (plan: PlanAt, released: readonly Released[]): Set<string> => {
  const told = toldIn(
    plan,
    acting(released).map(({ task }) => task),
  );
  return new Set([...released.flatMap(({ tools }) => tools), ...told.map(([name]) => name as string)]);
};

const openGates = (state: RunState): ApprovalState[] =>
  Object.keys(state.openApprovals).map((id) => getOwn(state.approvals, id) as ApprovalState);
