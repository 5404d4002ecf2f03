import type { DomainError } from "../../errors";
import { isSameJson } from "../../json";
import { getOwn } from "../../own";
import type { Voter } from "../../people";
import { apply, reduce } from "../apply";
import type { ForkChanges, GivenOfFork } from "../commands";
import { planInForce, releaseDigest, releasesIn } from "../controls/release/release";
import { type DraftEvent, draft } from "../events";
import type { ForeseenReview, GivenReview } from "../events/mission";
import { gatesOfTask } from "../gates/of-task";
import { denialReason } from "../gates/rules";
import { governing, heldDigest } from "../gates/shown";
import { isApproving, needOf, toDecision } from "../gates/table";
import { isOver } from "../retrospects";
import type { ApprovalState, RunState, TaskState } from "../state";
import { isTerminalTask } from "../status";
import { withEnvelope } from "../with-envelope";
import { decideApproval } from "./gates/answer";
import { decideByHand } from "./holds";
import { decideEditPlan } from "./plan/edit";
import { type Decided, isRefused, refuse, refuseDenied } from "./refuse";
import { decideOverride } from "./reviews";

/**
 * What a fork's changes come to once it has `begun`: the plan first, then the decisions on it. All of them are decided
 * or none, each on the state that those before it lead to.
 */
export function decideForkChanges(
  state: RunState,
  begun: DraftEvent[],
  changes: ForkChanges,
  now: number,
): Decided {
  const { by, plan, reason = "", reviews } = changes;
  const ahead = stateAhead(state, by, now);
  const all: DraftEvent[] = [];
  const take = (decided: Decided): DomainError | undefined => {
    if (isRefused(decided)) return decided;
    ahead.take(decided);
    all.push(...decided);
    return;
  };
  take(begun);
  const edit = { type: "edit_plan" as const, reason, by };
  const expectedPlanVersion = ahead.state().planVersion;
  const refused = plan && take(decideEditPlan(ahead.state(), { ...edit, plan, expectedPlanVersion }));
  if (refused) return refused;
  if (reviews) {
    take([draft("reviews_given", { reviews: servingFromHere(ahead.state(), reviews) })]);
    take(askedAgain(ahead.state(), reviews));
  }
  const isOther = !isSameJson(governing(state.settings), governing(changes.settings ?? state.settings));
  for (const [taskId, given] of Object.entries(reviews ?? {})) {
    if (isOver(ahead.state())) break;
    const problem = take(decideGiven(ahead.state(), taskId, given, { by, now, isOther }));
    if (problem) return inReview(taskId, problem);
  }
  if (changes.settings?.reviewMode === "manual") {
    for (const taskId of Object.keys(ahead.state().held))
      take(decideByHand(ahead.state(), { type: "decide_by_hand", taskId }, now));
  }
  return all;
}

/** The state that drafts lead to, on a copy. */
function stateAhead(state: RunState, { id, name }: Voter, at: number) {
  const facts = { actor: { kind: "person" as const, id, name }, commandId: "ahead", at };
  let next: RunState | undefined;
  return {
    state: (): RunState => next ?? state,
    take(drafts: readonly DraftEvent[]): void {
      for (const one of drafts) {
        if (next) apply(next, withEnvelope(next, one, facts));
        else next = reduce(state, withEnvelope(state, one, facts));
      }
    },
  };
}

/** Open gates that would let pass more, now that a gate behind them is answered, and that are not answered themselves. */
function askedAgain(state: RunState, reviews: NonNullable<ForkChanges["reviews"]>): DraftEvent[] {
  const plan = planInForce(state);
  const releasedIn = releasesIn(plan);
  return Object.keys(state.openApprovals).flatMap((id) => {
    const { approvalId, taskId, release } = getOwn(state.approvals, id) as ApprovalState;
    if (taskId === undefined || !release || getOwn(reviews, taskId)) return [];
    if (releaseDigest(plan, releasedIn(taskId)) === release.digest) return [];
    return [draft("approval_superseded", { approvalId, reason: { code: "answers_given" } })];
  });
}

/** Each for the attempt that its task is at, as it is asked now. */
function servingFromHere({ tasks }: RunState, reviews: NonNullable<ForkChanges["reviews"]>) {
  const serving = Object.entries(reviews).map(([taskId, answer]): [string, ForeseenReview] => {
    const { digest: _digest, ...given } = answer;
    const { attempt = 1, askedAgain } = getOwn<Partial<TaskState>>(tasks, taskId) ?? {};
    const serves = { attempt: Math.max(1, attempt), ...(askedAgain !== undefined && { askedAgain }) };
    return [taskId, { ...given, serves }];
  });
  return Object.fromEntries(serving);
}

/** By whom and when; `isOther`: what governs the fork is not what governs its parent. */
type Giving = { by: Voter; now: number; isOther: boolean };

