import type { JsonObject } from "../json";
import type { PolicyVerdict, SinglePolicyVerdict } from "./evaluate";
import type { PolicyRole } from "./source";
import type { StoredPolicy } from "./stored";
import type { PolicyEffect } from "./words";

/** One version of a stored policy; `active` is false of the version with which it was removed. Moments in milliseconds. */
export type PolicyView = StoredPolicy & { version: number; active: boolean; author: string; at: number };

/** A verdict as people read it: its reason is a sentence. */
type DescribedVerdict<V extends PolicyVerdict = SinglePolicyVerdict> = Omit<V, "reason"> & {
  reason: string;
};

/** What would happen to a call: the verdict of all policies together, and what each of them says. */
export type PolicyExplanation = {
  tool: string;
  /** False where no tool has this name: then nothing runs, whatever policies say. */
  known: boolean;
  role: PolicyRole;
  decision: PolicyEffect;
  reason: string;
  policies: DescribedVerdict[];
  /** Why the arguments do not fit the tool; such a call never runs. */
  argumentProblem?: string;
  /** What a reviewer would read of the call. */
  summary?: string;
};

/** What a person needs to answer for a call: what its tool takes, and what policies say of it at the moment. */
export type CallApprovalContext = Pick<PolicyExplanation, "decision" | "reason" | "policies"> & {
  /** The tool, if it touches nothing and makes its results up. */
  simulated?: string;
  inputSchema: JsonObject;
};
