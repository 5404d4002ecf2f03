import type { RecordedReason, ReplayFailure, ReplayProblem, ToolReplayReport } from "../../replay/report";
import type { ReplayStatus } from "../../replay/words";
import { formatPolicyReason } from "../policy";

/** What keeps a replay from beginning, and what to do, in a sentence. */
export function describeReplayProblem(problem: ReplayProblem): string {
  switch (problem.code) {
    case "empty_trajectory":
      return "The trajectory has no steps: there is nothing to replay.";
    case "unknown_tool":
      return `Step ${problem.step} calls "${problem.tool}": there is no such tool now.`;
    case "invalid_arguments": {
      const { step, tool, path, message } = problem;
      return `Step ${step} calls "${tool}" with arguments that it does not take now (${path || "$"}: ${message}).`;
    }
    case "unreadable":
      return `The trajectory cannot be read: ${problem.problem}`;
    case "too_many_calls":
      return `The trajectory has ${problem.calls} calls to make; a replay makes ${problem.limit} at most.`;
  }
}

/** Why a replay failed, in a sentence. */
export function describeReplayFailure(failure: ReplayFailure): string {
  switch (failure.code) {
    case "tool_failed":
      return `Step ${failure.step}: "${failure.tool}" failed, and had not when it was recorded. ${failure.message}`;
    case "unknown_outcome":
      return `A worker was lost while step ${failure.step} called a tool that changes something outside. Check whether it did before you replay again.`;
    case "time_limit":
      return `The replay took more than ${Math.round(failure.limitMs / 60_000)} minutes and was stopped.`;
    case "unsupported":
      return `Replays of the kind "${failure.kind}" cannot be performed here.`;
    case "fault":
      return "The replay ended in an internal error; the log of the worker has it.";
    default:
      return describeReplayProblem(failure);
  }
}

/** Why a call uses what was recorded, in a sentence. */
export function describeRecordedReason(reason: RecordedReason): string {
  switch (reason.code) {
    case "refused":
      return "It was refused before it ran.";
    case "unfinished":
      return "No result of it was recorded.";
    case "writes":
      return "Its tool changes something outside.";
    case "denied":
      return `A policy denies it now. ${formatPolicyReason(reason.policy)}`;
    case "asks":
      return `A policy requires approval before it. ${formatPolicyReason(reason.policy)}`;
    case "tool_changed":
      return "Its server shows a changed tool that nobody has accepted.";
    case "asks_people":
      return "Its tool asks a person.";
    case "needs_attachments":
      return "Its tool reads files of the run, which is not here.";
    case "needs_artifact":
      return "Its tool reads an artifact that is not here.";
    case "needs_whole_outputs":
      return "It joins outputs of which only a preview was recorded.";
    case "skipped":
      return "A call of its set failed.";
  }
}

type Counts = Pick<
  ToolReplayReport,
  "verified" | "comparedCalls" | "recordedCalls" | "mismatches" | "truncated"
>;

/** How a replay stands or ended, in a sentence. */
export function describeReplayStatus(status: ReplayStatus, report?: Counts): string {
  const {
    comparedCalls = 0,
    recordedCalls = 0,
    mismatches = [],
    truncated = false,
    verified = true,
  } = report ?? {};
  const places = `${truncated ? "more than " : ""}${counted(mismatches.length, "difference")}`;
  switch (status) {
    case "queued":
      return "Waiting for a worker.";
    case "running":
      return "The calls are being made again.";
    case "matched":
      return `Matched: ${counted(comparedCalls, "call")} compared, no differences.`;
    case "mismatched":
      return `Mismatched: ${places} in ${counted(comparedCalls, "compared call")}.`;
    case "stopped":
      return `Stopped at the first mismatch: ${places}.`;
    case "completed":
      if (!report) return "Completed.";
      return verified
        ? `Completed; nothing was compared: ${counted(recordedCalls, "call")} used the recording.`
        : "Completed; nothing was compared, as the settings asked.";
    case "failed":
      return mismatches.length > 0 ? `Failed, with ${places}.` : "Failed.";
    case "cancelled":
      return "Cancelled.";
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
