import { useMemo } from "react";
import { type ApiProblem, call, issuesIn } from "@/lib/client/call";
import { byRoute, type Send } from "@/lib/client/mutation";
import type { DrillResult } from "@/lib/core/drills/view";
import type { DecideApprovalInput } from "@/lib/core/inputs/approvals";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { DECISIONS, type Decision } from "@/lib/core/plan/words";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { GATE_VERBS } from "@/lib/core/run/gates/table";

/** What is decided, as it was shown: an open gate, or a review whose decision is held. */
export type DecisionTarget =
  | { kind: "gate"; approvalId: string; digest: string }
  | { kind: "held"; runId: string; taskId: string; planVersion: number; digest: string };

/** What a person says to it; `verb` is a gate's verb, or the decision on a held review. */
export type DecisionInput = Pick<DecideApprovalInput, "value" | "items" | "agree"> & {
  verb: GateVerb;
  comment: string;
  tail?: string;
  /** For which that tail was written. */
  tailVersion?: number | undefined;
};

/** What is wrong, and with which task of a tail or which part of a value. */
type TailIssue = { taskId?: string; message: string };

/** Why an answer was not taken. `decided` tells who was first, what they said and when. */
export type Refusal = {
  code: string;
  message: string;
  issues: TailIssue[];
  decided?: { by: string; verb: GateVerb; at: number; comment?: string };
  /** What was shown, what is asked now, and how the plan changed between the two. */
  changed?: { before?: string; now?: string; plan?: string };
  /** The plan version in force, where the answer was given for another. */
  planVersion?: number;
};

/** Sends an answer. */
export const sendDecision: Send<
  { target: DecisionTarget; answer: DecisionInput },
  { drill?: DrillResult; open?: true }
> = async ({ target, answer }, key) => {
  const { verb, comment, value, tail, tailVersion } = answer;
  if (target.kind === "gate") {
    const { approvalId: id, digest } = target;
    const { agree, items } = answer;
    const given = { verb, comment, digest, value, agree, tail, expectedPlanVersion: tailVersion, items };
    return call("POST /api/v1/approvals/{id}/decision", { id, ...given }, { key });
  }
  const { runId, taskId, planVersion, digest } = target;
  const command = {
    ...({ type: "override_review", taskId, decision: decisionOf(verb), reason: comment } as const),
    tail,
    finalResult: value,
    digest,
    expectedPlanVersion: tailVersion ?? planVersion,
  };
  return sendRunCommand({ id: runId, ...command }, key).then(() => ({}));
};

/** A held review offers decisions alone. Throws for a verb that is none. */
function decisionOf(verb: GateVerb): Decision {
  const decision = DECISIONS.find((one) => one === verb);
  if (!decision) throw new TypeError(`${verb} is no decision on a review.`);
  return decision;
}

/** Sends what the panels of decisions ask of a run, beside whatever else is under way. */
export const sendRunCommand = byRoute("POST /api/v1/runs/{id}/commands");

/** A refusal with what its details tell. */
export function readRefusal({
  code,
  message,
  details,
}: Pick<ApiProblem, "code" | "message" | "details">): Refusal {
  const data = (details ?? {}) as JsonObject;
  const refusal: Refusal = { code, message, issues: issuesIn<Issue>(details).map(issueOf) };
  if (code === "superseded") refusal.changed = changedOf(data);
  if (typeof data.current === "number") refusal.planVersion = data.current;
  const { by, at, comment } = data;
  const verb = GATE_VERBS.find((one) => one === data.verb);
  if (typeof by !== "string" || verb === undefined || typeof at !== "number") return refusal;
  const why = typeof comment === "string" && comment !== "" ? { comment } : {};
  return { ...refusal, decided: { by, verb, at, ...why } };
}

/** Why an answer was not taken, the same as long as the problem is. */
export const useRefusal = (problem: ApiProblem | undefined): Refusal | undefined =>
  useMemo(() => problem && readRefusal(problem), [problem]);

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

type Issue = { taskId?: string; path?: string; message: string };

function issueOf({ taskId, path = "", message }: Issue): TailIssue {
  const at = taskId ?? path;
  return { message, ...(at !== "" && { taskId: at }) };
}
