import { isSameJson } from "../../../json";
import { getOwn } from "../../../own";
import { countRewritten } from "../../apply/replan-history";
import type { OfferedPlan, WorkerCommand } from "../../commands";
import { beyond } from "../../controls/release/facts";
import { versionOffered } from "../../controls/release/release";
import { asksBeforeChange, isRepair } from "../../controls/release/settled";
import type { WeakenedFacts } from "../../controls/terms/finding";
import { PLAN_CONTROL } from "../../controls/terms/names";
import { type DraftEvent, draft } from "../../events";
import type { IssueFacts, Reason } from "../../events/reason";
import { verbsOfKind } from "../../gates/table";
import { issueReason, statedReason } from "../../reasons";
import { isDecidedTail } from "../../replans/decided-tail";
import { refusalBehind } from "../../replans/refusal";
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
  // Who decided on a tail has seen what it does with the reviews that the run has people decide.
  const isDecided = isDecidedTail(state, replan.cause, command) && !state.settings.fourEyes;
  const weakened = weakenedByPlan(state, plan, isTheirs).filter(
    ({ obligation }) => !(isDecided && obligation.decided),
  );
  const asksPlan = changesSettledPlan(state, replan, command);
  if (weakened.length === 0 && !asksPlan) return adoptTail(state, replan, { ...command, written });
  if (weakened.length > 0) {
    const finding = weakenedReason(state, plan, weakened);
    // What a person wrote is theirs: nobody writes it for them again.
    const goesBack =
      !isTheirs && replan.refused?.code !== finding.code && !isAsAsked(state, replan, finding.controls);
    if (goesBack) return [draft("replan_refused", { number: replan.number, reason: finding }, key)];
    if (state.settings.controls === "refuse") return declineTail(state, replan, finding, { key });
  }
  const origin = { ...written, cause: replan.cause.reason, ...renamedFacts(command), key };
  return offerVersion(state, plan, { weakened, asksPlan }, origin, now);
}

/**
 * The people of each weakened control have just asked for another form of it, and this is none that they sent back: what they
 * asked for is theirs to judge, and a model told to keep their control as it was could not follow them.
 */
function isAsAsked(
  { approvals, planVersion }: RunState,
  { refused }: ReplanState,
  weakened: readonly WeakenedFacts[],
): boolean {
  if (refused?.code !== "changes_requested") return false;
  const sentBack = Object.values(approvals).flatMap(({ question, planVersion: version, decided }) =>
    version === planVersion + 1 && decided?.verb === "request_changes" && question?.about === "control"
      ? [question.weakened]
      : [],
  );
  return weakened.every(({ control, exposed, omitted }) => {
    const before = sentBack.filter((one) => one.control === control).flatMap((one) => one.exposed);
    const isNew = ({ lacks }: (typeof exposed)[number]) =>
      before.every((one) => !isSameJson(one.lacks, lacks));
    return omitted === undefined && before.length > 0 && exposed.every(isNew);
  });
}

/** A tail that a person wrote, or decided on at a review that showed it, has been put before them; another one has not. */
export function changesSettledPlan(
  state: RunState,
  { cause }: ReplanState,
  written: Pick<Report<"replan_written">, "plan" | "tail">,
): boolean {
  // Of a plan that has not been let pass people are asked about the whole of it.
  if (!asksBeforeChange(state) || state.unapproved === "run") return false;
  if (isDecidedTail(state, cause, written)) return false;
  return !isRepair(state, written.plan, versionOffered(state, written.plan).tasks);
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

type Renamings = { renamed: Report<"replan_written">["renamed"]; moreRenamed?: number | undefined };

/** What an event keeps of the names that were changed. */
const renamedFacts = ({ renamed, moreRenamed = 0 }: Renamings) => {
  const more = Math.max(0, renamed.length - MAX_RENAMED) + moreRenamed;
  return { renamed: renamed.slice(0, MAX_RENAMED), ...(more > 0 && { moreRenamed: more }) };
};

type Tail = Renamings & {
  plan: OfferedPlan;
  written: Written;
  key?: string;
};

function adoptTail(
  state: RunState,
  replan: ReplanState,
  { plan, written: { origin, author }, key, ...renamings }: Tail,
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
    ...renamedFacts(renamings),
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
  const { version, renamed = [], moreRenamed, controls } = offered;
  if (issue) return [draft("plan_version_declined", { version, reason: issueReason([issue]), again: true })];
  return adoptTail(state, replan, { plan: offered, renamed, moreRenamed, written: offered }, controls);
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
      number: replan.number,
      reason,
      issues: issues.slice(0, MAX_ISSUES),
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

const MAX_REASON_CHARS = 1_000;

export function decideReplanImpossible(
  state: RunState,
  command: Report<"replan_impossible">,
  now: number,
): DraftEvent[] {
  const { replan } = state;
  const { key: effect, type, reason } = command;
  if (!replan || !getOwn(state.inFlight, effect)) return lateResult(effect, type);
  const refusal = refusalBehind(state, replan.cause.taskId);
  if (!refusal)
    return finishRun(state, "mission_impossible", now, { because: [statedReason(reason)], effect });
  const because = [refusal, { code: "no_other_way", text: reason.slice(0, MAX_REASON_CHARS) } as const];
  const isTheirs = refusal.verb === "rejected";
  return finishRun(state, isTheirs ? "aborted_by_person" : "mission_impossible", now, { because, effect });
}
