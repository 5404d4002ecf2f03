import type { z } from "zod";
import { countOpenComments } from "@/db/queries/comments";
import { formatQuorum } from "@/lib/core/describe/gates/proposals";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import type { DrillResult } from "@/lib/core/drills/view";
import { asDomainError, type DomainError, DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { decideApprovalInput } from "@/lib/core/inputs/approvals";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { type GateVerb, isOfPlan } from "@/lib/core/run/gates/table";
import { termsOf } from "@/lib/core/run/gates/terms";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { type ServiceContext, voterOf } from "../context";
import { answerDrill } from "../drills/answer";
import { readTail } from "../plans/read-tail";
import { changesBetween } from "../plans/version-conflict";
import { tailWithoutReplan } from "../runs/command";
import { storedRun, submitToRun } from "../submit";
import { defineVerb } from "../verb";
import { checkModel, checkValue, itemsOf, offeredVerb, requireSeen } from "./check-answer";
import { agreedValue } from "./proposals";

type Seen = { approvalId: string; digest?: string | undefined };

/** For `catch`: what a person sees of a refusal (`toldOf`) is thrown in its place. */
const rethrowWithChanges =
  (ctx: ServiceContext, seen: Seen) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded") throw thrown;
    const state = await storedRun(ctx, runIdOfApproval(seen.approvalId));
    const changes: Changes = (fromVersion, toVersion) =>
      changesBetween(ctx, runIdOfApproval(seen.approvalId), fromVersion, toVersion);
    throw new DomainFailure(await refusalFor(state, seen, known, changes));
  };

type Changes = (fromVersion: number | undefined, toVersion: number) => Promise<string | undefined>;

type Decided = {
  approvalId: string;
  runId: string;
  verb: GateVerb;
  seq: number;
  status: RunStatus;
  /** How far a gate that takes several people has come. */
  progress: string | null;
  /** The gate waits on: for others with the same answer, or since nothing but a question was put. */
  open: boolean;
  /** Comments on a plan that were open when it was approved, stale ones too; absent where there were none. */
  openComments?: number;
  /** It was a drill: what was planted, and whether it was found (docs/drills.md). Absent of every other gate. */
  drill?: DrillResult;
};

type Answer = z.output<typeof decideApprovalInput>;

/**
 * Answers an open gate; a tail is checked against the run before anything is decided.
 * Throws `invalid_plan` (the tail), `not_found`, `invalid_input` (a verb the gate does not offer, one that lets it pass
 * without a digest, a value that does not fit its form), `forbidden` (with who may answer), `superseded` (with what has changed), `already_decided` (with
 * who, what and when), `expired`, `not_allowed_now`.
 */
