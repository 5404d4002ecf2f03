import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/lib/core/run/events";
import type { StreamChunk } from "@/lib/core/stream";
import { addChunks, dropCommitted, type LiveTexts, textsOfAttempt } from "./live-text";

const KEY = "run_1/a/1/run_attempt/1";
let chunkNo = 0;
const chunk = (text: string, facts: Partial<StreamChunk> = {}): StreamChunk => {
  chunkNo += 1;
  const place = { taskId: "a", attempt: 1, step: 1, role: "agent", epoch: 1 };
  return { ...place, chunkNo, streamId: `${KEY}#x`, seq: chunkNo, text, done: false, ...facts };
};
const event = (type: string, facts: object = {}) => ({ type, payload: {}, ...facts }) as unknown as RunEvent;
const textsIn = (texts: LiveTexts) => Object.values(texts).map(({ text }) => text);

describe("live text", () => {
  it("grows by its chunks, each counted once", () => {
    const [one, two] = [chunk("One "), chunk("two", { done: true })];
    const texts = addChunks({}, [one, two]);
    expect(addChunks(texts, [one, two])).toEqual(texts);
    expect(textsOfAttempt(texts, "a", 1)).toMatchObject([{ text: "One two", done: true, key: KEY }]);
    expect(textsOfAttempt(texts, "a", 2)).toEqual([]);
  });

  it("is replaced when the same step is asked for again, and stands beside that of another step", () => {
    const broken = addChunks({}, [chunk("Half a sent", { done: true })]);
    const again = addChunks(broken, [chunk("Whole", { streamId: `${KEY}#y` }), chunk("Next", { step: 2 })]);
    expect(textsOfAttempt(again, "a", 1).map(({ text }) => text)).toEqual(["Next", "Whole"]);
  });

  it("of a summary goes when it is committed, and the agent's own stays", () => {
    const texts = addChunks({}, [
      chunk("facts", { role: "trajectory_summarizer", step: 5 }),
      chunk("thought", { step: 4 }),
    ]);
    const made = (taskId: string) =>
      event("steps_summarised", { payload: { taskId, attempt: 1, upToStep: 3 } });
    expect(textsIn(dropCommitted(texts, [made("a")]))).toEqual(["thought"]);
    expect(dropCommitted(texts, [made("b")])).toBe(texts);
  });

  it("goes when its step is committed, its effect ends, its worker is replaced, or the run ends", () => {
    const texts = addChunks({}, [chunk("first"), chunk("second", { step: 2 })]);
    const step = event("task_step", { payload: { taskId: "a", attempt: 1, step: 1 } });
    expect(textsIn(dropCommitted(texts, [step]))).toEqual(["second"]);
    expect(dropCommitted(texts, [event("task_succeeded", { effect: KEY })])).toEqual({});
    expect(dropCommitted(texts, [event("effects_released", { payload: { keys: [KEY] } })])).toEqual({});
    expect(dropCommitted(texts, [event("lease_taken", { payload: { epoch: 2 } })])).toEqual({});
    expect(dropCommitted(texts, [event("run_finished")])).toEqual({});
    const other = [event("lease_taken", { payload: { epoch: 1 } }), event("run_paused")];
    expect(dropCommitted(texts, other)).toBe(texts);
  });
});
