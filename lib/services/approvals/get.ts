import { z } from "zod";
import { readApproval } from "@/db/queries/read-approvals";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { getOwn } from "@/lib/core/own";
import type { RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import type { ServiceContext } from "../context";
import { drillGate, findDrill } from "../drills/shown";
import { resolveValues } from "../runs/resolve-values";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { rejectingAt } from "./approval-context";
import { proposedAnswers } from "./proposals";
import { releasesAt } from "./releases";
import { type ApprovalView, approvalView } from "./view";

/** One gate. Throws `not_found`. */
export const getApproval = defineVerb({
  name: "approvals/get",
  capability: "view",
  description:
    "One gate. `onTimeout` says what its deadline does, `terms` what binds answers: quorum and `votes` (each person's verb and value, under the `digest` of the gate), `needs` where an answer with votes takes another number, what people asked before they decide and what others replied (`asked`), whether rejecting takes a reason (`requiresReason`), who may not let it pass (`notBy`), to whom it is handed on, by whom, to whom and why somebody handed it on (`handedOn`), the `form` of the answer, the `options` of a tool that asks, the gate it asks again. `subject.pause` is why a tool asks: one that waits for an `external_event` is answered with `respond` and the event as `value`. `shown` of an open gate is the value in full (`inline`; only where it is not stored any more `ref`, with its beginning and its `bytes`). `proposals` of an open gate are the answers for which people have voted where it takes several: `{verb, digest, value, by, needed}`, the value in full. `releases` of an open gate is what comes free where it passes and acts outside, all that its `digest` stands for: a text for each act and for all work that flows into one, with all texts that it is given or what it came to, in full, then the mission, its files, and what MCP servers say of the tools by which it acts. `rejecting` says what a rejection leads to",
  see: ["engine.md#the-release", "engine.md#gates"],
  routes: [{ at: "GET /api/v1/approvals/{id}", id: "approvalId" }],
  input: z.strictObject({ approvalId: z.string().max(200) }),
  async run({ ctx, input }): Promise<ApprovalView> {
    const row = await readApproval(ctx.db, { workspaceId: ctx.actor.workspaceId, id: input.approvalId });
    if (row) return await withReleases(ctx, approvalView(row), () => storedRun(ctx, row.approval.runId));
    const drill = await findDrill(ctx, runIdOfApproval(input.approvalId));
    if (drill?.row.id === input.approvalId)
      return await withReleases(ctx, drillGate(drill), async () => drill.state);
    throw new DomainFailure(domainError("not_found", `There is no gate ${input.approvalId}.`));
  },
});

/** An open gate with all that an answer to it lets pass: the digest of what was shown is taken from here. */
async function withReleases(
  ctx: ServiceContext,
  view: ApprovalView,
  stateOf: () => Promise<Readonly<RunState>>,
): Promise<ApprovalView> {
  if (view.status !== "open") return view;
  const state = structuredClone(await stateOf());
  const gate = getOwn(state.approvals, view.id);
  if (!gate) return view;
  const values = (gate.votes ?? []).map(({ value }) => value);
  const [releases, shown, fullValue] = await Promise.all([
    releasesAt(ctx, state, gate),
    inFull(ctx, view.shown),
    resolveValues(ctx, values),
  ]);
  const proposals = proposedAnswers(state, gate, fullValue);
  return {
    ...view,
    releases,
    shown,
    rejecting: rejectingAt(state, gate) ?? null,
    ...(proposals.length > 0 && { proposals }),
  };
}

/** A value that is kept apart, with all that its digest covers; as it is where that is not stored any more. */
async function inFull(ctx: ServiceContext, shown: ApprovalView["shown"]): Promise<ApprovalView["shown"]> {
  if (!shown || "inline" in shown) return shown;
  const whole = (await resolveValues(ctx, [shown]))(shown);
  const { stored } = storeValue(whole, Number.POSITIVE_INFINITY);
  return stored.digest === shown.digest ? stored : shown;
}
