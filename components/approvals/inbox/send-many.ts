import { isJsonObject, type Json } from "@/lib/core/json";
import type { ApprovalView } from "@/lib/core/views";
import { type Refusal, readRefusal } from "../send-decision";

/** What became of one of several gates. */
export type BulkItemResult = { approvalId: string; risk: string | null; ok: boolean; problem?: string };

export type BulkDecisionInput = { verb: string; comment: string; preview: boolean };

/** Sends one answer to several gates, or asks what it would take. The same key again decides nothing twice. */
export async function sendBulkDecision(
  gates: readonly Pick<ApprovalView, "id" | "digest">[],
  { verb, comment, preview }: BulkDecisionInput,
  key: string,
): Promise<{ items: BulkItemResult[] } | { refusal: Refusal }> {
  const items = gates.map(({ id, digest }) => ({ approvalId: id, digest }));
  try {
    const response = await fetch("/api/v1/approvals/decisions", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ items, verb, comment, preview }),
    });
    const body = (await response.json().catch(() => null)) as Json;
    return response.ok ? { items: readBulkResults(body) } : { refusal: readRefusal(body) };
  } catch {
    const message = "The server could not be reached. Send it again: nothing is decided twice.";
    return { refusal: { code: "unreachable", message, issues: [] } };
  }
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
    };
  });
}
