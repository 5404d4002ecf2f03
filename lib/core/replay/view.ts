import type { JsonObject } from "../json";
import type { ReplayKind, ReplayStatus } from "./words";

/** A replay in a list. */
export type ReplayView = {
  id: string;
  kind: ReplayKind;
  status: ReplayStatus;
  title: string;
  /** The attempt that it was taken from; null where it came as a file, or from several. */
  source: { runId: string; taskId: string; attempt: number } | null;
  doneSteps: number;
  totalSteps: number;
  createdBy: string;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** When a person asked it to end. */
  cancelledAt: number | null;
  /** Places that differ, as far as the report lists them; null before there is one. */
  mismatches: number | null;
};

/** A replay in full: its settings and its report are those of its kind, with what each step has come to. */
export type ReplayDetail = ReplayView & {
  settings: JsonObject;
  report: JsonObject | null;
  failure: JsonObject | null;
  steps: JsonObject[];
};
