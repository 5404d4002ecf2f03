import { z } from "zod";
import { asDomainError, type DomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { riskOf } from "@/lib/core/run/gate-risk";
import type { ServiceContext } from "../context";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";
import { decideApproval } from "./decide";

/** What became of one of the gates; `risk` is why its answer takes a second step. */
export type ManyResult = { approvalId: string; risk: string | null } & (
  | { ok: true; seq: number | null }
  | { ok: false; problem: DomainError }
);

type Asked = { approvalId: string; kind: string; risk: string | null };

/**
 * One answer to several gates of one kind and risk, each decided by itself: what became of each is in `items`, in the
 * order given, and a stale one keeps no other from being decided. With `preview` nothing is decided.
 * Throws `invalid_input` for gates of several kinds, or of which only some take a second step.
 */
export const decideMany = defineVerb({
  name: "approvals/decideMany",
  capability: "review",
  input: z.object({
    items: z
      .array(z.object({ approvalId: z.string().max(200), digest: z.string().max(200).optional() }))
      .min(1)
      .max(100),
    verb: z.string().min(1).max(100),
    comment: z.string().trim().max(20_000).optional(),
    preview: z.boolean().default(false),
  }),
  async run({ ctx, input }): Promise<{ items: ManyResult[] }> {
    const { verb, comment, preview } = input;
    const found = await Promise.all(input.items.map((item) => lookAt(ctx, item.approvalId, verb)));
    const asked = found.filter((one): one is Asked => "kind" in one);
    requireOneKind(asked);
    requireOneRisk(asked);
    const items: ManyResult[] = [];
    for (const [place, { approvalId, digest }] of input.items.entries()) {
      const one = found[place] as Asked | { problem: DomainError };
      if ("problem" in one) items.push({ approvalId, risk: null, ok: false, problem: one.problem });
      else if (preview) items.push({ approvalId, risk: one.risk, ok: true, seq: null });
      else {
        const answer = {
          approvalId,
          verb,
          ...(digest !== undefined && { digest }),
          ...(comment && { comment }),
        };
        items.push({ approvalId, risk: one.risk, ...(await decideOne(ctx, answer)) });
      }
    }
    return { items };
  },
});

async function lookAt(
  ctx: ServiceContext,
  approvalId: string,
  verb: string,
): Promise<Asked | { problem: DomainError }> {
  try {
    const state = await requireRun(ctx, runIdOfApproval(approvalId));
    const gate = state.approvals[approvalId];
    if (!gate) return { problem: domainError("not_found", `There is no gate ${approvalId}.`) };
    const effects = Object.fromEntries(ctx.tools.list().map((tool) => [tool.name, tool.sideEffects]));
    return { approvalId, kind: gate.kind, risk: riskOf({ state, gate, effects }, verb) ?? null };
  } catch (thrown) {
    if (asDomainError(thrown)?.code !== "not_found") throw thrown;
    return { problem: domainError("not_found", `There is no gate ${approvalId}.`) };
  }
}

function requireOneKind(asked: Asked[]): void {
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  if (kinds.length <= 1) return;
  const message = `These gates ask different things (${kinds.join(", ")}): decide each kind by itself.`;
  throw new DomainFailure(domainError("invalid_input", message, { kinds }));
}

function requireOneRisk(asked: Asked[]): void {
  const risky = asked.filter(({ risk }) => risk !== null);
  if (risky.length === 0 || risky.length === asked.length) return;
  const message = `${risky.length} of these ${asked.length} answers can change things outside or end a run, the others cannot: decide them apart.`;
  const risks = Object.fromEntries(asked.map(({ approvalId, risk }) => [approvalId, risk]));
  throw new DomainFailure(domainError("invalid_input", message, { risks }));
}

/** A fault with one gate is that gate's alone. */
async function decideOne(
  ctx: ServiceContext,
  input: { approvalId: string; verb: string; digest?: string; comment?: string },
): Promise<{ ok: true; seq: number } | { ok: false; problem: DomainError }> {
  const { commandId } = ctx;
  const named = commandId === undefined ? ctx : { ...ctx, commandId: `${commandId}/${input.approvalId}` };
  try {
    const { seq } = await decideApproval({ ctx: named, input });
    return { ok: true, seq };
  } catch (thrown) {
    const known = asDomainError(thrown);
    if (known) return { ok: false, problem: known };
    ctx.log.error({ err: thrown, approvalId: input.approvalId }, "a gate among several could not be decided");
    const message = "Something went wrong with this one on the server. The log has the details.";
    return { ok: false, problem: domainError("internal", message) };
  }
}
