import type { z } from "zod";
import type { Json, JsonObject } from "../json";
import type { plan } from "../plan/schema";
import type { ToolPolicy } from "../policy/schema";
import type { SideEffects } from "../ports";
import type { Question } from "../run/events/questions";
import type { Proposal } from "../run/events/reviews";
import type { ApprovalKind, GateVerb } from "../run/gates/table";

/** What can be wrong with the work that a drill shows. */
export const FAULT_CODES = [
  "approval_missing",
  "control_dropped",
  "approvers_fewer",
  "check_skipped",
  "recipient_foreign",
  "amount_wrong",
  "total_wrong",
  "result_contradicted",
  "limit_exceeded",
  "approval_claimed",
] as const;

/** The parts of a gate panel in which a fault can be seen. */
const FAULT_PLACES = ["plan", "changes", "arguments", "evidence", "answers", "answer"] as const;

/** A planted fault: what the gate shows, and what shows that it is wrong. */
export type DrillFault = {
  code: (typeof FAULT_CODES)[number];
  place: (typeof FAULT_PLACES)[number];
  /** As it stands on the panel, letter by letter. */
  shown: string;
  /** As it stands there too, or in the mission over it. */
  against: string;
};

export type PlanDraft = z.input<typeof plan>;

/** A question with which the gate opens; the changes of a plan are computed from its versions. */
type SampleQuestion = Question extends infer Q
  ? Q extends { changes: unknown }
    ? Omit<Q, "changes">
    : Q
  : never;

/** The call that a gate asks about, with what its tool takes and the policy that asks. */
type SampleCall = {
  tool: string;
  inputSchema: JsonObject;
  policy: Partial<ToolPolicy>;
  policyName: string;
  args: JsonObject;
  summary: string;
};

/**
 * A moment of a run that never was, at which a person is asked (docs/drills.md). Its name stays what it is: rows of the
 * store name samples by it.
 */
export type DrillSample = {
  name: string;
  kind: ApprovalKind;
  mission: string;
  /** Null: nothing is wrong, and letting it pass is right. */
  fault: DrillFault | null;
  /** Version 1; `settled`: a person wrote it. */
  plan: PlanDraft;
  settled?: boolean;
  /** Version 2, which waits for the answer. */
  offered?: PlanDraft;
  /** Results of tasks that have ended, in order, and which of them a predicate has checked. */
  results?: readonly { taskId: string; value: Json; checked?: string }[];
  /** The task that asks. */
  asking?: string;
  prompt?: string;
  question?: SampleQuestion;
  proposal?: Proposal;
  shown?: Json;
  call?: SampleCall;
  /** What people are asked about alone, of a weakened control. */
  control?: string;
  /** The answers that see the fault, where it is not every one that lets nothing pass. */
  rightVerbs?: readonly GateVerb[];
  /** What tools of the plan change outside. */
  effects?: Readonly<Record<string, SideEffects>>;
  cost: { usd: number; modelCalls: number };
};
