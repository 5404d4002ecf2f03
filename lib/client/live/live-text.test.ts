import { describe, expect, it } from "vitest";
import type { StreamChunk } from "@/lib/core/stream";
import { eventOf } from "@/lib/testing/runs/event-of";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import {
  addChunks,
  dropCommitted,
  dropStored,
  isReasoning,
  type LiveTexts,
  textsOfAttempt,
  textsOfCall,
} from "./live-text";

const KEY = "run_1/a/1/run_attempt/1";
let chunkNo = 0;
const chunk = (text: string, facts: Partial<StreamChunk> = {}): StreamChunk => {
  chunkNo += 1;
  const place = { taskId: "a", attempt: 1, step: 1, role: "agent", epoch: 1 };
  return { ...place, chunkNo, streamId: `${KEY}#x`, seq: chunkNo, text, done: false, ...facts };
};
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

  it("keeps what a model thinks apart from what it says, and drops both with the step", () => {
    const texts = addChunks({}, [
      chunk("It is."),
      chunk("Two ", { streamId: `${KEY}#r`, stream: "reasoning" }),
      chunk("words.", { streamId: `${KEY}#r`, stream: "reasoning" }),
    ]);
    const shown = textsOfAttempt(texts, "a", 1);
    expect(shown.map((live) => [isReasoning(live), live.text])).toEqual([
      [true, "Two words."],
      [false, "It is."],
    ]);
    const step = eventOf("task_step", { taskId: "a", attempt: 1, step: 1 });
    expect(dropCommitted(texts, [step])).toEqual({});
  });

  it("of a summary goes when it is committed, and the agent's own stays", () => {
    const texts = addChunks({}, [
      chunk("facts", { role: "trajectory_summarizer", step: 5 }),
      chunk("thought", { step: 4 }),
    ]);
    const made = (taskId: string) => eventOf("steps_summarized", { taskId, attempt: 1, upToStep: 3 });
    expect(textsIn(dropCommitted(texts, [made("a")]))).toEqual(["thought"]);
    expect(dropCommitted(texts, [made("b")])).toBe(texts);
  });

  it("of a critic goes when its word is committed, or the answer stands without it", () => {
    const texts = addChunks({}, [chunk("score", { role: "critique", step: 4 })]);
    const of = (taskId: string) => ({ taskId, attempt: 1, step: 4 });
    expect(dropCommitted(texts, [eventOf("answer_critiqued", of("a"))])).toEqual({});
    expect(dropCommitted(texts, [eventOf("answer_accepted", of("a"))])).toEqual({});
    expect(dropCommitted(texts, [eventOf("answer_critiqued", of("b"))])).toBe(texts);
  });

  it("goes when its step is committed, its effect ends, its worker is replaced, or the run ends", () => {
    const texts = addChunks({}, [chunk("first"), chunk("second", { step: 2 })]);
    const step = eventOf("task_step", { taskId: "a", attempt: 1, step: 1 });
    expect(textsIn(dropCommitted(texts, [step]))).toEqual(["second"]);
    expect(dropCommitted(texts, [eventOf("task_succeeded", {}, { effect: KEY })])).toEqual({});
    expect(dropCommitted(texts, [eventOf("effects_released", { keys: [KEY] })])).toEqual({});
    expect(dropCommitted(texts, [eventOf("lease_taken", { epoch: 2 })])).toEqual({});
    expect(dropCommitted(texts, [eventOf("run_finished")])).toEqual({});
    const other = [eventOf("lease_taken", { epoch: 1 }), eventOf("run_paused")];
    expect(dropCommitted(texts, other)).toBe(texts);
  });
});

