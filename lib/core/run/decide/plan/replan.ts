import { getOwn } from "../../../own";
import { countRewritten } from "../../apply/replan-history";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import { beyond } from "../../controls/release/facts";
import { versionOffered } from "../../controls/release/release";
import { asksBeforeChange, isRepair } from "../../controls/release/settled";
import { tailDigest } from "../../controls/release/tails";
import { PLAN_CONTROL } from "../../controls/terms/names";
import { type DraftEvent, draft } from "../../events";
import type { IssueFacts, Reason } from "../../events/reason";
import { authorsOf } from "../../gates/rules";
import { verbsOfKind } from "../../gates/table";
import { speakersOf } from "../../people-words";
import { issueReason, statedReason } from "../../reasons";
import type { OfferedVersion, ReplanState, RunState } from "../../state";
import { finishRun } from "../finish";
import { withdrawReplan } from "../gates/cancel";
import { nextApprovalId, openApproval } from "../gates/open";
import { askIfWeak, candidateOf } from "../gates/plan";
import { lateResult } from "../late-results";
import { adoptVersion } from "./new-version";
import { offerVersion, weakenedByPlan, weakenedReason } from "./offer";
import { tailIssue } from "./tail-issue";

type Report<T extends WorkerCommand["type"]> = Extract<WorkerCommand, { type: T }>;

