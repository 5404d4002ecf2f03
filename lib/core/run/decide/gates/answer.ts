import { digestOf } from "../../../bytes";
import type { DomainError } from "../../../errors";
import { getOwn } from "../../../own";
import type { PersonCommand } from "../../commands";
import type { OpenQuestion } from "../../controls/release/asked";
import { answerDenial, GIVES_VALUE, peopleNeeded, sayTermsAt } from "../../controls/release/leave";
import { type DraftEvent, draft } from "../../events";
import { authorsAt } from "../../gates/authors";
import { hasRejected, itemsProblem } from "../../gates/items";
import { votesThatCount } from "../../gates/passable";
import { denialReason } from "../../gates/rules";
import {
  answerRow,
  type Consequence,
  type GateVerb,
  holdsTask,
  isAboutWork,
  needOf,
  verbRow,
} from "../../gates/table";
import { isSameAnswer, votedValue } from "../../gates/votes";
import { limitOf, usedOf } from "../../ledger/budgets";
import { isHeardBehind, questionsHearing } from "../../people-words";
import { roundReason } from "../../reasons";
import type { ApprovalState, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { replacementRefusal } from "../effect-failures";
import { raiseRefusal, requestedRaise } from "../ledger";
import { staleTailRefusal } from "../operator";
import { type Decided, refuse, refuseDenied } from "../refuse";
import { missingReason } from "../reviews";
import { askAgain } from "./ask-again";
import { gateConsequences } from "./consequences";

type DecideApproval = Extract<PersonCommand, { type: "decide_approval" }>;

/** One decision, one effect: only an open gate, before its deadline, on what was shown, by an allowed verb. */
export function decideApproval(state: RunState, command: DecideApproval, now: number): Decided {
  const approval = openGate(state, command, now);
  if ("code" in approval) return approval;
  if (command.digest !== undefined && command.digest !== approval.digest) {
    return refuse("superseded", "What this gate shows has changed since you saw it. Load it again.", {
      digest: approval.digest,
    });
  }
  const stale = staleTailRefusal(state, command);
  if (stale) return stale;
  if (!approval.verbs.includes(command.verb)) {
    return refuse(
      "invalid_input",
      `"${command.verb}" is not possible here. Use one of: ${approval.verbs.join(", ")}.`,
    );
  }
  const denial = denialReason(approval, authorsAt(state, approval), command.by, command.verb);
  const refused = denial
    ? refuseDenied(denial)
    : (sayRefusal(state, approval, command) ?? incompleteAnswer(state, approval, command, now));
  if (refused) return refused;
  if (verbRow(command.verb).keepsOpen) return askedAt(state, approval, command);
  const vote = castVote(state, approval, command);
  if (vote && "refused" in vote) return vote.refused;
  const unshown = unshownAt(state, approval, command, vote?.enough ?? true);
  const first = openPlanRefusal(approval, unshown);
  if (first) return first;
  if (vote && !vote.enough) return [...vote.events, ...toldAgain(state, unshown, [], now)];
  const { approvalId, verb, comment, value, provenance, round, items, channel } = command;
  const unheard = unheardAt(approval, command.people);
  const decided = draft("approval_decided", {
    approvalId,
    verb,
    provenance,
    ...(comment !== undefined && { comment }),
    ...(value && { value }),
    // Of several who give a value, each has reasons of their own for what it leaves out.
    ...(items && !(vote && value) && { items }),
    ...(channel && { channel }),
    ...(round && { round, because: roundReason(round, "", 0) }),
    ...(unheard.length > 0 && { unheard }),
  });
  const consequences = gateConsequences(state, approval, command, now);
  const again = toldAgain(state, unshown, consequences, now);
  return [...(vote?.events ?? []), decided, ...consequences, ...again];
}

/** Other questions whose people have not been shown what the answer tells or gives the work that they list; an end of the run tells nobody. */
function unshownAt(
  state: RunState,
  gate: ApprovalState,
  { verb, by, comment = "", items = [] }: DecideApproval,
  isTaken: boolean,
): OpenQuestion[] {
  const row = answerRow(gate.kind, verb);
  if (!by || !row || row.risk === "ends_run" || FINISHING.has(row.leadsTo)) return [];
  return questionsHearing(state, gate, {
    by,
    words: comment.trim() !== "" || hasRejected(items) || (isTaken && tellsMore(gate, row.leadsTo)),
    value: isTaken && GIVES_VALUE.has(row.leadsTo),
    model: isTaken && row.leadsTo === "replace_model",
  });
}

/** Questions asked at the gate are heard with its answer, and so is a value of their own beside what it is put in the place of. */
const tellsMore = ({ asked = [] }: ApprovalState, leadsTo: Consequence): boolean =>
  asked.length > 0 || TOLD.has(leadsTo);

const TOLD: ReadonlySet<Consequence> = new Set<Consequence>(["pass_edited", "pass_given", "answer_call"]);

/** At a task or a call nothing is said to work of a plan that waits for people: that is decided first. */
function openPlanRefusal(gate: ApprovalState, unshown: readonly OpenQuestion[]): DomainError | undefined {
  const asked = unshown.find(({ kind }) => !isAboutWork(kind));
  if (!asked || !holdsTask(gate.kind)) return;
  const message = "A gate about the plan lists work that this would be told or given: decide it first.";
  return refuse("not_allowed_now", message, { waitsFor: asked.approvalId ?? null });
}

/** They ask again (docs/engine.md, "The release"), unless the answer closes them anyway. */
function toldAgain(
  state: RunState,
  unshown: readonly OpenQuestion[],
  consequences: readonly DraftEvent[],
  now: number,
): DraftEvent[] {
  const closed = new Set(
    consequences.flatMap(({ type, payload }): unknown[] =>
      CLOSING.has(type)
        ? ["approvalId" in payload ? payload.approvalId : "taskId" in payload && payload.taskId]
        : [],
    ),
  );
  const open = unshown.filter(({ approvalId, taskId }) => !closed.has(approvalId ?? taskId));
  const opened = consequences.filter(({ type }) => type === "approval_opened").length;
  return askAgain(state, open, { code: "work_told" }, now, opened);
}

const CLOSING: ReadonlySet<DraftEvent["type"]> = new Set([
  "approval_superseded",
  "approval_cleared",
  "approval_cancelled",
  "attempt_restarted",
]);

const FINISHING: ReadonlySet<Consequence> = new Set([
  "finish_with_result",
  "finish_without_budget",
  "finish_early",
]);

/**
 * A value of somebody's own takes the same leave as a result by hand: what rests on the task may be released already. So does
 * the model that is to do work in another's place.
 */
function sayRefusal(state: RunState, gate: ApprovalState, { verb, by }: DecideApproval) {
  const denial = answerDenial(state, gate, verb, by);
  return denial && refuseDenied(denial, { bypassing: "say" });
}

/** An open gate before its deadline, or why it takes nothing any more. */
export function openGate(
  { approvals }: RunState,
  { approvalId }: { approvalId: string },
  now: number,
): ApprovalState | DomainError {
  const approval = getOwn(approvals, approvalId);
  if (!approval) return refuse("not_found", `There is no gate ${approvalId} in this run.`);
  if (approval.status !== "open") return refuseClosed(approval);
  if (approval.deadlineAt === undefined || approval.deadlineAt > now) return approval;
  return refuse("expired", formatExpired(approval), { deadlineAt: approval.deadlineAt });
}

/** More is talked about elsewhere. */
const MAX_ASKED = 50;

/** A question at a gate, or a reply: it decides nothing. Where what the gate lets act hears it, the gate shows something else from then on. */
function askedAt(
  state: RunState,
  gate: ApprovalState,
  { comment = "", channel, by }: DecideApproval,
): Decided {
  const { approvalId, asked = [] } = gate;
  if (asked.length >= MAX_ASKED)
    return refuse("not_allowed_now", `${MAX_ASKED} questions and replies stand at this gate already.`);
  const words = comment.trim();
  const isRead = by !== undefined && isHeardBehind(state, gate, by);
  return [
    draft("approval_asked", {
      approvalId,
      words,
      ...(channel && { channel }),
      ...(isRead && { digest: digestOf([gate.digest, by.id, words]) }),
    }),
  ];
}

/** Who asked something at a gate and may not answer any more, as far as it is known who may. */
function unheardAt({ asked = [] }: ApprovalState, people: DecideApproval["people"]): string[] {
  if (!people) return [];
  const may = new Set(
    people.flatMap(({ id, capabilities }) => (capabilities.includes("review") ? [id] : [])),
  );
  const gone = asked.flatMap(({ by }) => (by.kind === "person" && !may.has(by.id) ? [by.id] : []));
  return [...new Set(gone)];
}

function formatExpired({ onTimeout }: ApprovalState): string {
  const passed = "The deadline of this gate has passed";
  if (onTimeout === "escalate") return `${passed}: it is being escalated. Look again in a moment.`;
  if (onTimeout === "pause") return `${passed}: the run is being paused. Answer again in a moment.`;
  return `${passed}; it counts as ${onTimeout}.`;
}

/** What the value is, where it is no result of a task. */
const VALUE_LABELS: Partial<Record<ApprovalState["kind"], string>> = {
  tool_approval: "the arguments to run with",
  tool_input: "the answer",
};

/** Some verbs need words or a value; without them nothing is decided. */
function incompleteAnswer(state: RunState, approval: ApprovalState, command: DecideApproval, now: number) {
  const { verb, comment, value, items } = command;
  const problem = items && itemsProblem(approval, verb, items);
  if (problem !== undefined) return refuse("invalid_input", problem);
  const stray = value && strayRefusal(state, approval, command);
  if (stray) return stray;
  if (approval.kind === "review_decision" && verb !== "approve") {
    return missingReason(taskOf(state, approval.taskId as string), verb, comment);
  }
  if (verbRow(verb).takes === "limit")
    return raiseRefusal(state, requestedRaise(state, approval, value, now), now);
  if (command.round) return roundRefusal(state, approval, command, now);
  const needs = needOf(verb, approval);
  if (needs === "model") return replacementRefusal(approval, value);
  if (needs === "comment" && !comment?.trim() && !hasRejected(items)) {
    return refuse("invalid_input", missingWords(verb));
  }
  if (needs === "value" && !value) {
    return refuse(
      "invalid_input",
      `"${verb}" needs ${VALUE_LABELS[approval.kind] ?? "the value that becomes the result"}.`,
    );
  }
  return;
}

/** A value for which the answer has no place would stand in the log as decided with it, and reach nobody. */
function strayRefusal(
  state: RunState,
  { kind, taskId = "" }: ApprovalState,
  { verb }: DecideApproval,
): DomainError | undefined {
  const proposed = kind === "review_decision" ? getOwn(state.tasks, taskId)?.proposal?.decision : undefined;
  // Agreeing with a COMPLETE takes the result as that does.
  const { needs, takes } = verbRow(verb === "approve" ? (proposed ?? verb) : verb);
  if (needs === "value" || needs === "model" || takes === "result" || takes === "limit") return;
  return refuse("invalid_input", `"${verb}" takes no value: it stands for what is shown.`, {
    field: "value",
  });
}

function missingWords(verb: GateVerb): string {
  if (verbRow(verb).keepsOpen) return "Say what you ask.";
  if (verbRow(verb).refuses) return "Say why: this gate takes no rejection without a reason.";
  return "Say what should change.";
}

/** Comments go with a request for changes of a plan alone; on a draft they count as a wish, as on a plan that runs and on its change. */
function roundRefusal(state: RunState, { kind }: ApprovalState, { verb }: DecideApproval, now: number) {
  if ((kind !== "plan_approval" && kind !== "plan_change") || verb !== "request_changes")
    return refuse("invalid_input", "Comments only go with a request for changes of a plan.");
  if (state.phase === "executing") return;
  const limit = limitOf(state, "maxWishes") as number;
  if (usedOf(state, "maxWishes", now) < limit) return;
  return refuse("not_allowed_now", `This run has had its ${limit} revision rounds.`, { limit });
}

function refuseClosed(approval: ApprovalState): DomainError {
  const { decided, status } = approval;
  if (!decided) return refuse("superseded", `This gate is no longer open: it is ${status}.`, { status });
  const by = decided.by.kind === "person" ? decided.by.name : decided.by.kind;
  return refuse("already_decided", `${by} decided this gate already: ${decided.verb}.`, {
    by,
    verb: decided.verb,
    at: decided.at,
    comment: decided.comment ?? null,
  });
}

/**
 * One answer where it takes several people: the vote, whether it is the last that was missing, or why it does not count. Those
 * before it count that give the same answer and could still be given; nobody is there who is not named. Undefined where an
 * answer decides by itself.
 */
function castVote(
  state: RunState,
  gate: ApprovalState,
  { verb, by, comment, value: given, items, people = [] }: DecideApproval,
): { events: DraftEvent[]; enough: boolean } | { refused: Exclude<Decided, DraftEvent[]> } | undefined {
  const { approvalId, digest } = gate;
  const quorum = peopleNeeded(state, gate, verb);
  if (quorum === 1 || !by) return;
  const value = votedValue(verb, given);
  const facts = { people, authors: authorsAt(state, gate).map(({ id }) => id) };
  const counted = votesThatCount(gate, facts, (one) => sayTermsAt(state, gate, one));
  const dropped = (gate.votes ?? []).filter((vote) => !counted.includes(vote)).map((vote) => vote.by);
  const votes = counted.filter((vote) => isSameAnswer(vote, { verb, value, digest }));
  const missing = quorum - votes.length;
  const earlier = votes.find((vote) => vote.by.id === by.id);
  if (earlier) {
    const done = value ? "have given this answer" : "have approved this";
    const message = `You ${done} already, and count once: ${missing} more ${missing === 1 ? "person has" : "people have"} to.`;
    return { refused: refuse("not_allowed_now", message, { quorum, votes: votes.length, at: earlier.at }) };
  }
  const voted = draft("approval_voted", {
    approvalId,
    by: { id: by.id, name: by.name },
    verb,
    digest,
    ...(value && { value }),
    ...(comment !== undefined && { comment }),
    ...(items && { items }),
    ...(dropped.length > 0 && { dropped }),
  });
  return { events: [voted], enough: missing <= 1 };
}
