import { byPost } from "@/lib/client/mutation";
import { formatOpenComments, type OpenComments } from "@/lib/core/describe/gates/open-comments";
import type { DrillResult } from "@/lib/core/drills/view";
import type { DecideManyInput } from "@/lib/core/inputs/approvals";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";
import { type Refusal, readRefusal } from "../decide/send-decision";

/** What became of one of several gates. */
export type BulkItemResult = {
  approvalId: string;
  risk: string | null;
  /** Of a plan that is approved. */
  openComments?: OpenComments;
  ok: boolean;
  problem?: string;
  /** What it came to, of one that was a drill. */
  drill?: DrillResult;
};

/** One answer to several gates. `confirmed`: what it would set going is known. */
export type BulkDecision = {
  gates: readonly Pick<ApprovalView, "id" | "digest">[];
  verb: GateVerb;
  comment: string;
  confirmed: boolean;
};

/** Risks that take a second step, gates that are decided by themselves since they let work act, or what became of each. */
export type BulkReply = { risks?: string[]; acting?: string[]; items?: BulkItemResult[]; problem?: Refusal };

/** Sends one answer to several gates; unless that is confirmed, only where nothing follows that takes a second step. */
export async function sendBulkDecision(decision: BulkDecision, key: string): Promise<BulkReply> {
  if (!decision.confirmed) {
    const preview = await postBulk({ ...decision, preview: true }, `${key}-preview`);
    if (!preview.items) return preview;
    const waiting = openCommentsIn(preview.items);
    const risks = [...new Set(preview.items.flatMap(({ risk }) => risk ?? [])), ...waiting];
    if (risks.length > 0) return { risks };
  }
  return postBulk({ ...decision, preview: false }, key);
}

/** What people have said of the plans that are approved together and nobody has resolved. */
function openCommentsIn(items: readonly BulkItemResult[]): string[] {
  const counts = items.flatMap(({ openComments }) => openComments ?? []);
  const sum = (of: keyof OpenComments) => counts.reduce((total, count) => total + count[of], 0);
  const words = formatOpenComments({ open: sum("open"), stale: sum("stale") });
  return words === "" ? [] : [`${words}.`];
}

const postBulk = byPost<BulkDecision & { preview: boolean }, BulkReply>(
  ({ gates, verb, comment, preview }) => {
    const items = gates.map(({ id, digest }) => ({ approvalId: id, digest }));
    const body = { items, verb, comment, preview } satisfies DecideManyInput;
    return { path: "/api/v1/approvals/decisions", body };
  },
  ({ ok, body }) => {
    if (ok) return { items: readBulkResults(body) };
    const acting = actingIn(body);
    return acting.length > 0 ? { acting } : { problem: readRefusal(body) };
  },
);

/** The gates that let work act, where the server takes no answer to several because of them. */
function actingIn(problem: Json): string[] {
  const details = isJsonObject(problem) && isJsonObject(problem.details) ? problem.details : {};
  return Array.isArray(details.acting) ? details.acting.filter((id) => typeof id === "string") : [];
}

/** The results in a reply, in its order. */
export function readBulkResults(body: Json): BulkItemResult[] {
  const items = isJsonObject(body) && Array.isArray(body.items) ? body.items : [];
  return items.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.approvalId !== "string") return [];
    const { approvalId, risk, ok, problem } = item;
    const message =
      isJsonObject(problem) && typeof problem.message === "string" ? problem.message : undefined;
    return {
      approvalId,
      risk: typeof risk === "string" ? risk : null,
      ok: ok === true,
      ...(message !== undefined && { problem: message }),
      ...(isJsonObject(item.openComments) && { openComments: item.openComments as OpenComments }),
      ...(isJsonObject(item.drill) && { drill: item.drill as DrillResult }),
    };
  });
}