export function decideReplanWritten(
  state: RunState,
  command: Report<"replan_written">,
  now: number,
): DraftEvent[] {
  const { replan } = state;
  if (!replan || !getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  const { plan, key } = command;
  const triedIn = getOwn(state.planDigests, plan.digest);
  if (triedIn !== undefined) return refuseRepeated(state, replan, triedIn, key);
  const { planVersion } = state;
  if (command.fromVersion !== planVersion) {
    const outdated: Reason = { code: "plan_outdated", planVersion };
    return failReplan(state, replan, outdated, [], key);
  }
  const issue = tailIssue(state, plan.patch);
  if (issue) return failReplan(state, replan, issueReason([issue]), [issue], key);
  const written = originOf(replan, command.tail);
  const isTheirs = isByPerson(replan, written);
  const weakened = weakenedByPlan(state, plan, isTheirs);
  const asksPlan = changesSettledPlan(state, replan, command);
  if (weakened.length === 0 && !asksPlan) return adoptTail(state, replan, { ...command, written });
  if (weakened.length > 0) {
    const finding = weakenedReason(state, plan, weakened);
    // What a person wrote is theirs: nobody writes it for them again.
    const goesBack = !isTheirs && replan.refused?.code !== finding.code;
    if (goesBack) return [draft("replan_refused", { number: replan.number, reason: finding }, key)];
    if (state.settings.controls === "refuse") return declineTail(state, replan, finding, { key });
  }
  const renamed = command.renamed.slice(0, MAX_RENAMED);
  const origin = { ...written, cause: replan.cause.reason, renamed, key };
  return offerVersion(state, plan, { weakened, asksPlan }, origin, now);
}

type WrittenTail = { plan: OfferedPlan; tail?: string | undefined };

/** A tail that a person wrote, or decided on at a review that showed it, has been put before them; another one has not. */
export function changesSettledPlan(state: RunState, { cause }: ReplanState, written: WrittenTail): boolean {
  // Of a plan that has not been let pass people are asked about the whole of it.
  if (!asksBeforeChange(state) || state.unapproved === "run") return false;
  if (isAsDecided(state, cause, written) && isDecidedOn(state, cause)) return false;
  return !isRepair(state, written.plan, versionOffered(state, written.plan).tasks);
}

/** That tail, word for word, which sets free what it was to set free when it was decided on, by the agents and tools of that moment. */
function isAsDecided(
  state: RunState,
  { tail, released, taskId }: ReplanState["cause"],
  written: WrittenTail,
): boolean {
  if (tail === undefined || written.tail !== tail || released === undefined) return false;
  const added = written.plan.patch.tasks.map(({ id }) => id).filter((id) => !getOwn(state.tasks, id));
  const plan = versionOffered(state, written.plan);
  return tailDigest({ plan, review: taskId, added: new Set(added) }) === released;
}

/** People decided on the tail of a review; under four eyes others than those who wrote it or the plan. */
function isDecidedOn(state: RunState, { tailBy, decided, taskId }: ReplanState["cause"]): boolean {
  if (!state.settings.fourEyes) return tailBy !== undefined || decided?.kind === "person";
  const answered = Object.values(state.approvals).findLast(
    (gate) => gate.kind === "review_decision" && gate.taskId === taskId && gate.decided,
  );
  const by = answered?.decided?.by;
  const wrote = [...authorsOf(state), ...speakersOf(state, answered?.openedAt)];
  const isSecond = by?.kind === "person" && !wrote.some(({ id }) => id === by.id);
  return tailBy === undefined && decided?.kind === "person" && isSecond;
}

/** A plan tried before is refused once with the reason; a second time the replan has failed. */
function refuseRepeated(state: RunState, replan: ReplanState, triedIn: number, key: string): DraftEvent[] {
  const reason: Reason = { code: "plan_repeated", planVersion: triedIn };
  if (replan.tries > 0) return failReplan(state, replan, reason, [], key);
  return [draft("replan_refused", { number: replan.number, reason }, key)];
}

const MAX_RENAMED = 20;
const MAX_ISSUES = 10;

type Written = Pick<OfferedVersion, "origin" | "author">;

/** The tail that a review brought, word for word, is the reviewer's; what the replanner made of it is its own. */
const originOf = ({ cause }: ReplanState, tail: string | undefined): Written =>
  tail === undefined || tail !== cause.tail
    ? { origin: "replan", author: "replanner" }
    : { origin: "review", author: "reviewer" };

/** What a person wrote, as they wrote it. */
export const isByPerson = ({ cause }: ReplanState, { origin }: Pick<Written, "origin">): boolean =>
  cause.tailBy !== undefined && origin === "review";

type Tail = {
  plan: OfferedPlan;
  renamed: Report<"replan_written">["renamed"];
  written: Written;
  key?: string;
};

function adoptTail(
  state: RunState,
  replan: ReplanState,
  { plan, renamed, written: { origin, author }, key }: Tail,
  passed: string[] = [],
): DraftEvent[] {
  const { patch } = plan;
  const waives = passed.filter((control) => control !== PLAN_CONTROL);
  const added = patch.tasks.filter((task) => !getOwn(state.tasks, task.id)).length;
  const rewritten = countRewritten(state, patch);
  const by = { origin, author, ...(waives.length > 0 && { waives }) };
  const adopted = adoptVersion(state, plan, by, replan.cause.reason, key);
  const done = draft("replan_adopted", {
    number: replan.number,
    fromVersion: state.planVersion,
    toVersion: state.planVersion + 1,
    added: added - rewritten,
    removed: patch.removed.length - rewritten,
    ...(rewritten > 0 && { rewritten }),
    kept: patch.order.length - added,
    renamed: renamed.slice(0, MAX_RENAMED),
  });
  const version = state.planVersion + 1;
  const judged = plan.critique ? [draft("plan_critiqued", { ...plan.critique, version })] : [];
  // Who let the change pass has seen what the critic says.
  const asked = waives.length < passed.length ? [] : askIfWeak(state, candidateOf(state, plan));
  return [...adopted, done, ...judged, ...asked];
}

/** Everyone who was asked has let the tail pass. What has ended in the meantime may be at odds with it. */
export function adoptOfferedTail(
  state: RunState,
  replan: ReplanState,
  offered: OfferedVersion,
): DraftEvent[] {
  const issue = tailIssue(state, offered.patch);
  const { version, renamed = [], controls } = offered;
  if (issue) return [draft("plan_version_declined", { version, reason: issueReason([issue]), again: true })];
  return adoptTail(state, replan, { plan: offered, renamed, written: offered }, controls);
}

/**
 * The version in force stays. What no failure calls for is given up with the reason; else people say what is to become
 * of the failure.
 */
export function declineTail(
  state: RunState,
  replan: ReplanState,
  reason: Reason,
  { key, keepsWish = false }: { key?: string | undefined; keepsWish?: boolean } = {},
): DraftEvent[] {
  // Who keeps a control has not said that the plan is well which a review sent back.
  const isCalledFor = replan.covers.length > 0 || (keepsWish && replan.cause.trigger === "review");
  if (isCalledFor) return failReplan(state, replan, reason, [], key);
  return withdrawReplan(state, reason, key);
}

export function decideReplanUnwritten(state: RunState, command: Report<"replan_unwritten">): DraftEvent[] {
  const { replan } = state;
  if (!replan || !getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  return failReplan(state, replan, command.reason, command.issues, command.key);
}

/** The old version stays current, and a person is asked. */
function failReplan(
  state: RunState,
  replan: ReplanState,
  reason: Reason,
  issues: IssueFacts[],
  key?: string,
): DraftEvent[] {
  const failed = draft(
    "replan_failed",
    {
      ...{ number: replan.number, reason, issues: issues.slice(0, MAX_ISSUES) },
      ...beyond("moreIssues", MAX_ISSUES, issues),
    },
    key,
  );
  const opened = openApproval(state, {
    kind: "replan_failed",
    question: { about: "replan", number: replan.number, reason },
    verbs: verbsOfKind("replan_failed"),
    subject: { approval: nextApprovalId(state), replan: replan.number },
    ...(replan.cause.taskId !== undefined && { taskId: replan.cause.taskId }),
  });
  return [failed, opened];
}

export function decideReplanImpossible(
  state: RunState,
  command: Report<"replan_impossible">,
  now: number,
): DraftEvent[] {
  if (!state.replan || !getOwn(state.inFlight, command.key)) return lateResult(command.key, command.type);
  return finishRun(state, "mission_impossible", now, {
    because: [statedReason(command.reason)],
    effect: command.key,
  });
}