export const decideApproval = defineVerb({
  name: "approvals/decide",
  capability: "review",
  description:
    "`{verb, comment?, value?, agree?, tail?, expectedPlanVersion?, items?, digest?}`; `digest` is that of what you were shown, which no other run or fork shares, and needed with every verb that lets it pass (`approve`, `edit`, `respond`, `CONTINUE`, `REPLAN`, `COMPLETE`) or says what becomes of a call (`happened`, `run`). `value` goes with `edit` (of a tool call: its arguments), `respond`, `happened` (what the call gave) and COMPLETE, with `raise` as the new limit (without it the one that `subject.suggested` names), with `other` as the id of the model to ask instead, `tail` (a plan as text or JSON) with REPLAN, and with it as `expectedPlanVersion` the plan version for which it was written (`planVersion` of the approval context; `superseded` where another is in force), an answer that takes no `value` is refused with one (`details.field`), `ask` records `comment` as a question or a reply and decides nothing: the gate stays open as it is. Where an answer takes several people, it is a vote; `agree`, the `digest` of a proposal, in place of `value` votes for exactly that one. `items` (`{verdict: accept}` or `{verdict: reject, reason}` for each) with a list. The reply's `progress` says how far a gate that takes several people has come, else `null`; `open` whether it waits on; `openComments` how many comments on an approved plan, or on the change of one, were open, stale ones too, if any; `drill` that it was a drill, what was planted and whether it was found",
  see: ["engine.md#who-may-answer", "engine.md#verdicts-on-items", "drills.md"],
  // Nobody but the console says that a rule of a person's session answered.
  routes: [{ at: "POST /api/v1/approvals/{id}/decision", id: "approvalId", omit: ["provenance"] }],
  input: decideApprovalInput,
  async run({ ctx, input }): Promise<Decided> {
    const { approvalId } = input;
    // The answers of a rule bind nothing; only a terminal has sessions with one.
    if (input.provenance === "session_rule" && ctx.actor.channel !== "terminal")
      throw invalidInput("Only a session of the command line answers by a rule.", { path: "provenance" });
    const runId = runIdOfApproval(approvalId);
    const state = knownToBeClosed(ctx, runId, approvalId) ?? (await knownRun(ctx, runId));
    if (!state) return answeredDrill(ctx, input);
    const gate = gateOf(state, approvalId);
    const verb = offeredVerb(gate.verbs, input.verb);
    requireSeen(verb, input.digest);
    const decided = await submitToRun(ctx, runId, () => decisionOf(ctx, state, gate, input)).catch(
      rethrowWithChanges(ctx, input),
    );
    const { status, seq } = decided;
    const now = getOwn(decided.state.approvals, approvalId);
    const progress = now ? formatQuorum(termsOf(decided.state, now)) || null : null;
    const open = now?.status === "open";
    const isApprovedPlan = verb === "approve" && isOfPlan(now?.kind);
    const comments = isApprovedPlan
      ? await countOpenComments(ctx.db, { workspaceId: ctx.actor.workspaceId, runId })
      : 0;
    const waiting = comments > 0 ? { openComments: comments } : {};
    return { approvalId, runId, verb, seq, status, progress, open, ...waiting };
  },
});

/** The state of a run of the actor's workspace in which this gate is closed, if this process knows one: closed gates stay so. */
function knownToBeClosed({ runStore, actor }: ServiceContext, runId: string, approvalId: string) {
  const state = runStore.known(runId);
  const status =
    state?.workspaceId === actor.workspaceId ? getOwn(state.approvals, approvalId)?.status : undefined;
  return status === undefined || status === "open" ? undefined : state;
}

/** The gate of a run by its id. Throws `not_found`. */
function gateOf(state: Readonly<RunState>, approvalId: string): ApprovalState {
  const gate = getOwn(state.approvals, approvalId);
  if (!gate) throw unknownGate(approvalId);
  return gate;
}

/** The command that answers a gate, with its tail if it has one, and what of it goes to blobs. */
async function decisionOf(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  gate: ApprovalState,
  input: Answer,
) {
  const items = await itemsOf(ctx, gate, input);
  const value = await agreedValue(ctx, gate, input);
  const { command, blob } = answerTo(ctx, state, gate, { ...input, value, ...items?.value });
  const tail = gate.status === "open" ? await tailOf(ctx, state, gate, command.verb, input) : undefined;
  const blobs = [blob, tail?.blob].filter((one) => one !== undefined);
  const verdicts = items && { items: items.stored };
  return { command: { ...command, ...verdicts, ...tail?.named }, rows: { blobs } };
}

/** The command that answers a gate, without a tail. Throws `invalid_input` as `decideApproval` does. */
export function answerTo(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  gate: ApprovalState,
  {
    verb: asked,
    comment,
    value: given,
    digest,
    provenance,
  }: Omit<Answer, "approvalId" | "tail" | "expectedPlanVersion" | "items" | "agree">,
) {
  const verb = offeredVerb(gate.verbs, asked);
  checkValue(ctx, state, gate, verb, given);
  checkModel(ctx, gate, verb, given);
  const value = given === undefined ? undefined : storeValue(given);
  const command = {
    type: "decide_approval" as const,
    approvalId: gate.approvalId,
    verb,
    provenance,
    by: voterOf(ctx.actor),
    people: ctx.setup.people(),
    ...(ctx.actor.channel && { channel: ctx.actor.channel }),
    ...(comment ? { comment } : {}),
    ...(digest === undefined ? {} : { digest }),
    ...(value ? { value: value.stored } : {}),
  };
  return { command, blob: value?.blob };
}

