import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import type { StatusDisplay } from "@/lib/core/describe/run-looks";
import { SEVERITY_DISPLAY } from "../status";
import type { TaskFacts } from "./facts";

const DIFF_STATUS_LABELS = { added: "added", removed: "removed", changed: "changed" } as const;

/** `attempt 2 of 3` once there was more than one and the status does not say so itself. */
export function attemptText({ attempt, attempts, word }: TaskFacts): string {
  return attempt > 1 && !word.startsWith("attempt") ? `attempt ${attempt} of ${attempts}` : "";
}

/** The time from the start to the end, or to `now` while the task runs; empty where it is not known. */
export function timeText({ startedAt, endedAt, status }: TaskFacts, now?: number): string {
  const until = endedAt ?? (status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? "" : formatDuration(until - startedAt);
}

export const costText = ({ costMicroUsd }: TaskFacts): string =>
  costMicroUsd === undefined ? "" : formatUsd(costMicroUsd / 1_000_000);

/** What else is to be said of the task: decision, attempts, mark of a comparison. */
export function taskNotes(facts: TaskFacts): string[] {
  const { decision, mark } = facts;
  return [decision, attemptText(facts), mark && DIFF_STATUS_LABELS[mark]].flatMap((note) => note || []);
}

/** `2 comments, one open`: what people say of the task; empty for nothing. */
export function commentsText({ comments, commentsAre }: Pick<TaskFacts, "comments" | "commentsAre">): string {
  if (comments === 0) return "";
  return `${comments} ${comments === 1 ? "comment" : "comments"}${commentsAre === undefined ? "" : ` (${commentsAre})`}`;
}

/** What was found wrong with the task: the worst of it, and how much else. */
export function severityDisplay({
  severity,
  issueCount,
}: Pick<TaskFacts, "severity" | "issueCount">): StatusDisplay | undefined {
  if (severity === undefined) return undefined;
  const { word, ...look } = SEVERITY_DISPLAY[severity];
  return { ...look, word: issueCount > 1 ? `${word} +${issueCount - 1}` : word };
}

/** The whole node in one sentence, for those who hear it. */
export function taskAriaLabel(facts: TaskFacts): string {
  const { title, actor, word, locked } = facts;
  const lock = locked ? "locked" : "";
  const parts = [
    title,
    actor,
    word,
    severityDisplay(facts)?.word,
    ...taskNotes(facts),
    commentsText(facts),
    lock,
    timeText(facts),
    costText(facts),
  ];
  return parts.filter(Boolean).join(", ");
}
