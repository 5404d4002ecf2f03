import { formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { SEVERITY_DISPLAY } from "../status";
import type { EdgeFacts, TaskFacts } from "./facts";

/** What a comparison of plans says of a task, by sign, word and color. */
export const MARK_DISPLAY = {
  added: { icon: "+", word: "added", tone: "ok" },
  changed: { icon: "~", word: "changed", tone: "amber" },
  removed: { icon: "−", word: "removed", tone: "plain" },
} as const satisfies Record<NonNullable<TaskFacts["mark"]>, StatusDisplay>;

/** `attempt 2 of 3` once there was more than one and the status does not say so itself. */
function attemptText({ attempt, attempts, word }: TaskFacts): string {
  return attempt > 1 && !word.startsWith("attempt") ? `attempt ${attempt} of ${attempts}` : "";
}

/** `2/3 $0.0042`: attempts, once there was more than one, and costs where there is no room for their words. */
export function shortNotes(facts: TaskFacts): string {
  const { attempt, attempts } = facts;
  return [attempt > 1 && `${attempt}/${attempts}`, costText(facts)].filter(Boolean).join(" ");
}

/** The time from the start to the end, or to `now` while the task runs; empty where it is not known. */
export function timeText({ startedAt, endedAt, status }: TaskFacts, now?: number): string {
  const until = endedAt ?? (status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? "" : formatDuration(until - startedAt);
}

/** What its model calls came to; empty where it made none. */
export function costText({ costUsd }: TaskFacts): string {
  if (costUsd === undefined) return "";
  return costUsd === null ? "cost unknown" : formatUsd(costUsd);
}

/** What else is to be said of the task: a decision that is not in force yet, attempts. */
export function taskNotes(facts: TaskFacts): string[] {
  const { decision, heldUntil } = facts;
  const proposed = heldUntil === undefined ? undefined : decision;
  return [proposed, attemptText(facts)].flatMap((note) => note || []);
}

/** What a comparison of plans says of the task, in words; empty without one, and for what is the same in both. */
export const markWord = ({ mark }: Pick<TaskFacts, "mark">): string => (mark ? MARK_DISPLAY[mark].word : "");

/** A status in two parts, of which a node shows the second where there is one: `verified` `by schema`, `decided:` `REPLAN`. */
export function statusWords(facts: TaskFacts): [word: string, more: string] {
  const { evidence, evidenceKinds, word, droppedIn, decision, heldUntil } = facts;
  if (droppedIn !== undefined) return [`${word} in v${droppedIn}`, ""];
  if (decision !== undefined && heldUntil === undefined) return [`${word}:`, decision];
  if (evidence === "accepted" || evidenceKinds === "") return [word, ""];
  return [word, `${evidence === "failed" ? "at" : "by"} ${evidenceKinds}`];
}

/** `2 comments, one open`: what people say of the task; empty for nothing. */
export function commentsText({ comments, commentsAre }: Pick<TaskFacts, "comments" | "commentsAre">): string {
  if (comments === 0) return "";
  return `${comments} ${comments === 1 ? "comment" : "comments"}${commentsAre === undefined ? "" : ` (${commentsAre})`}`;
}

/** What each task waits for, in words: what the edges say to those who see them. Dropped edges say nothing. */
export function afterText(graph: {
  nodes: readonly TaskFacts[];
  edges: readonly EdgeFacts[];
}): Map<string, string> {
  const titles = new Map(graph.nodes.map(({ id, title }) => [id, title]));
  const sources = new Map<string, string[]>();
  for (const { source, target, ghost, mark } of graph.edges) {
    if (ghost || mark === "removed") continue;
    const of = sources.get(target);
    if (of) of.push(titles.get(source) ?? source);
    else sources.set(target, [titles.get(source) ?? source]);
  }
  return new Map([...sources].map(([id, names]) => [id, `, after ${names.join(", ")}`]));
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
  const { title, actor, locked } = facts;
  const lock = locked ? "locked" : "";
  const parts = [
    title,
    actor,
    statusWords(facts).filter(Boolean).join(" "),
    severityDisplay(facts)?.word,
    ...taskNotes(facts),
    markWord(facts),
    commentsText(facts),
    lock,
    timeText(facts),
    costText(facts),
  ];
  return parts.filter(Boolean).join(", ");
}
