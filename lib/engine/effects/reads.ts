import type { Json } from "@/lib/core/json";
import type { ToolCallRow, TrajectoryStepRow } from "../types";

/** A writing tool call that has happened in the run, or (without `finishedAtMs`) may have. */
export type WritingCall = Pick<ToolCallRow, "taskId" | "attempt" | "step" | "callId" | "tool" | "args"> & {
  runId: string;
  output?: Json;
  /** Where the whole output is, when `output` is only the preview of it. */
  artifact?: string;
  finishedAtMs?: number;
};

/** What effects read from the store besides the run's state. */
export type EffectReads = {
  /** Bodies of blobs by digest. Throws when one is missing. */
  values(workspaceId: string, digests: string[]): Promise<Map<string, Json>>;
  /** What an attempt had done when its worker was lost: its steps in order, and its tool calls. */
  attempt(
    runId: string,
    taskId: string,
    attempt: number,
  ): Promise<{ steps: TrajectoryStepRow[]; toolCalls: ToolCallRow[] }>;
  /** The whole output of a tool call of this run by its digest; undefined for one that no call of it gave. */
  artifact(runId: string, digest: string): Promise<Json | undefined>;
  /** Calls of writing tools of the run and its fork parents that ended well, oldest first, behind those that never ended. */
  writingCalls(runId: string): Promise<WritingCall[]>;
  /** What the run has cost; undefined while a call's price is unknown. */
  costMicroUsd(runId: string): Promise<number | undefined>;
  /** First lines of files by id, where they are text. */
  previews(workspaceId: string, ids: string[]): Promise<Map<string, string>>;
  /** The content of a file that the run has taken; undefined for any other. */
  attachment(runId: string, id: string): Promise<Uint8Array | undefined>;
};
