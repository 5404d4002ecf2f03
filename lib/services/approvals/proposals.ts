import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import type { DecideApprovalInput } from "@/lib/core/inputs/approvals";
import type { Json } from "@/lib/core/json";
import { peopleNeeded } from "@/lib/core/run/controls/release/leave";
import type { ProposedAnswer } from "@/lib/core/run/gates/terms";
import { proposalsOf } from "@/lib/core/run/gates/votes";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { type StoredValue, storeValue } from "@/lib/core/stored-value";
import type { ServiceContext } from "../context";
import { resolveValues } from "../runs/resolve-values";

/** What people have proposed at an open gate where an answer takes several of them, in full and with its voters. */
export function proposedAnswers(
  state: Readonly<RunState>,
  gate: ApprovalState,
  fullValue: (value: StoredValue) => Json,
): ProposedAnswer[] {
  if (gate.status !== "open") return [];
  return proposalsOf(gate.votes).flatMap(({ verb, value, votes }): ProposedAnswer[] => {
    if (!value) return [];
    const by = votes.map((vote) => vote.by);
    return [
      { verb, digest: value.digest, value: fullValue(value), by, needed: peopleNeeded(state, gate, verb) },
    ];
  });
}

type Agreeing = Pick<DecideApprovalInput, "agree" | "value" | "items"> & { verb: string };

/**
 * The value of the proposal with which somebody agrees by its digest, else the one that they bring. Throws `invalid_input` where
 * nobody proposes that by this verb, or it comes with a value of their own.
 */
export async function agreedValue(
  ctx: ServiceContext,
  gate: ApprovalState,
  { verb, agree, value, items }: Agreeing,
): Promise<Json | undefined> {
  if (agree === undefined || gate.status !== "open") return value;
  if (value !== undefined || items)
    throw invalidInput("Agree with a proposal, or bring an answer of your own.", { path: "agree" });
  const proposals = proposalsOf(gate.votes).filter((one) => one.verb.toLowerCase() === verb);
  const proposed = proposals.find((one) => one.value?.digest === agree)?.value;
  if (!proposed) {
    const proposed = proposals.flatMap((one) => one.value?.digest ?? []);
    const message = "Nobody proposes this answer here. Look at what is proposed now.";
    throw new DomainFailure(domainError("invalid_input", message, { proposed }));
  }
  const whole = (await resolveValues(ctx, [proposed]))(proposed);
  if (storeValue(whole).stored.digest !== agree)
    throw new DomainFailure(domainError("not_found", "The proposed answer is not stored any more."));
  return whole;
}
