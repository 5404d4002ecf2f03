import { durationText, moneyText } from "@/lib/client/format";
import { FLAW_LOOK, type Look } from "../status";
import type { TaskFacts } from "./facts";

const MARK_WORDS = { added: "added", removed: "removed", changed: "changed" } as const;

/** `attempt 2 of 3` once there was more than one and the status does not say so itself. */
export function attemptText({ attempt, attempts, word }: TaskFacts): string {
  return attempt > 1 && !word.startsWith("attempt") ? `attempt ${attempt} of ${attempts}` : "";
}

/** The time from the start to the end, or to `now` while the task runs; empty where it is not known. */
export function timeText({ startedAt, endedAt, status }: TaskFacts, now?: number): string {
  const until = endedAt ?? (status === "running" ? now : undefined);
  return startedAt === undefined || until === undefined ? "" : durationText(until - startedAt);
}

export const costText = ({ costMicroUsd }: TaskFacts): string =>
  costMicroUsd === undefined ? "" : moneyText(costMicroUsd / 1_000_000);

/** What else is to be said of the task: decision, attempts, mark of a comparison. */
export function notesOf(facts: TaskFacts): string[] {
  const { decision, mark } = facts;
  return [decision, attemptText(facts), mark && MARK_WORDS[mark]].flatMap((note) => note || []);
}

/** What was found wrong with the task: the worst of it, and how much else. */
export function flawLook({ flaw, flaws }: Pick<TaskFacts, "flaw" | "flaws">): Look | undefined {
  if (flaw === undefined) return undefined;
  const { word, ...look } = FLAW_LOOK[flaw];
  return { ...look, word: flaws > 1 ? `${word} +${flaws - 1}` : word };
}

/** The whole node in one sentence, for those who hear it. */
export function spokenTask(facts: TaskFacts): string {
  const { title, who, word, locked } = facts;
  const lock = locked ? "locked" : "";
  const parts = [
    title,
    who,
    word,
    flawLook(facts)?.word,
    ...notesOf(facts),
    lock,
    timeText(facts),
    costText(facts),
  ];
  return parts.filter(Boolean).join(", ");
}
