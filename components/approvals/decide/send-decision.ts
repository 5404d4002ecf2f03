import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { GATE_VERBS } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";

/** What became of one of several gates. */
export type BulkItemResult = { approvalId: string; risk: string | null; ok: boolean; problem?: string };
type BulkDecisionInput = { verb: GateVerb; comment: string; preview: boolean };

/** What is decided: an open gate as it was shown, or a review whose decision is held. */
export type DecisionTarget =
  | { kind: "gate"; approvalId: string; digest: string }
  | { kind: "held"; runId: string; taskId: string; planVersion: number };

/** `verb` is a gate's verb, or the decision on a held review. */
export type DecisionInput = { verb: GateVerb; comment: string; value?: Json; tail?: string };

/** What is wrong, and with which task of a tail or which part of a value. */
export type TailIssue = { taskId?: string; message: string };

/** Why an answer was not taken. `decided` tells who was first, what they said and when. */
export type Refusal = {
  code: string;
  message: string;
  issues: TailIssue[];
  decided?: { by: string; verb: GateVerb; at: number; comment?: string };
  /** What was shown, what is asked now, and how the plan changed between the two. */
  changed?: { before?: string; now?: string; plan?: string };
};

/** Sends an answer. The same key again gets the first reply, so that nothing is decided twice. */
export async function sendDecision(
  target: DecisionTarget,
  answer: DecisionInput,
  key: string,
): Promise<Refusal | undefined> {
  try {
    const response = await fetch(addressOf(target), {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(bodyOf(target, answer)),
    });
    return response.ok ? undefined : readRefusal((await response.json().catch(() => null)) as Json);
  } catch {
    const message = "Could not reach the server. Your answer is still here; try again.";
    return { code: "unreachable", message, issues: [] };
  }
}

function addressOf(target: DecisionTarget): string {
  return target.kind === "gate"
    ? `/api/v1/approvals/${encodeURIComponent(target.approvalId)}/decision`
    : `/api/v1/runs/${encodeURIComponent(target.runId)}/commands`;
}

function bodyOf(target: DecisionTarget, { verb, comment, value, tail }: DecisionInput): Json {
  const tailPart = { ...(tail !== undefined && { tail }) };
  if (target.kind === "gate") {
    return { verb, comment, digest: target.digest, ...tailPart, ...(value !== undefined && { value }) };
  }
  const { taskId, planVersion } = target;
  const held = { type: "override_review", taskId, decision: verb, reason: comment, ...tailPart };
  return { ...held, expectedPlanVersion: planVersion, ...(value !== undefined && { finalResult: value }) };
}

/** A problem document as a refusal. */
export function readRefusal(problem: Json): Refusal {
  const fallback = "Your answer was not recorded. Try again.";
  if (!isJsonObject(problem)) return { code: "internal", message: fallback, issues: [] };
  const { code, title, details } = problem;
  const data = isJsonObject(details) ? details : {};
  const refusal: Refusal = {
    code: typeof code === "string" ? code : "internal",
    message: typeof title === "string" ? title : fallback,
    issues: Array.isArray(data.issues) ? data.issues.flatMap(issueOf) : [],
  };
  if (code === "superseded") refusal.changed = changedOf(data);
  const { by, at, comment } = data;
  const verb = GATE_VERBS.find((one) => one === data.verb);
  if (typeof by !== "string" || verb === undefined || typeof at !== "number") return refusal;
  const why = typeof comment === "string" && comment !== "" ? { comment } : {};
  return { ...refusal, decided: { by, verb, at, ...why } };
}

function changedOf({ before, now, changes }: JsonObject): NonNullable<Refusal["changed"]> {
  const preview = (gate: Json | undefined) =>
    isJsonObject(gate) && typeof gate.preview === "string" ? gate.preview : undefined;
  const [was, is] = [preview(before), preview(now)];
  return {
    ...(was !== undefined && was !== is && { before: was }),
    ...(is !== undefined && was !== is && { now: is }),
    ...(typeof changes === "string" && changes !== "" && { plan: changes }),
  };
}

function issueOf(issue: Json): TailIssue[] {
  if (!isJsonObject(issue) || typeof issue.message !== "string") return [];
  const at = typeof issue.taskId === "string" ? issue.taskId : issue.path;
  return [{ message: issue.message, ...(typeof at === "string" && at !== "" && { taskId: at }) }];
}

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
    const message = "Could not reach the server. It is safe to try again: no gate is decided twice.";
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
