import type { Json } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import type { CallApprovalContext } from "@/lib/core/policy";
import type { SideEffects } from "@/lib/core/ports";
import type { Cost } from "@/lib/core/views";

/** What a decision needs besides the run's state, as `GET /runs/{id}/grounds` tells it. */
export type ApprovalContext = {
  cost: Cost;
  effects: Readonly<Record<string, SideEffects>>;
  /** The shown value in full. */
  shown: Json;
  /** The plan that the reviewer proposes; null when it wrote none. */
  tail: Json;
  /** The models that may be asked in place of the one that the gate is about. */
  models: { id: string; simulated: boolean }[];
  /** What is left of the plan in force. */
  remaining?: Plan;
  /** Of a gate about a call: what its tool takes, and what policies say of it at the moment. */
  call?: CallApprovalContext;
};
