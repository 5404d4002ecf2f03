import { elideText } from "../text";

export const GOAL_VERDICTS = ["yes", "partial", "no"] as const;
export const RETROSPECT_SKIPS = ["cancelled", "no_results", "few_tasks", "good_enough"] as const;

/** What is said of a run once its outcome stands. */
export type Assessment = {
  goalAchieved: (typeof GOAL_VERDICTS)[number];
  /** 0 to 1. */
  efficiency: number;
  /** Ids of tasks that nothing came of. */
  unnecessaryTasks: string[];
  workedWell: string[];
  improvements: string[];
  /** What another run of the kind should know; empty for nothing. */
  lesson: string;
};

/** How long a model may take to look back, in milliseconds; the run then ends without its word. */
export const RETROSPECT_LIMIT_MS = 30_000;

const MAX_ITEMS = 4;
const MAX_TASKS = 10;
const ITEM_CHARS = 160;
const LESSON_CHARS = 300;

/** An assessment at the length that events hold. */
export function truncateAssessment(said: Assessment): Assessment {
  const items = (list: readonly string[]) =>
    list.slice(0, MAX_ITEMS).map((item) => elideText(item, ITEM_CHARS));
  return {
    ...said,
    unnecessaryTasks: said.unnecessaryTasks.slice(0, MAX_TASKS),
    workedWell: items(said.workedWell),
    improvements: items(said.improvements),
    lesson: elideText(said.lesson, LESSON_CHARS),
  };
}

/** What can be said without a model: all succeeded is `yes`, else `partial`; the share that succeeded is the efficiency. */
export function assessByRule({ total, succeeded }: { total: number; succeeded: number }): Assessment {
  return {
    goalAchieved: succeeded === total ? "yes" : "partial",
    efficiency: total === 0 ? 0 : succeeded / total,
    unnecessaryTasks: [],
    workedWell: [],
    improvements: [],
    lesson: "",
  };
}
