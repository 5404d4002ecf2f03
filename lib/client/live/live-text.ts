import { getOwn, setOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import type { StreamChunk } from "@/lib/core/stream";

/** A text that a model is writing, or has written in a step that is not committed yet; or the output of a tool call. */
export type LiveText = Pick<
  StreamChunk,
  "taskId" | "attempt" | "step" | "role" | "epoch" | "streamId" | "callId" | "stream"
> & {
  /** The effect that the text belongs to. */
  key: string;
  text: string;
  done: boolean;
  /** The number of the last chunk in it. */
  seq: number;
};

/** Live texts by their place: an effect and, of an attempt, the step, or a stream of one of its calls. A new request at a place replaces the old. */
export type LiveTexts = Readonly<Record<string, LiveText>>;

/** The texts with these chunks added; chunks that are in them already change nothing. */
export function addChunks(texts: LiveTexts, chunks: readonly StreamChunk[]): LiveTexts {
  if (chunks.length === 0) return texts;
  const next: Record<string, LiveText> = { ...texts };
  for (const { chunkNo: _no, meta: _meta, text, ...chunk } of chunks) {
    const key = chunk.streamId.slice(0, Math.max(0, chunk.streamId.lastIndexOf("#")));
    const { callId = "", stream = "" } = chunk;
    const slot = `${key}@${chunk.step ?? ""}/${callId}/${stream}`;
    const known = getOwn(next, slot)?.streamId === chunk.streamId ? getOwn(next, slot) : undefined;
    if (known && known.seq >= chunk.seq) continue;
    setOwn(next, slot, { ...chunk, key, text: (known?.text ?? "") + text });
  }
  return next;
}

/** The texts that are still live after these events: those of committed steps and ended effects are dropped. */
export function dropCommitted(texts: LiveTexts, events: readonly RunEvent[]): LiveTexts {
  let entries = Object.entries(texts);
  const before = entries.length;
  for (const event of events) {
    if (entries.length === 0) break;
    entries = entries.filter(([, text]) => !isCommitted(text, event));
  }
  return entries.length === before ? texts : Object.fromEntries(entries);
}

function isCommitted(text: LiveText, event: RunEvent): boolean {
  if (event.effect === text.key) return true;
  switch (event.type) {
    case "task_step": {
      const { taskId, attempt, step } = event.payload;
      if (taskId !== text.taskId || attempt !== text.attempt) return false;
      // What is stored of a call takes the place of what is live, so that nothing is missing in between.
      return text.callId === undefined ? step === text.step : step > (text.step ?? 0);
    }
    case "steps_summarized": {
      const { taskId, attempt } = event.payload;
      return text.role === "trajectory_summarizer" && taskId === text.taskId && attempt === text.attempt;
    }
    case "answer_critiqued":
    case "answer_accepted": {
      const { taskId, attempt } = event.payload;
      return text.role === "critique" && taskId === text.taskId && attempt === text.attempt;
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

/**
 * Without those that a run of this state has stored already: who begins to read in the middle of one text is given
 * others that have ended since.
 */
export function dropStored(texts: LiveTexts, state: RunState): LiveTexts {
  const entries = Object.entries(texts);
  const left = entries.filter(([, text]) => !isStored(text, state));
  return left.length === entries.length ? texts : Object.fromEntries(left);
}

function isStored(text: LiveText, state: RunState): boolean {
  if (text.epoch < state.epoch) return true;
  const task = text.taskId === undefined ? undefined : getOwn(state.tasks, text.taskId);
  if (!task || text.attempt === undefined || task.attempt < text.attempt) return false;
  const at = task.attempts.at(-1);
  if (task.attempt > text.attempt || !at || at.outcome !== undefined) return true;
  if (text.role === "trajectory_summarizer") return false;
  if (text.role === "critique") return (at.reflection?.last?.step ?? 0) >= (text.step ?? 1);
  return text.callId === undefined ? at.steps >= (text.step ?? 1) : at.steps > (text.step ?? 0);
}

/** What models are writing for a task's attempt, the latest step first, and what they think before what they say. */
export function textsOfAttempt(texts: LiveTexts, taskId: string, attempt: number): LiveText[] {
  return Object.values(texts)
    .filter((text) => text.taskId === taskId && text.attempt === attempt && text.callId === undefined)
    .sort((a, b) => (b.step ?? 0) - (a.step ?? 0) || Number(isReasoning(b)) - Number(isReasoning(a)));
}

/** What a model thinks aloud is no part of what it says. */
export const isReasoning = ({ callId, stream }: LiveText): boolean =>
  callId === undefined && stream === "reasoning";

/** What a call of a step tells at this moment, a text for each of its streams. */
export function textsOfCall(
  texts: LiveTexts,
  { taskId, attempt, step, callId }: { taskId: string; attempt: number; step: number; callId: string },
): LiveText[] {
  return Object.values(texts).filter(
    (text) =>
      text.taskId === taskId && text.attempt === attempt && text.step === step && text.callId === callId,
  );
}
