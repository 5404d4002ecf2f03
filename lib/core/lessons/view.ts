import type { LessonRole, LessonSource, LessonStatus } from "./words";

/** Where a lesson comes from: a run and what was decided in it; a person's own words have no run. */
export type LessonOrigin = {
  source: LessonSource;
  /** Null for what a person wrote without a run. */
  runId: string | null;
  /** The beginning of the run's mission; null when the run has been removed. */
  mission: string | null;
  /** `review:<task>:<attempt>`, `replan:<number>` or what else in the run it follows from. */
  subject: string;
  by: string | null;
  at: number;
};

/** A plan version or a review whose prompt carried a lesson. */
export type LessonUse = {
  runId: string;
  mission: string | null;
  role: LessonRole;
  /** The version that was shown. */
  version: number;
  /** The plan version that was written or judged with it; null while there is none. */
  planVersion: number | null;
  at: number;
};

/** A lesson as it is now. `proposals` counts how often it was proposed, in equal words or those of earlier versions. */
export type LessonView = {
  id: string;
  version: number;
  text: string;
  status: LessonStatus;
  source: LessonSource;
  tags: string[];
  /** Learned from runs of the simulated model alone: only simulated planners are shown it. */
  demo: boolean;
  /** Who wrote this version. */
  author: string;
  createdAt: number;
  updatedAt: number;
  proposals: number;
  /** How many prompts carried it. */
  uses: number;
  /** The newest ones. */
  origins: LessonOrigin[];
};

/** One version of a lesson: what it said, what was decided about it, by whom and when. */
export type LessonVersion = Pick<LessonView, "version" | "text" | "status" | "tags" | "author"> & {
  at: number;
};

/** A lesson with its versions, newest first, and the prompts that carried it. */
export type LessonDetail = LessonView & { versions: LessonVersion[]; usedBy: LessonUse[] };
