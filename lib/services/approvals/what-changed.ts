import { asDomainError, type DomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { changesBetween } from "../plans/version-conflict";
import { requireRun } from "../submit";

type Seen = { approvalId: string; digest?: string | undefined };

/** For `catch`: what a person is told of a refusal (`toldOf`) is thrown in its place. */
export const withWhatChanged =
  (ctx: ServiceContext, seen: Seen) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded") throw thrown;
    const state = await requireRun(ctx, runIdOfApproval(seen.approvalId));
    const changes: Changes = (from, to) => changesBetween(ctx, runIdOfApproval(seen.approvalId), from, to);
    throw new DomainFailure(await toldOf(state, seen, known, changes));
  };

type Changes = (from: number | undefined, to: number) => Promise<string | undefined>;

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
  const from = digest === undefined ? undefined : (state.planDigests[digest] ?? before?.planVersion);
  const to = now?.planVersion ?? state.planVersion;
  const told = isJsonObject(refusal.details) ? refusal.details : {};
  const details = { ...told, before: before ? facts(before) : null, now: now ? facts(now) : null };
  const changes = from === to ? null : ((await changesOf(from, to)) ?? null);
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

function facts({ approvalId, digest, prompt, shown, planVersion }: ApprovalState): JsonObject {
  return { approvalId, digest, prompt, planVersion, preview: shown?.preview ?? null };
}
