import { asDomainError, type DomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { changesBetween } from "../plans/version-conflict";
import { requireRun } from "../submit";

type Seen = { approvalId: string; digest?: string | undefined };

/** For `catch`: what a person is told of a refusal (`toldOf`) is thrown in its place. */
export const rethrowWithChanges =
  (ctx: ServiceContext, seen: Seen) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded") throw thrown;
    const state = await requireRun(ctx, runIdOfApproval(seen.approvalId));
    const changes: Changes = (fromVersion, toVersion) =>
      changesBetween(ctx, runIdOfApproval(seen.approvalId), fromVersion, toVersion);
    throw new DomainFailure(await toldOf(state, seen, known, changes));
  };

type Changes = (fromVersion: number | undefined, toVersion: number) => Promise<string | undefined>;

/**
 * A `superseded` with what the person saw (`before`), what is asked now (`now`, null while nothing is), and the changes
 * of the plan between the two (`changes`); every other refusal as it is. Reads the state before it first waits.
 */
export async function toldOf(
  state: Readonly<RunState>,
  { approvalId, digest }: Seen,
  refusal: DomainError,
  changesOf: Changes,
): Promise<DomainError> {
  const gate = state.approvals[approvalId];
  if (refusal.code !== "superseded" || !gate) return refusal;
  const before = seenGate(state, gate, digest);
  const now = openSuccessor(state, gate);
  const fromVersion = digest === undefined ? undefined : (state.planDigests[digest] ?? before?.planVersion);
  const toVersion = now?.planVersion ?? state.planVersion;
  const knownDetails = isJsonObject(refusal.details) ? refusal.details : {};
  const details = {
    ...knownDetails,
    before: before ? gateFacts(before) : null,
    now: now ? gateFacts(now) : null,
  };
  const changes = fromVersion === toVersion ? null : ((await changesOf(fromVersion, toVersion)) ?? null);
  return domainError("superseded", refusal.message, { ...details, changes });
}

/** The gate of the run that showed what has this digest. */
function seenGate(state: Readonly<RunState>, gate: ApprovalState, digest: string | undefined) {
  if (digest === undefined || gate.digest === digest) return gate;
  return Object.values(state.approvals).findLast((one) => one.digest === digest);
}

/** The open gate itself, or the open one that asks anew what it asked. */
function openSuccessor(state: Readonly<RunState>, gate: ApprovalState): ApprovalState | undefined {
  let current: ApprovalState | undefined = gate;
  while (current && current.status !== "open") {
    const { approvalId }: ApprovalState = current;
    current = Object.values(state.approvals).find((one) => one.supersedes === approvalId);
  }
  return current;
}

function gateFacts({ approvalId, digest, prompt, shown, planVersion }: ApprovalState): JsonObject {
  return { approvalId, digest, prompt, planVersion, preview: shown?.preview ?? null };
}
