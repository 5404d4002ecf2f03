import { localPerson as actor } from "@/lib/auth/actor";
import type { App } from "@/lib/compose";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { DecideApprovalInput } from "@/lib/core/inputs/approvals";
import type { Json } from "@/lib/core/json";
import { listShown } from "@/lib/core/run/gates/items";
import { GATE_VERBS, isBinding, type TypedVerb, verbAmong, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

export type Rejected = { number: number; reason: string };

/** What the command line asks for. */
export type DecideRequest = {
  approvalId: string;
  verb: TypedVerb;
  reason?: string;
  value?: Json;
  /** Items of the gate's list, or calls that wait together, by their place from 1; the others are accepted. */
  rejected?: Rejected[];
  /** The beginning of the digest of a proposal that somebody agrees with. */
  agree?: string;
  /** Beginnings of the digests of what was shown. */
  digests?: string[] | undefined;
  json: boolean;
};

type Services = Pick<App["services"], "approvals">;

/** An answer, and the gate that it is for as it stands. */
export type Answer = { gate: ApprovalView; input: DecideApprovalInput };

/** The answers that a request comes to: one, or one for each of the calls that wait together. Throws `invalid_input`. */
export async function answersTo(services: Services, request: DecideRequest): Promise<Answer[]> {
  const { approvalId, verb, rejected } = request;
  const gate = await services.approvals.get({ actor, input: { approvalId } });
  if (request.agree !== undefined)
    return [{ gate, input: { approvalId, verb, ...agreedFields(gate, request.agree, request) } }];
  if (!rejected) return [{ gate, input: { approvalId, verb, ...answerFields(request) } }];
  if (verb === "approve") {
    if (gate.kind === "tool_approval") return callAnswers(await callsWith(services, gate), rejected);
    throw invalid("Items are rejected: give request_changes or reject, or edit to continue without them.");
  }
  const { runId } = gate;
  const { shown } = await services.approvals.context({ actor, input: { runId, approvalId } });
  const list = listShown(gate, shown ?? undefined);
  if (!list) throw invalid("This gate shows no list whose items could be rejected.");
  const verdicts = placesOf(list.items.length, rejected).map((reason) =>
    reason === undefined ? { verdict: "accept" as const } : { verdict: "reject" as const, reason },
  );
  // A reason is no value here: what `edit` passes on is the list without the rejected items.
  const { reason, value } = request;
  const words = { ...(reason !== undefined && { comment: reason }), ...(value !== undefined && { value }) };
  return [{ gate, input: { approvalId, verb, ...words, items: verdicts } }];
}

/**
 * The answers with the digest of what their gates show, as they are sent; undefined where one would let something pass and
 * nothing says that it was shown. Throws `superseded` where a gate shows something else than the digests name (docs/cli.md, "Decisions").
 */
export function seenAnswers(
  answers: readonly Answer[],
  digests: readonly string[] = [],
): DecideApprovalInput[] | undefined {
  if (digests.length === 0) {
    if (answers.some(letsPass)) return;
  } else {
    const isNamed = ({ gate }: Answer) => digests.some((one) => gate.digest.startsWith(one));
    const isHeld = (one: Answer) => letsPass(one) || (answers.length === 1 && one.gate.status === "open");
    const other = answers.find((one) => isHeld(one) && !isNamed(one));
    if (other) throw changed(other.gate);
  }
  return answers.map(({ gate, input }) => ({ ...input, digest: gate.digest }));
}

/** A gate that is closed, or does not offer the verb, lets nothing pass: its refusal says why. */
function letsPass({ gate, input }: Answer): boolean {
  const verb = verbAmong(gate.verbs, input.verb);
  return gate.status === "open" && verb !== undefined && isBinding(verb);
}

const changed = ({ id: approvalId }: ApprovalView) => {
  const message = `Gate ${approvalId} shows something else than what --digest names.`;
  return new DomainFailure(domainError("superseded", message, { now: { approvalId } }));
};

/** The open calls of the same turn, in the order in which they were asked and are printed: lists sort ids as texts. */
async function callsWith(services: Services, { runId, taskId }: ApprovalView): Promise<ApprovalView[]> {
  const input = { runId, kind: "tool_approval" as const, limit: 200 };
  const { items } = await services.approvals.list({ actor, input });
  return items.filter((one) => one.taskId === taskId).sort((a, b) => placeInRun(a) - placeInRun(b));
}

const placeInRun = ({ id }: ApprovalView): number => Number(/\d+$/.exec(id)?.[0]);

function callAnswers(calls: readonly ApprovalView[], rejected: readonly Rejected[]): Answer[] {
  const reasons = placesOf(calls.length, rejected);
  return calls.map((gate, at) => {
    const [approvalId, comment] = [gate.id, reasons[at]];
    return {
      gate,
      input:
        comment === undefined ? { approvalId, verb: "approve" } : { approvalId, verb: "reject", comment },
    };
  });
}

/** By place the reason of what is rejected. */
function placesOf(count: number, rejected: readonly Rejected[]): (string | undefined)[] {
  const reasons = new Map(rejected.map(({ number, reason }) => [number, reason]));
  const beyond = [...reasons.keys()].find((number) => number > count);
  if (beyond !== undefined) throw invalid(`There is no number ${beyond}: there are ${count}.`);
  return Array.from({ length: count }, (_, at) => reasons.get(at + 1));
}

const invalid = (message: string) => new DomainFailure(domainError("invalid_input", message));

/** The proposal that a beginning of its digest names, with the reason as the comment. */
function agreedFields(
  { proposals = [] }: ApprovalView,
  beginning: string,
  { reason, value, rejected }: DecideRequest,
) {
  if (value !== undefined || rejected) throw invalid("Agree with a proposal, or give an answer of your own.");
  const agree = proposals.find(({ digest }) => digest.startsWith(beginning))?.digest;
  if (agree === undefined) throw invalid("Nobody proposes what --agree names. Look at the gate again.");
  return { agree, ...(reason !== undefined && { comment: reason }) };
}

/** The reason, which is also the value where the verb brings one and none is given. */
export function answerFields({ verb, reason, value }: Pick<DecideRequest, "verb" | "reason" | "value">) {
  const given =
    value ??
    (GATE_VERBS.some((one) => one.toLowerCase() === verb && verbRow(one).needs === "value")
      ? reason
      : undefined);
  return { ...(reason !== undefined && { comment: reason }), ...(given !== undefined && { value: given }) };
}