/**
 * One decision that came with the fork. What is asked where the fork begins is answered as its person answers it; what
 * comes later is foreseen, unless it is bound to people (docs/engine.md, "Forks").
 */
function decideGiven(
  state: RunState,
  taskId: string,
  { verb, reason, digest }: GivenOfFork,
  { by, now, isOther }: Giving,
): Decided {
  const task = state.order.includes(taskId) ? getOwn(state.tasks, taskId) : undefined;
  if (!task) return refuse("invalid_input", "The plan of the fork has no such task.");
  if (isTerminalTask(task.status)) {
    const message = `“${task.spec.title}” has ended in what the fork shares: begin it at an earlier event.`;
    return refuse("not_allowed_now", message);
  }
  const [gate] = gatesOfTask(state, taskId);
  if (gate) {
    const quorumDenial = severalDenial(gate, verb);
    if (quorumDenial) return quorumDenial;
    const { approvalId } = gate;
    const answer = { type: "decide_approval", approvalId, verb, provenance: "person", by } as const;
    const decided = decideApproval(
      state,
      { ...answer, ...(reason !== undefined && { comment: reason }) },
      now,
    );
    return isRefused(decided)
      ? decided
      : (unseenRefusal(verb, digest, shownIn(state, gate), isOther) ?? decided);
  }
  if (getOwn(state.held, taskId) !== undefined) {
    const override = { type: "override_review", taskId, decision: toDecision(verb), by } as const;
    const decided = decideOverride(state, { ...override, reason: reason ?? "" }, now);
    const shown = heldDigest({ ...state, runId: state.parent?.runId ?? "" }, task);
    return isRefused(decided) ? decided : (unseenRefusal(verb, digest, shown, isOther) ?? decided);
  }
  return unforeseeable(state, task, { verb, reason }) ?? [];
}

/** The digest of what the parent's gate showed in whose place one asks in the fork. */
const shownIn = ({ approvals }: RunState, { supersedes = "" }: ApprovalState): string | undefined =>
  getOwn(approvals, supersedes)?.digest;

const GOVERNED_OTHERWISE =
  "The fork has other constraints or models than what you saw was shown with: let it ask again there.";

/** Nothing passes that asks where the fork begins without the digest of what it shows there. */
function unseenRefusal(
  verb: GivenReview["verb"],
  digest: string | undefined,
  shown: string | undefined,
  isOther: boolean,
): DomainError | undefined {
  if (!isApproving(verb)) return;
  if (isOther) return refuse("superseded", GOVERNED_OTHERWISE);
  if (digest !== undefined && digest === shown) return;
  if (digest !== undefined)
    return refuse("superseded", "What asks where the fork begins is not what you saw. Load it again.");
  return refuse(
    "invalid_input",
    "It is asked where the fork begins: send the digest of what the parent shows there, or let it ask again.",
  );
}

/**
 * Why a decision may not come with a fork that has begun so, from one who has seen what is asked there; undefined when it may, with
 * a reason if that is needed.
 */
export function givenRefusal(
  state: RunState,
  taskId: string,
  verb: GivenReview["verb"],
  by: Voter,
  now: number,
): DomainError | undefined {
  const [gate] = gatesOfTask(state, taskId);
  const digest = gate ? shownIn(state, gate) : undefined;
  const decided = decideGiven(
    state,
    taskId,
    { verb, reason: "so", ...(digest && { digest }) },
    { by, now, isOther: false },
  );
  return isRefused(decided) ? decided : undefined;
}

/** One approval of several decides nothing. */
function severalDenial(
  { quorum = 1, assignees }: ApprovalState,
  verb: GivenReview["verb"],
): DomainError | undefined {
  if (quorum === 1 || !isApproving(verb)) return;
  return refuseDenied({ code: "quorum", assignees, quorum });
}

/** Why a question that nobody has seen yet cannot be answered: it asks its people in the fork too. */
function unforeseeable(
  { settings }: RunState,
  { spec }: TaskState,
  { verb, reason }: GivenReview,
): DomainError | undefined {
  const { gate, review } = spec;
  const { assignees = [], quorum = 1 } = gate ?? {};
  const fourEyes = settings.fourEyes || gate?.fourEyes === true;
  const needsPerson = spec.type === "planning_review" && isApproving(verb);
  const isBound = needsPerson
    ? review?.requiresHumanApproval === true || settings.fourEyes
    : spec.type === "human_review" && denialReason({ assignees, fourEyes, quorum }, [], undefined, verb);
  if (isBound) {
    const message = `“${spec.title}” is bound to people: it asks them in the fork and takes no decision in advance.`;
    return refuse("forbidden", message, { assignees, quorum, fourEyes });
  }
  if (gate && needOf(verb, gate) === "comment" && !reason?.trim())
    return refuse("invalid_input", "Say why: this gate takes no rejection without a reason.");
  return;
}

const inReview = (taskId: string, { code, message, details }: DomainError): DomainError =>
  refuse(code, `reviews.${taskId}: ${message}`, details);
