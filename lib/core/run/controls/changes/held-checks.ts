import type { CHECK_WEAKNESSES } from "../terms/weaknesses";

export type CheckPart = (typeof CHECK_WEAKNESSES)[number];

/**
 * What a task's result is held against because a person wrote it or approved it, part by part, by digest of the form in
 * which plan versions are compared; `work` is the task's own, and its `source` from what the result comes. A model's own checks
 * are not held (docs/engine.md, "Controls").
 */
export type HeldCheck = {
  taskId: string;
  lineage: string;
  work: string;
  parts: Partial<Record<CheckPart, string>>;
  /** By which tools what waits for the task may change something outside. */
  tools: string[];
};

/**
 * How the tasks with checks stand: what is `over` is not judged any more, whatever a version says of it, and what is
 * `answered` has failed, so that the next version does it another way.
 */
export type CheckedTasks = { over: ReadonlySet<string>; answered: ReadonlySet<string> };

/** Whether what waits for the task continues only where its result has passed, and something of that acts. */
export const holdsBackActs = ({ parts, tools }: Pick<HeldCheck, "parts" | "tools">): boolean =>
  parts.refusal !== undefined && tools.length > 0;
