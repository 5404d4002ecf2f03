import { getOwn } from "../../own";
import type { Voter } from "../../people";
import type { Decision } from "../../plan/schema";
import { consensusOf } from "../../review";
import { previewOf, type StoredValue, storeValue } from "../../stored-value";
import type { PersonCommand, WorkerCommand } from "../commands";
import { heldQuestion } from "../controls/release/asked";
import { sayDenial } from "../controls/release/leave";
import { asksRegardless } from "../controls/release/noted-measures";
import { letsActUnseen } from "../controls/release/silence";
import { standsOn, tailsAt } from "../controls/release/tails";
import { isPeoplesReview } from "../controls/terms/peoples-review";
import { DEFAULT_REVIEW_DEADLINE_SECONDS, decidedTerms } from "../controls/terms/terms";
import { proposalOf, reviewersOf, withVote } from "../effects/reviewers";
import { type DraftEvent, draft, type Payload } from "../events";
import type { Provenance } from "../events/envelope";
import type { Question } from "../events/questions";
import type { SimpleReason } from "../events/reason";
import type { Proposal } from "../events/reviews";
import { authorsAt } from "../gates/authors";
import { givenAnswerFor } from "../gates/given";
import { denialReason } from "../gates/rules";
import { heldDigest, type Judged, reviewDecidesOn, reviewQuestion } from "../gates/shown";
import { type GateVerb, isApproving, timeoutOf, toDecision, verbsOfKind } from "../gates/table";
import { questionsHearing } from "../people-words";
import { statedReason } from "../reasons";
import type { RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { namedTask } from "../state/ready";
import { finishRun } from "./finish";
import { askAgain } from "./gates/ask-again";
import { endPlanGates } from "./gates/cancel";
import { deadline, nextApprovalId, openApproval } from "./gates/open";
import { expectedTask, lateResult } from "./late-results";
import { staleTailRefusal, staleVersionRefusal } from "./operator";
import { type Decided, refuse, refuseDenied } from "./refuse";
import { succeed } from "./tasks/attempts";

/** A proposal is held, put before a person, or (mode auto) held for no time at all; settling applies it. */
export function decideReviewRead(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_read" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  return propose(state, task, command, now);
}

/** What reviewers came to; `byPerson` puts it before a person whatever the run's mode is. */
type Proposed = Omit<Payload<"review_proposed">, "taskId" | "attempt" | "heldUntil"> & {
  /** The effect that ends with it. */
  key?: string;
  byPerson?: boolean;
} & Pick<Judged, "votes">;

/** Holds what is proposed, or asks a person: where the plan or the run wants one, and where nothing was agreed on. */
function propose(
  state: RunState,
  task: TaskState,
  { proposal, problem, consensus, key, byPerson = false, votes }: Proposed,
  now: number,
): DraftEvent[] {
  if (isOutdated(state, { proposal, votes })) {
    const reason = { code: "plan_replaced", planVersion: state.planVersion } as const;
    const again = { taskId: task.id, attempt: task.attempt + 1, reason };
    return [draft("attempt_restarted", again, key)];
  }
  const { reviewMode, reviewHoldMs } = state.settings;
  const undecided = !proposal || consensus?.reached === false;
  // People who were asked about it are asked again when it is made again.
  const wasAsked = state.obligations.some((one) => one.decided && one.control === task.id);
  const asks = byPerson || undecided || wasAsked || isPeoplesReview(task.spec, state.settings);
  const facts = {
    taskId: task.id,
    attempt: task.attempt,
    ...(proposal && { proposal }),
    ...(problem && { problem }),
    ...(consensus && { consensus }),
  };
  if (asks) {
    const question = reviewQuestion(task, proposal, problem, consensus);
    // Where nothing was agreed on there is nothing to approve: the decision has to be named.
    const verbs = verbsOfKind("review_decision").filter((verb) => !undecided || verb !== "approve");
    const seconds = task.spec.review?.approvalTimeoutSeconds ?? DEFAULT_REVIEW_DEADLINE_SECONDS;
    const opened = openReviewGate(
      state,
      task,
      { question, verbs, seconds, judged: { proposal, ...(votes && { votes }) } },
      now,
    );
    return [draft("review_proposed", facts, key), ...opened];
  }
  const heldUntil = reviewMode === "hold" ? now + reviewHoldMs : now;
  return [draft("review_proposed", { ...facts, heldUntil }, key)];
}

/** A tail was written for the plan as it was then, which has changed while the reviewers were at work. */
const isOutdated = (state: RunState, judged: Judged): boolean =>
  tailsAt(judged).some((one) => one.tailRelease?.footing && !standsOn(one, planGround(state)));

const planGround = (state: RunState) => ({ agents: state.agents, tasks: tasksInForce(state) });

/**
 * A conditional review whose condition does not hold is skipped; what waits for it continues. A control of which a model has
 * changed what it measures asks people all the same.
 */
export function decideReviewNotNeeded(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_not_needed" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { key, shown: condition } = command;
  if (asksRegardless(state, task.id))
    return propose(state, task, { key, problem: { code: "measure_changed", condition } }, now);
  if (letsActUnseen(state, task.spec))
    return propose(state, task, { key, problem: { code: "acts_changed", condition } }, now);
  const reason = { code: "condition_false", condition } as const;
  return [draft("task_skipped", { taskId: task.id, reason }, key)];
}

/** Asks people about a review, for so many seconds; without them the gate has no deadline. */
export function openReviewGate(
  state: RunState,
  task: TaskState,
  asked: {
    question: Question;
    verbs: GateVerb[];
    seconds: number | undefined;
    judged: Judged;
    byHand?: boolean;
  },
  now: number,
): DraftEvent[] {
  const { question, verbs, seconds, byHand, judged } = asked;
  const decidesOn = reviewDecidesOn(judged);
  const opened = openApproval(state, {
    kind: "review_decision",
    taskId: task.id,
    question,
    verbs,
    decidesOn,
    ...(byHand && { byHand }),
    ...(seconds !== undefined && {
      ...deadline(now, seconds),
      onTimeout: timeoutOf(
        task.spec.review?.onTimeout ?? "abort",
        "review_decision",
        takesPeople(state, task),
      ),
    }),
  });
  const waiting = { taskId: task.id, attempt: task.attempt, approvalId: nextApprovalId(state) };
  return [opened, draft("task_waiting", waiting)];
}

/** Where the run has people decide, silence lets a review pass only as far as its plan is people's own. */
const takesPeople = ({ settings, workAuthors = [] }: RunState, { spec }: TaskState): boolean =>
  settings.reviewMode === "manual" &&
  !workAuthors.some(({ work, wished }) => !wished && work.includes(spec.workDigest));

type Ruling = {
  decision: Decision;
  reasoning: SimpleReason;
  provenance: Provenance;
  approvalId?: string;
  tail?: string;
  released?: string;
  finalResult?: StoredValue;
  /** The person who decides. */
  by?: Voter | undefined;
  /** The effect that ends with it. */
  key?: string;
};

/** The tail that a person gave with a decision, and what it sets free. */
export const tailGiven = ({
  tail,
  released,
}: {
  tail?: string | undefined;
  released?: string | undefined;
}) => (tail === undefined ? {} : { tail, ...(released !== undefined && { released }) });

/** What a person or a model says for a decision. */
export const statedReasoning = (text: string): SimpleReason => statedReason(previewOf(text, 2_000), 2_000);

/** The one place where a review's decision takes effect, no matter who made it. */
export function applyDecision(state: RunState, task: TaskState, ruling: Ruling, now: number): DraftEvent[] {
  const { decision, provenance, approvalId } = ruling;
  const { reasoning } = ruling;
  const proposed = proposalOf(task, decision);
  const { tail, released } =
    ruling.tail === undefined ? { tail: proposed?.tail, released: proposed?.tailRelease?.digest } : ruling;
  const finalResult = ruling.finalResult ?? proposed?.finalResult;
  const told = reasoningTold(state, task, ruling);
  const { stored } = storeValue({ decision, ...(told !== undefined && { reasoning: told }), provenance });
  const decided = draft("review_decided", {
    taskId: task.id,
    decision,
    reasoning,
    provenance,
    ...(approvalId !== undefined && { approvalId }),
    ...tailGiven({ tail, released }),
    ...(finalResult && { finalResult }),
  });
  const over =
    decision === "COMPLETE"
      ? endPlanGates(state, { code: "completed_early", cause: reasoning }, approvalId)
      : [];
  const events = [
    ...overrideEvent(task, ruling),
    succeed(state, task, stored, "review", ruling.key),
    decided,
    ...over,
  ];
  if (decision !== "ABORT") return events;
  const reason =
    provenance === "person" || provenance === "session_rule" ? "aborted_by_person" : "aborted_by_review";
  return [...events, ...finishRun(state, reason, now, { because: [reasoning] })];
}

/**
 * The reasoning in the result, which all read that waits for the review: a person's words where they have a say in
 * that, else the reviewer's for the same decision.
 */
function reasoningTold(
  state: RunState,
  task: TaskState,
  { decision, reasoning, by, provenance }: Ruling,
): string | undefined {
  const isPersons = provenance === "person" || provenance === "session_rule";
  const isHeard = !isPersons || sayDenial(state, task.id, by) === undefined;
  if (isHeard) return reasoning.code === "stated" ? reasoning.text : undefined;
  return proposalOf(task, decision)?.reasoning;
}

function overrideEvent(task: TaskState, ruling: Ruling): DraftEvent[] {
  const { decision, provenance, approvalId, reasoning } = ruling;
  const proposed = task.proposal?.decision;
  if (provenance !== "person" || proposed === undefined || proposed === decision) return [];
  const gate = approvalId === undefined ? {} : { approvalId };
  return [draft("review_overridden", { taskId: task.id, proposed, decision, reasoning, ...gate })];
}

/** A person decides while the model's decision is held; deciding otherwise takes a reason. */
export function decideOverride(
  state: RunState,
  command: Extract<PersonCommand, { type: "override_review" }>,
  now: number,
): Decided {
  const { taskId, decision, reason, tail, released, finalResult } = command;
  const stale = staleTailRefusal(state, command) ?? staleVersionRefusal(state, command.expectedPlanVersion);
  if (stale) return stale;
  const task = namedTask(state, taskId);
  if (!task || getOwn(state.held, taskId) === undefined) {
    return refuse(
      "not_allowed_now",
      "No decision of this review is held: it was applied, or is not there yet.",
    );
  }
  const shown = heldDigest(state, task);
  if (command.digest !== undefined && command.digest !== shown) {
    const message = "The decision that is held here has changed since you saw it. Load it again.";
    return refuse("superseded", message, { digest: shown });
  }
  const missing = missingReason(task, decision, reason) ?? overrideDenial(state, task, command);
  if (missing) return missing;
  const proposal = task.proposal as Proposal;
  const reasoning = statedReasoning(reason.trim() || proposal.reasoning);
  const ruling = { decision, reasoning, provenance: "person" as const, by: command.by };
  const given = { ...tailGiven({ tail, released }), ...(finalResult && { finalResult }) };
  const decided = applyDecision(state, task, { ...ruling, ...given }, now);
  return [...decided, ...ruledAgain(state, command, now)];
}

/** Other questions that list work which reads why it was decided so. */
function ruledAgain(
  state: RunState,
  { taskId, decision, reason, by }: Extract<PersonCommand, { type: "override_review" }>,
  now: number,
): DraftEvent[] {
  if (!by || reason.trim() === "" || (decision !== "CONTINUE" && decision !== "REPLAN")) return [];
  const at = { kind: "review_decision" as const, taskId, planVersion: state.planVersion };
  const told = questionsHearing(state, at, { by, words: true, value: false, model: false });
  return askAgain(state, told, { code: "work_told" }, now);
}

/** Having it applied sooner lets nothing pass by itself; anything else counts like an answer at the review's gate. */
function overrideDenial(
  state: RunState,
  { id, spec, proposal }: TaskState,
  { decision, tail, finalResult, by }: Extract<PersonCommand, { type: "override_review" }>,
) {
  const terms = decidedTerms(spec, state.settings);
  const isAsHeld = decision === proposal?.decision && tail === undefined && finalResult === undefined;
  const denial =
    isAsHeld || !terms
      ? undefined
      : denialReason(terms, authorsAt(state, heldQuestion({ id })), by, decision);
  return denial && refuseDenied(denial);
}

/** Deciding otherwise than proposed takes a reason. */
export function missingReason(task: TaskState, decision: GateVerb, reason: string | undefined) {
  const proposed = task.proposal?.decision;
  if (proposed === undefined || proposed === decision || reason?.trim()) return;
  return refuse(
    "invalid_input",
    `The reviewer proposed ${proposed}. Say why you decide ${decision} instead.`,
  );
}

/** A decision given in advance is applied; where people have to look at it, it is only proposed to them. */
export function decideReviewGiven(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_given" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  const { key, type } = command;
  if (!task) return lateResult(key, type);
  const given = givenAnswerFor(state, task);
  // The question has changed under way: the review is asked like any other.
  if (!given) return [draft("late_result", { key, kind: type }, key)];
  const decision = toDecision(given.verb);
  const seen = task.spec.review?.requiresHumanApproval === true || state.settings.fourEyes;
  if (seen && isApproving(decision)) {
    const proposal = { decision, reasoning: given.reason ?? "", answers: [] };
    return propose(state, task, { proposal, key, byPerson: true }, now);
  }
  const reasoning: SimpleReason =
    given.reason === undefined ? { code: "given_with_run" } : statedReasoning(given.reason);
  return applyDecision(state, task, { decision, reasoning, provenance: "session_rule", key }, now);
}

/**
 * A vote is kept as soon as it is given. The last one settles the review: what the reviewers agree on is proposed like
 * one reviewer's word; else a person decides (docs/engine.md, "Several reviewers").
 */
export function decideReviewVoted(
  state: RunState,
  command: Extract<WorkerCommand, { type: "review_voted" }>,
  now: number,
): DraftEvent[] {
  const task = expectedTask(state, command);
  if (!task) return lateResult(command.key, command.type);
  const { taskId, attempt, reviewer, proposal, problem, key } = command;
  const vote = { reviewer, ...(proposal && { proposal }), ...(problem && { problem }) };
  const voted = draft("review_voted", { taskId, attempt, ...vote }, key);
  const votes = withVote<typeof vote>(task, vote);
  if (votes.length < reviewersOf(task.spec).length) return [voted];
  const rule = task.spec.review?.consensus ?? "strictest";
  const { reached, proposal: proposed } = consensusOf(rule, votes);
  const consensus = {
    rule,
    reached,
    votes: votes.map((one) => ({
      reviewer: one.reviewer,
      ...(one.proposal && { decision: one.proposal.decision }),
    })),
  };
  return [voted, ...propose(state, task, { ...(proposed && { proposal: proposed }), consensus, votes }, now)];
}
