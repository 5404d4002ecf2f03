import type { RunStatus } from "@/lib/core/run/status";
import type { ProblemFacts } from "../ui/problem";

/** What can be asked of a run by its controls. */
export type RunOrder =
  | { type: "pause" | "resume" | "cancel" }
  | { type: "request_replan"; instruction: string; expectedPlanVersion: number };
export type RunCommand = RunOrder["type"];

/** What a command came to: the status it led to, or what was wrong. */
export type CommandOutcome = { status?: RunStatus; problem?: ProblemFacts };

export type CommandRun = (input: { runId: string; key: string } & RunOrder) => Promise<CommandOutcome>;