async function tailOf(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  { kind, taskId = "" }: ApprovalState,
  verb: GateVerb,
  { tail: source, expectedPlanVersion }: Pick<Answer, "tail" | "expectedPlanVersion">,
) {
  if (source === undefined) return;
  const decision = verb === "approve" ? getOwn(state.tasks, taskId)?.proposal?.decision : verb;
  if (kind !== "review_decision" || decision !== "REPLAN") throw tailWithoutReplan();
  return readTail(ctx, state, taskId, { source, expectedPlanVersion });
}

const unknownGate = (approvalId: string) =>
  new DomainFailure(domainError("not_found", `There is no gate ${approvalId}.`));

/** The state of a run, undefined where there is none: the gate may be a drill, which belongs to no run. */
export const knownRun = (ctx: ServiceContext, runId: string): Promise<Readonly<RunState> | undefined> =>
  storedRun(ctx, runId).catch((thrown: unknown) => {
    if (asDomainError(thrown)?.code !== "not_found") throw thrown;
    return undefined;
  });

/** The answer to a drill, as the answer to a gate. Throws `not_found` where the caller has no such drill. */
async function answeredDrill(ctx: ServiceContext, input: Answer): Promise<Decided> {
  const answered = await answerDrill(ctx, input);
  if (!answered) throw unknownGate(input.approvalId);
  const { drill, verb, result } = answered;
  const { runId, seq } = drill.state;
  const { approvalId } = input;
  const facts = { verb, seq, status: statusOf(drill.state), progress: null, open: false };
  return { approvalId, runId, ...facts, drill: result };
}

/**
 * A `superseded` with what the person saw (`before`), what is asked now (`now`, null while nothing is), the changes
 * of the plan between the two (`changes`), and in what it would release something else (`released`); every other refusal as it is. Reads the state before it first waits.
 */
export async function refusalFor(
  state: Readonly<RunState>,
  { approvalId, digest }: Seen,
  refusal: DomainError,
  changesOf: Changes,
): Promise<DomainError> {
  const gate = getOwn(state.approvals, approvalId);
  if (refusal.code !== "superseded" || !gate) return refusal;
  const before = seenGate(state, gate, digest);
  const now = openSuccessor(state, gate);
  const knownDetails = isJsonObject(refusal.details) ? refusal.details : {};
  const seenVersion = digest === undefined ? undefined : before?.planVersion;
  // A tail is held against the plan itself, whatever the gate was opened on.
  const written = typeof knownDetails.expected === "number" ? knownDetails.expected : undefined;
  const fromVersion = written ?? seenVersion;
  const toVersion = written === undefined ? (now?.planVersion ?? state.planVersion) : state.planVersion;
  const details = {
    ...knownDetails,
    before: before ? gateFacts(before) : null,
    now: now ? gateFacts(now) : null,
  };
  const changes = fromVersion === toVersion ? null : ((await changesOf(fromVersion, toVersion)) ?? null);
  const released = before?.release && now?.release ? releaseChanges(before.release, now.release) : [];
  return domainError("superseded", refusal.message, { ...details, changes, released });
}

/** The gate of the run that showed what has this digest. */
function seenGate(state: Readonly<RunState>, gate: ApprovalState, digest: string | undefined) {
  if (digest === undefined || gate.digest === digest) return gate;
  return Object.values(state.approvals).findLast((one) => one.digest === digest);
}

/** The open gate itself, or the open one that asks again what it asked. */
function openSuccessor(state: Readonly<RunState>, gate: ApprovalState): ApprovalState | undefined {
  let current: ApprovalState | undefined = gate;
  while (current && current.status !== "open") {
    const { approvalId }: ApprovalState = current;
    current = Object.values(state.approvals).find((one) => one.supersedes === approvalId);
  }
  return current;
}

function gateFacts(gate: ApprovalState): JsonObject {
  const { approvalId, digest, shown, planVersion } = gate;
  return { approvalId, digest, prompt: describeQuestion(gate), planVersion, preview: shown?.preview ?? null };
}
