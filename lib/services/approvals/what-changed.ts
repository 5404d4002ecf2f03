import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";
import { changesBetween } from "../plans/version-conflict";
import { requireRun } from "../submit";

type Seen = { approvalId: string; digest?: string | undefined };

/**
 * For `catch`: a `superseded` is thrown on with what the person saw (`before`), what is asked now (`now`, null while
 * nothing is), and the changes of the plan between the two (`changes`). Everything else is thrown on as it is.
 */
export const withWhatChanged =
  (ctx: ServiceContext, { approvalId, digest }: Seen) =>
  async (thrown: unknown): Promise<never> => {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded") throw thrown;
    const state = await requireRun(ctx, runIdOfApproval(approvalId));
    const gate = state.approvals[approvalId];
    if (!gate) throw thrown;
    const before = seenGate(state, gate, digest);
    const now = openSuccessor(state, gate);
    const from = digest === undefined ? undefined : (state.planDigests[digest] ?? before?.planVersion);
    const to = now?.planVersion ?? state.planVersion;
    const changes = from === to ? null : ((await changesBetween(ctx, state.runId, from, to)) ?? null);
    const told = isJsonObject(known.details) ? known.details : {};
    const details = { ...told, before: before ? facts(before) : null, now: now ? facts(now) : null, changes };
    throw new DomainFailure(domainError("superseded", known.message, details));
  };

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
