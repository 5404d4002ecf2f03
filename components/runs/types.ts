import type { Json } from "@/lib/core/json";
import type { FindingVerdict } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import type { ProblemFacts } from "../ui/problem";

/** What can be asked of a run by its controls. */
export type RunCommand =
  | { type: "pause" | "resume" | "cancel" }
  | { type: "abort"; reason: string }
  | { type: "edit_plan"; plan: string; expectedPlanVersion: number; reason: string }
  | { type: "request_replan"; instruction: string; expectedPlanVersion: number };
/** What can be asked of a single task. */
export type TaskCommand =
  | { type: "retry_task"; taskId: string; reason?: string }
  | { type: "skip_task" | "accept_result"; taskId: string; reason: string }
  | { type: "supply_result"; taskId: string; value: Json; reason: string }
  | { type: "steer"; taskId: string; message: string };
/** A person's word on a finding of the critic. */
export type FindingCommand = {
  type: "review_finding";
  planVersion: number;
  findingKey: string;
  verdict: FindingVerdict["verdict"];
  reason: string;
};
export type RunCommandType = RunCommand["type"];

/** What a command came to: the status it led to, or what was wrong. */
export type CommandResult = { status?: RunStatus; problem?: ProblemFacts };

export type SendCommand = (
  input: { runId: string; key: string } & (RunCommand | FindingCommand | TaskCommand),
) => Promise<CommandResult>;
