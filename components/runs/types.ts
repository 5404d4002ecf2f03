import type { PageText } from "@/lib/client/page-text";
import type { RunCommandOf } from "@/lib/core/inputs/run-command";
import type { RunStatus } from "@/lib/core/run/status";
import type { ProblemFacts } from "../ui/problem";

/** What can be asked of a run by its controls; a plan goes as the text that was typed. */
export type RunCommand =
  | RunCommandOf<"pause" | "resume" | "cancel" | "abort" | "edit_plan">
  | (RunCommandOf<"request_replan"> & { expectedPlanVersion: number });
/** What can be asked of a single task. */
export type TaskCommand = RunCommandOf<
  "retry_task" | "skip_task" | "accept_result" | "supply_result" | "steer"
>;
/** A person's word on a finding of the critic. */
export type FindingCommand = RunCommandOf<"review_finding">;
export type RunCommandType = RunCommand["type"];

/** What a command came to: the status it led to, or what was wrong. */
export type CommandResult = { status?: RunStatus; problem?: ProblemFacts };

type CommandInput = { runId: string; key: string } & (RunCommand | FindingCommand | TaskCommand);

export type SendCommand = (input: CommandInput) => Promise<CommandResult>;

/** The server action behind it: results and plans hold names of any text. */
export type CommandRun = (input: PageText<CommandInput>) => Promise<CommandResult>;
