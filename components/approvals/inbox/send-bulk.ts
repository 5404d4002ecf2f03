import { type ApiProblem, call, type RouteOutput } from "@/lib/client/call";
import { formatOpenComments, type OpenComments } from "@/lib/core/describe/gates/open-comments";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

/** What became of each of several gates. */
type BulkResults = RouteOutput<"POST /api/v1/approvals/decisions">["items"];

/** One answer to several gates. `confirmed`: what it would set going is known. */
export type BulkDecision = {
  gates: readonly Pick<ApprovalView, "id" | "digest">[];
  verb: GateVerb;
  comment: string;
  confirmed: boolean;
};

/** Risks that take a second step, gates that are decided by themselves since they let work act, or what became of each. */
export type BulkReply = { risks?: string[]; acting?: string[]; items?: BulkResults };

/** Sends one answer to several gates; unless that is confirmed, only where nothing follows that takes a second step. */
export async function sendBulkDecision(decision: BulkDecision, key: string): Promise<BulkReply> {
  const { gates, verb, comment, confirmed } = decision;
  const items = gates.map(({ id, digest }) => ({ approvalId: id, digest }));
  const send = (preview: boolean) =>
    call(
      "POST /api/v1/approvals/decisions",
      { items, verb, comment, preview },
      { key: preview ? `${key}-preview` : key },
    );
  try {
    const found = confirmed ? [] : (await send(true)).items;
    const risks = [...new Set(found.flatMap(({ risk }) => risk ?? [])), ...openCommentsIn(found)];
    return risks.length > 0 ? { risks } : await send(false);
  } catch (problem) {
    const acting = actingIn((problem as ApiProblem).details);
    if (acting.length > 0) return { acting };
    throw problem;
  }
}

/** What people have said of the plans that are approved together and nobody has resolved. */
function openCommentsIn(items: BulkResults): string[] {
  const counts = items.flatMap(({ openComments }) => openComments ?? []);
  const sum = (of: keyof OpenComments) => counts.reduce((total, count) => total + count[of], 0);
  const words = formatOpenComments({ open: sum("open"), stale: sum("stale") });
  return words === "" ? [] : [`${words}.`];
}

/** The gates that let work act, where the server takes no answer to several because of them. */
function actingIn(details: unknown): string[] {
  const { acting } = (details ?? {}) as { acting?: string[] };
  return acting ?? [];
}
