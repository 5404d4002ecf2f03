import type { LessonRole, LessonSource, LessonStatus } from "./words";

/** A lesson that fits a mission, as it is found. */
export type FoundLesson = Pick<LessonView, "id" | "version" | "text">;

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

/** What runs came to, of those that have ended. */
export type RunTally = {
  runs: number;
  completed: number;
  /** How many of them replanned, and how often in all. */
  replanned: number;
  replans: number;
  /** In micro-dollars; null without runs, or when the cost of one is not known. */
  meanCostMicroUsd: number | null;
};

/** Runs that proposed a lesson without having been shown it, beside those whose prompts carried it: no proof of a cause. */
export type LessonEffect = Record<"without" | "shown", RunTally>;

/** A lesson with its versions, newest first, the prompts that carried it, and how runs with and without it went. */
export type LessonDetail = LessonView & {
  versions: LessonVersion[];
  usedBy: LessonUse[];
  effect: LessonEffect;
};
