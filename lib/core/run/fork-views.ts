import type { Cost } from "../views";
import type { GateVerb } from "./gates/table";
import type { FinishReason, RunStatus } from "./status";

/** What services give of forks, before and after they are made. Moments in milliseconds. */

type ForkTask = { taskId: string; title: string };

/** A call by which the parent has changed something outside; its repetition asks a person. */
export type ForkEffect = ForkTask & {
  tool: string;
  args: string;
  output: string | null;
  /** When it ended; null where nobody told its end. */
  at: number | null;
  /** It ended later than what the fork shares. */
  later: boolean;
};

/** A review or a human gate that has not ended where the fork begins, or another question that is open there. */
export type ForkQuestion = {
  /** Null for questions about the whole run, which no decision can be given to in advance. */
  taskId: string | null;
  title: string;
  /** It is open, or its decision held, where the fork begins. */
  open: boolean;
  /** The gate of the parent that is open there: who lets it pass with the fork sends the digest of what that shows. */
  approvalId: string | null;
  /** What the one who asks may decide with the fork; why not, where that is nothing. */
  verbs: GateVerb[];
  because: string | null;
  /** What was decided in the parent. */
  was: GateVerb | null;
};

/** What a fork at an event would come to. Lists hold the first 200; their counts are whole. */
export type ForkPreview = {
  runId: string;
  /** The last event that it shares, and when that was. */
  fromSeq: number;
  at: number;
  planVersion: number;
  /** Work that has ended and is kept, what starts over, and how many tasks have not begun. */
  kept: ForkTask[];
  keptCount: number;
  again: ForkTask[];
  againCount: number;
  pendingCount: number;
  effects: ForkEffect[];
  effectCount: number;
  questions: ForkQuestion[];
};

/** One run of a family: a run, and all that were forked from it or from one of those. */
export type FamilyMember = {
  runId: string;
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  /** Null for the first; the run may have been removed. */
  parentRunId: string | null;
  parentSeq: number | null;
  /** How far below the first it is. */
  depth: number;
  planVersion: number;
  cost: Cost;
  createdAt: number;
};

/** In the order of a tree: each after its parent, siblings by age. `more` are not listed. */
export type RunFamily = { runId: string; members: FamilyMember[]; more: boolean };
