import { digestOf } from "../../../bytes";
import { approvalIdOf } from "../../../ids";
import type { Json } from "../../../json";
import { getOwn } from "../../../own";
import { MAX_QUESTION_CHARS } from "../../../plan/question-text";
import type { TimeoutAnswer } from "../../../plan/words";
import type { StoredValue } from "../../../stored-value";
import { cutText, withLeft } from "../../../text";
import { factsOfRelease } from "../../controls/release/facts";
import { planInForce } from "../../controls/release/release";
import { letsActUnseen } from "../../controls/release/silence";
import { type DraftEvent, draft } from "../../events";
import type { AskedBefore, GateQuote } from "../../events/approvals";
import type { PauseFacts } from "../../events/call-asks";
import type { Question } from "../../events/questions";
import { refusedBefore } from "../../gates/refused-before";
import { boundDigest, boundTo, shownDigest } from "../../gates/shown";
import { type ApprovalKind, type GateVerb, gateRow, isAboutWork, timeoutOf } from "../../gates/table";
import type { RunState } from "../../state";
import { taskOf } from "../../state/ready";

type Opening = {
  kind: ApprovalKind;
  /** What somebody asks in their own words, or the engine by facts. */
  prompt?: string;
  quotes?: GateQuote[];
  askedBefore?: AskedBefore | undefined;
  question?: Question;
  verbs: GateVerb[];
  taskId?: string;
  digest?: string;
  shown?: StoredValue;
  /** What an answer decides on beside what is shown, by digest. */
  decidesOn?: Json;
  assignees?: string[];
  deadlineAt?: number;
  timeoutMs?: number;
  onTimeout?: TimeoutAnswer;
  escalateTo?: string[];
  quorum?: number;
  fourEyes?: boolean | undefined;
  requiresReason?: boolean;
  byHand?: boolean;
  subject?: Record<string, string | number>;
  pause?: PauseFacts;
  obligations?: string[];
  /** The version it is about, when that is not the one in force. */
  planVersion?: number;
  /** The gate whose question it asks again, where it is not found by its task. */
  supersedes?: string;
};

/** Opens the `nth` gate of a decision; its id is the run's next number, its digest covers all that is shown, unless one is given, the release, and what is bound to the run. */
export function openApproval(state: RunState, opening: Opening, nth = 1): DraftEvent {
  const {
    assignees = [],
    prompt,
    askedBefore,
    question,
    onTimeout,
    quorum = 1,
    fourEyes = false,
    decidesOn: _decidesOn,
    ...rest
  } = opening;
  const bound = takesSecondPerson(state, { kind: rest.kind, fourEyes });
  const { taskId } = opening;
  const release =
    taskId !== undefined && isAboutWork(rest.kind) ? factsOfRelease(planInForce(state), taskId) : undefined;
  const refused = release && taskId !== undefined ? refusedBefore(state, taskId) : undefined;
  const supersedes = opening.supersedes ?? supersededBy(state, opening);
  return draft("approval_opened", {
    planVersion: state.planVersion,
    ...rest,
    ...(taskId !== undefined && { taskTitle: taskOf(state, taskId).spec.title }),
    approvalId: approvalIdAt(state, nth),
    digest: boundTo(state, askedAs(boundDigest(opening.digest ?? shownDigest(opening), release), supersedes)),
    ...(prompt !== undefined && { prompt: wholeOrCut(prompt) }),
    ...(askedBefore && { askedBefore }),
    ...(refused && { refusedBefore: refused }),
    ...(question && { question }),
    assignees,
    ...(quorum > 1 && { quorum }),
    ...(bound && { fourEyes: true }),
    ...(onTimeout !== undefined && {
      onTimeout: timeoutOf(onTimeout, rest.kind, bound || quorum > 1 || mustBeAnswered(state, opening)),
    }),
    ...(supersedes !== undefined && { supersedes }),
    ...(release && { release }),
  });
}

/** The terms of a control bind whatever is asked under them, and what the run asks for no plan takes away. */
export const takesSecondPerson = (
  { settings }: Pick<RunState, "settings">,
  { kind, fourEyes = false }: { kind: ApprovalKind; fourEyes?: boolean | undefined },
): boolean => fourEyes || (settings.fourEyes && gateRow(kind).fourEyes === true);

const mustBeAnswered = (state: RunState, { kind, taskId }: Pick<Opening, "kind" | "taskId">): boolean =>
  taskId !== undefined && isAboutWork(kind) && letsActUnseen(state, taskOf(state, taskId).spec);

/** Names a question that is asked again otherwise than the one before, also where both read the same: what had it asked again is to be read. */
const askedAs = (digest: string, supersedes: string | undefined): string =>
  supersedes === undefined ? digest : digestOf([digest, supersedes]);

/** An event has room for so much; of earlier plans, and of tools, a question may be longer. */
function wholeOrCut(prompt: string): string {
  return withLeft(prompt, cutText(prompt, MAX_QUESTION_CHARS));
}

/** The same question, where it was taken away and has not been asked again yet. */
function supersededBy(state: RunState, { kind, taskId, subject }: Opening): string | undefined {
  if (taskId === undefined) return;
  const last = Object.values(state.approvals).findLast(
    (one) => one.kind === kind && one.taskId === taskId && callIn(one.subject) === callIn(subject),
  );
  return last?.status === "superseded" ? last.approvalId : undefined;
}

/** Which call of the task it is about; of other questions the same for all. */
const callIn = ({ attempt, step, callId }: NonNullable<Opening["subject"]> = {}): string =>
  `${attempt}/${step}/${callId}`;

/** The id of the `nth` gate of a decision. */
export const approvalIdAt = ({ runId, approvalCount }: RunState, nth: number): string =>
  approvalIdOf(runId, approvalCount + nth);

export const nextApprovalId = (state: RunState): string => approvalIdAt(state, 1);

/** The open approval of this kind, if there is one. */
export function openApprovalOf(state: RunState, kind: ApprovalKind): string | undefined {
  return Object.keys(state.openApprovals).find((id) => getOwn(state.approvals, id)?.kind === kind);
}

/** Until when there is time to answer, and how much of it there is. */
export const deadline = (now: number, seconds: number) => ({
  deadlineAt: now + seconds * 1_000,
  timeoutMs: seconds * 1_000,
});
