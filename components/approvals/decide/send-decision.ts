import { byPost, type MutationProblem, readProblem } from "@/lib/client/mutation";
import type { DrillResult } from "@/lib/core/drills/view";
import type { DecideApprovalInput } from "@/lib/core/inputs/approvals";
import type { RunCommandOf } from "@/lib/core/inputs/run-command";
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
export type TailIssue = { taskId?: string; message: string };

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

/** `drill`: the gate was one, and no stream tells of its end. `open`: it waits on, for others with the same answer. */
type DecisionReply = { problem?: Refusal; drill?: DrillResult; open?: true };

/** Sends an answer. */
export const sendDecision = byPost<{ target: DecisionTarget; answer: DecisionInput }, DecisionReply>(
  ({ target, answer }) =>
    target.kind === "gate"
      ? { path: gatePath(target.approvalId), body: gateBody(target, answer) }
      : { path: commandsPath(target.runId), body: heldBody(target, answer) },
  ({ ok, body }) => {
    if (!ok) return { problem: readRefusal(body) };
    if (!isJsonObject(body)) return {};
    if (isJsonObject(body.drill)) return { drill: body.drill as DrillResult };
    return body.open === true ? { open: true } : {};
  },
);

const gatePath = (approvalId: string) => `/api/v1/approvals/${encodeURIComponent(approvalId)}/decision`;
const commandsPath = (runId: string) => `/api/v1/runs/${encodeURIComponent(runId)}/commands`;

type Target<Kind> = Extract<DecisionTarget, { kind: Kind }>;

const gateBody = (
  { digest }: Target<"gate">,
  { verb, comment, value, agree, tail, tailVersion, items }: DecisionInput,
) =>
  ({ verb, comment, digest, value, agree, tail, expectedPlanVersion: tailVersion, items }) satisfies Omit<
    DecideApprovalInput,
    "approvalId"
  >;

const heldBody = (
  { taskId, planVersion, digest }: Target<"held">,
  { verb, comment, value, tail, tailVersion }: DecisionInput,
) =>
  ({
    type: "override_review",
    taskId,
    decision: decisionOf(verb),
    reason: comment,
    tail,
    finalResult: value,
    digest,
    expectedPlanVersion: tailVersion ?? planVersion,
  }) satisfies RunCommandOf<"override_review">;

/** A held review offers decisions alone. Throws for a verb that is none. */
function decisionOf(verb: GateVerb): Decision {
  const decision = DECISIONS.find((one) => one === verb);
  if (!decision) throw new TypeError(`${verb} is no decision on a review.`);
  return decision;
}

/** What the panels of decisions ask of a run; other commands go by the actions of its page. */
type ReviewCommand = RunCommandOf<"claim_review" | "release_review" | "decide_by_hand" | "request_replan">;

/** Sends one of them by the route, beside whatever else is under way. */
export const sendRunCommand = byPost<
  { runId: string; command: ReviewCommand },
  { problem?: MutationProblem & { issues: [] } }
>(
  ({ runId, command }) => ({ path: commandsPath(runId), body: command }),
  ({ ok, body }) => (ok ? {} : { problem: readProblem(body) }),
);

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
  if (typeof data.current === "number") refusal.planVersion = data.current;
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
