import { attemptNumber } from "../run/selectors";
import type { TaskState } from "../run/state";
import type { AttemptSpan, Span } from "../timeline/rows";
import { durationOf } from "../timeline/scale";
import { formatDuration } from "./amounts";
import type { Tone } from "./looks/run";
import { taskStatusDisplay } from "./looks/task-status";

/** The color of an attempt: what it came to once it has ended, before that of work. */
export function attemptTone(task: TaskState, { outcome, to, attempt, waits }: AttemptSpan): Tone {
  const isLast = attempt === task.attempt;
  if (to === undefined) {
    if (waits.some((wait) => wait.to === undefined && wait.kind === "person")) return "person";
    return attemptNumber(task, attempt) > 1 ? "retry" : "run";
  }
  if (outcome === "succeeded") return taskStatusDisplay(task).tone;
  if (outcome !== "failed") return "plain";
  return isLast && task.status === "failed" ? taskStatusDisplay(task).tone : "retry";
}

/** How long an attempt took, and what of it models, tools and people took; what is still open counts up to now. */
type AttemptFacts = {
  attempt: number;
  outcome: string;
  tookMs: number;
  modelMs: number;
  toolMs: number;
  waitMs: number;
};

export function attemptFacts(task: TaskState, span: AttemptSpan, now: number): AttemptFacts {
  const msOf = (spans: readonly Span[]) => durationOf(spans, now);
  return {
    attempt: attemptNumber(task, span.attempt),
    outcome: span.outcome ?? (task.status === "waiting" ? "waiting" : "running"),
    tookMs: Math.max(0, (span.to ?? now) - span.from),
    modelMs: msOf(span.calls.filter(({ kind }) => kind === "model")),
    toolMs: msOf(span.calls.filter(({ kind }) => kind === "tool")),
    waitMs: msOf(span.waits),
  };
}

/** A row in words, for those who do not see its bars. */
export function rowText(
  task: TaskState,
  attempts: readonly AttemptSpan[],
  { now, isCritical }: { now: number; isCritical: boolean },
): string {
  const { title } = task.spec;
  const { word } = taskStatusDisplay(task);
  const mark = isCritical ? "; on the critical path" : "";
  if (attempts.length === 0) return `${title}: ${word}, not started${mark}`;
  const parts = attempts.map((span) => {
    const { attempt, outcome, tookMs, modelMs, toolMs, waitMs } = attemptFacts(task, span, now);
    const inside = [
      modelMs > 0 && `${formatDuration(modelMs)} in models`,
      toolMs > 0 && `${formatDuration(toolMs)} in tools`,
      waitMs > 0 && `${formatDuration(waitMs)} waiting`,
    ].filter(Boolean);
    const took = `attempt ${attempt} ${outcome}, ${formatDuration(tookMs)}`;
    return inside.length === 0 ? took : `${took} (${inside.join(", ")})`;
  });
  return `${title}: ${word}; ${parts.join("; ")}${mark}`;
}