describe("the output of a tool call", () => {
  const output = (callId: string, text: string, facts: Partial<StreamChunk> = {}) =>
    chunk(text, { role: "tool", callId, stream: "output", streamId: `${KEY}#${callId}`, ...facts });
  const at = (callId: string, step = 1) => ({ taskId: "a", attempt: 1, step, callId });

  it("stands by itself beside that of other calls and streams, and is no text of the model", () => {
    const errors = output("b", "odd", { stream: "errors", streamId: `${KEY}#e` });
    const texts = addChunks({}, [output("b", "10 % "), output("c", "C"), errors, output("b", "20 %")]);
    expect(textsOfCall(texts, at("b")).map(({ text }) => text)).toEqual(["10 % 20 %", "odd"]);
    expect(textsOfCall(texts, at("c")).map(({ text }) => text)).toEqual(["C"]);
    expect(textsOfCall(texts, at("b", 2))).toEqual([]);
    expect(textsOfAttempt(texts, "a", 1)).toEqual([]);
  });

  it("stays until the next step is there, so that nothing is missing before what is stored is loaded", () => {
    const texts = addChunks({}, [output("b", "told")]);
    const step = (n: number) => eventOf("task_step", { taskId: "a", attempt: 1, step: n });
    expect(dropCommitted(texts, [step(1)])).toBe(texts);
    expect(dropCommitted(texts, [step(2)])).toEqual({});
    expect(dropCommitted(texts, [eventOf("task_waiting", {}, { effect: KEY })])).toEqual({});
  });

  it("starts over when its call runs again", () => {
    const before = addChunks({}, [output("b", "half")]);
    const again = addChunks(before, [output("b", "whole", { streamId: `${KEY}#again` })]);
    expect(textsOfCall(again, at("b")).map(({ text }) => text)).toEqual(["whole"]);
  });
});

describe("what a reader is given who begins in the middle", () => {
  const world = new RunWorld({ plan: planOf({ id: "a", onFailure: "retry", maxRetries: 1 }) });
  world.start();
  const seen = (step: number, observed: boolean) =>
    world.send({
      type: "step_taken",
      ...world.keyOf("a"),
      step,
      thought: "",
      calls: [],
      observed,
      errors: 0,
    });
  const epoch = world.state.epoch;
  const reported = (step: number, facts: Partial<StreamChunk> = {}) =>
    chunk(`${step}`, { step, epoch, ...facts });
  const all = addChunks({}, [
    reported(1),
    reported(2),
    reported(3, { role: "trajectory_summarizer", streamId: `${KEY}#s` }),
    reported(2, { role: "tool", callId: "c", stream: "output", streamId: `${KEY}#c` }),
    reported(9, { taskId: "elsewhere", streamId: "run_1/elsewhere/1/run_attempt/1#z" }),
    { ...reported(9, { streamId: "run_1/plan/1#p", role: "planner" }), taskId: undefined } as never,
  ]);
  const left = () => Object.values(dropStored(all, world.state)).map(({ text, role }) => `${role} ${text}`);

  it("is everything while nothing is committed, then without the steps that are", () => {
    expect(dropStored(all, world.state)).toBe(all);
    seen(1, true);
    expect(left()).toEqual(["agent 2", "trajectory_summarizer 3", "tool 2", "agent 9", "planner 9"]);
    seen(2, false);
    expect(left()).toEqual(["trajectory_summarizer 3", "tool 2", "agent 9", "planner 9"]);
    seen(3, true);
    expect(left()).toEqual(["trajectory_summarizer 3", "agent 9", "planner 9"]);
  });

  it("is a critic's word on a stored step until that is stored too", () => {
    const word = addChunks({}, [reported(3, { role: "critique", streamId: `${KEY}#q` })]);
    expect(dropStored(word, world.state)).toBe(word);
    const said = { score: 0.5, feedback: "", issues: [], suggestions: [], questions: [] };
    const facts = { ...said, revisions: 0, threshold: 0.8, passed: false };
    world.send({ type: "attempt_critiqued", ...world.keyOf("a"), step: 3, ...facts });
    expect(dropStored(word, world.state)).toEqual({});
  });

  it("is nothing of an attempt that has ended, and nothing of a worker that is gone", () => {
    world.fail("a");
    expect(left()).toEqual(["agent 9", "planner 9"]);
    world.send({ type: "take_lease", workerId: "w2" });
    expect(left()).toEqual([]);
  });
});
