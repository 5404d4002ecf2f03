import { closeDrill } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { judgeDrill } from "@/lib/core/drills/judge";
import type { DrillResult } from "@/lib/core/drills/view";
import { DomainFailure } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import type { Json } from "@/lib/core/json";
import { decide, isRefused } from "@/lib/core/run";
import type { GivenItem, ItemVerdict } from "@/lib/core/run/gates/items";
import { type GateVerb, type TypedVerb, verbRow } from "@/lib/core/run/gates/table";
import { storeValue } from "@/lib/core/stored-value";
import { offeredVerb, requireSeen, verdictsOn } from "../approvals/check-answer";
import { actorRefOf, voterOf } from "../context";
import { requireSameRequest } from "../submit";
import { type DrillContext, findDrill, resultOf, type ShownDrill } from "./shown";
import { tellDrill } from "./tell";

type DrillAnswer = {
  approvalId: string;
  verb: TypedVerb;
  comment?: string | undefined;
  value?: Json | undefined;
  items?: GivenItem[] | undefined;
  digest?: string | undefined;
};

type Answered = { drill: ShownDrill; verb: GateVerb; result: DrillResult };

/**
 * Answers the caller's own drill, under the rules of true gates: the core decides on the folded sample, and what would
 * follow is dropped. All that is written is the row of the drill and a line of the audit log. Undefined where the caller
 * has no such drill; throws what a gate refuses.
 */
export async function answerDrill(ctx: DrillContext, answer: DrillAnswer): Promise<Answered | undefined> {
  const { approvalId } = answer;
  const drill = await findDrill(ctx, runIdOfApproval(approvalId));
  if (drill?.gate.approvalId !== approvalId) return;
  const { verb: known, commandId } = drill.row;
  if (known !== null && commandId !== null && commandId === ctx.commandId) {
    requireSameRequest(ctx, drill.row.inputDigest);
    return answeredBy(drill, known);
  }
  const verb = offeredVerb(drill.gate.verbs, answer.verb);
  requireSeen(verb, answer.digest);
  // Nobody is there to reply.
  if (verbRow(verb).keepsOpen) return tellDrill(ctx, drill);
  const verdicts = verdictsOn(drill.gate, shownOf(drill), { ...answer, verb: answer.verb });
  const { value } = { ...answer, ...verdicts?.value };
  const items = verdicts?.stored;
  refuseLikeGates(ctx, drill, verb, { ...answer, value, items });
  const outcome = judgeDrill(drill.sample, { verb, ...(value !== undefined && { value }) });
  const { workspaceId, id: personId } = ctx.actor;
  const closed = await ctx.transact(async (tx) => {
    const row = await closeDrill(tx, {
      workspaceId,
      personId,
      id: approvalId,
      nowMs: ctx.clock.nowMs(),
      verb,
      outcome,
      comment: answer.comment || null,
      value,
      items,
      commandId: ctx.commandId ?? null,
      inputDigest: ctx.commandId === undefined ? null : ctx.inputDigest(),
    });
    const line = { action: "drill_answered", subject: approvalId, details: { verb, outcome } };
    if (row) await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line });
    return row;
  });
  // Somebody was first: the same person, on another page.
  if (!closed) return answerDrill(ctx, answer);
  ctx.notifyRun(drill.row.runId, drill.state.seq + 1);
  const now = await findDrill(ctx, drill.row.runId);
  return now && answeredBy(now, verb);
}

/** All that a drill shows stands in its event. */
const shownOf = ({ gate: { shown } }: ShownDrill): Json | undefined =>
  shown && "inline" in shown ? shown.inline : undefined;

const answeredBy = (drill: ShownDrill, verb: GateVerb): Answered => ({
  drill,
  verb,
  result: resultOf(drill) ?? { outcome: drill.row.outcome, fault: drill.sample.fault },
});

/** Throws what a true gate in this state would refuse. */
function refuseLikeGates(
  { actor, clock, setup }: DrillContext,
  { state }: ShownDrill,
  verb: GateVerb,
  {
    approvalId,
    comment,
    value,
    digest,
    items,
  }: Omit<DrillAnswer, "items"> & {
    items: ItemVerdict[] | undefined;
  },
): void {
  const decided = decide(
    state,
    {
      type: "decide_approval",
      approvalId,
      verb,
      provenance: "person",
      by: voterOf(actor),
      people: setup.people(),
      ...(comment ? { comment } : {}),
      ...(digest === undefined ? {} : { digest }),
      ...(value === undefined ? {} : { value: storeValue(value).stored }),
      ...(items && { items }),
    },
    clock.nowMs(),
  );
  if (isRefused(decided)) throw new DomainFailure(decided);
}
