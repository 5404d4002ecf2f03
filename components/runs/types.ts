import type { RunStatus } from "@/lib/core/run/status";
import type { ProblemFacts } from "../ui/problem";

export type RunCommand = "pause" | "resume" | "cancel";

/** What a command came to: the status it led to, or what was wrong. */
export type CommandOutcome = { status?: RunStatus; problem?: ProblemFacts };

export type CommandRun = (input: { runId: string; type: RunCommand; key: string }) => Promise<CommandOutcome>;
