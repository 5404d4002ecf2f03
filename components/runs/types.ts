import type { RunCommandOf } from "@/lib/core/inputs/run-command";

/** What can be asked of a run by its controls; a plan goes as the text that was typed. */
export type RunCommand =
  | RunCommandOf<"pause" | "resume" | "cancel" | "abort" | "edit_plan">
  | (RunCommandOf<"request_replan"> & { expectedPlanVersion: number });
/** What can be asked of a single task. */
export type TaskCommand = RunCommandOf<
  "retry_task" | "skip_task" | "accept_result" | "supply_result" | "steer"
>;
export type RunCommandType = RunCommand["type"];
