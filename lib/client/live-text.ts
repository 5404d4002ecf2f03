import type { RunEvent } from "@/lib/core/run/events";
import type { StreamChunk } from "@/lib/core/stream";

/** A text that a model is writing, or has written in a step that is not committed yet. */
export type LiveText = Pick<StreamChunk, "taskId" | "attempt" | "step" | "role" | "epoch" | "streamId"> & {
  /** The effect that the text belongs to. */
  key: string;
  text: string;
  done: boolean;
  /** The number of the last chunk in it. */
  seq: number;
};

/** Live texts by their place: an effect and, of an attempt, the step. A new request at a place replaces the old. */
export type LiveTexts = Readonly<Record<string, LiveText>>;

/** The texts with these chunks added; chunks that are in them already change nothing. */
export function addChunks(texts: LiveTexts, chunks: readonly StreamChunk[]): LiveTexts {
  if (chunks.length === 0) return texts;
  const next: Record<string, LiveText> = { ...texts };
  for (const { chunkNo: _no, text, ...chunk } of chunks) {
    const key = chunk.streamId.slice(0, Math.max(0, chunk.streamId.lastIndexOf("#")));
    const place = `${key}@${chunk.step ?? ""}`;
    const known = next[place]?.streamId === chunk.streamId ? next[place] : undefined;
    if (known && known.seq >= chunk.seq) continue;
    next[place] = { ...chunk, key, text: (known?.text ?? "") + text };
  }
  return next;
}

/** The texts that are still live after these events: those of committed steps and ended effects are dropped. */
export function dropCommitted(texts: LiveTexts, events: readonly RunEvent[]): LiveTexts {
  let entries = Object.entries(texts);
  const before = entries.length;
  for (const event of events) {
    if (entries.length === 0) break;
    entries = entries.filter(([, text]) => !isOver(text, event));
  }
  return entries.length === before ? texts : Object.fromEntries(entries);
}

function isOver(text: LiveText, event: RunEvent): boolean {
  if (event.effect === text.key) return true;
  switch (event.type) {
    case "task_step": {
      const { taskId, attempt, step } = event.payload;
      return taskId === text.taskId && attempt === text.attempt && step === text.step;
    }
    case "steps_summarised": {
      const { taskId, attempt } = event.payload;
      return text.role === "trajectory_summarizer" && taskId === text.taskId && attempt === text.attempt;
    }
    case "lease_taken":
      return text.epoch < event.payload.epoch;
    case "effects_released":
      return event.payload.keys.includes(text.key);
    case "run_finished":
      return true;
    default:
      return false;
  }
}

/** What is being written for a task's attempt, the latest step first. */
export function textsOfAttempt(texts: LiveTexts, taskId: string, attempt: number): LiveText[] {
  return Object.values(texts)
    .filter((text) => text.taskId === taskId && text.attempt === attempt)
    .sort((a, b) => (b.step ?? 0) - (a.step ?? 0));
}
