import type { FindingVerdict } from "@/lib/core/run/state";
import type { RunStatus } from "@/lib/core/run/status";
import type { ProblemFacts } from "../ui/problem";

/** What can be asked of a run by its controls. */
export type RunOrder =
  | { type: "pause" | "resume" | "cancel" }
  | { type: "request_replan"; instruction: string; expectedPlanVersion: number };
/** A person's word on a finding of the critic. */
export type FindingOrder = {
  type: "review_finding";
  planVersion: number;
  findingKey: string;
  verdict: FindingVerdict["verdict"];
  reason: string;
};
export type RunCommand = RunOrder["type"];

/** What a command came to: the status it led to, or what was wrong. */
export type CommandOutcome = { status?: RunStatus; problem?: ProblemFacts };

export type CommandRun = (
  input: { runId: string; key: string } & (RunOrder | FindingOrder),
) => Promise<CommandOutcome>;
