import { expect, test } from "vitest";
import {
  type StepChunk,
  startTrajectory,
  streamTexts,
  withChunks,
  withModelTurn,
  withObservation,
  withoutResults,
  withPiece,
} from ".";

const call = (callId: string) => ({ callId, tool: "build", args: {}, rawArgs: "{}" });
const opened = withModelTurn(startTrajectory({ query: "go", constraints: { tools: ["build"] } }), {
  text: "",
  toolCalls: [call("a"), call("b")],
  finishReason: "tool_calls" as const,
  usage: {},
  argumentProblems: [],
  startedAtMs: 0,
  latencyMs: 0,
});
const reported = (callId: string, text: string, stream = "output") => ({ callId, stream, text });
const result = (callId: string) => ({ callId, tool: "build", ok: true as const, output: "built" });
const chunksOf = ({ steps }: typeof opened) => steps.at(-1)?.chunks;

test("a step keeps what its calls told while they ran, by call and stream, also when it waits or fails", () => {
  const half = withChunks(opened, [reported("a", "10 %"), reported("a", "odd", "errors")]);
  expect(chunksOf(half)).toEqual([reported("a", "10 %"), reported("a", "odd", "errors")]);
  const whole = withChunks(withObservation(half, [result("a")]), [reported("b", "20 %")]);
  expect(chunksOf(whole)).toEqual([
    reported("a", "10 %"),
    reported("a", "odd", "errors"),
    reported("b", "20 %"),
  ]);
  expect(chunksOf(withObservation(whole, [result("b")]))).toHaveLength(3);
  expect(chunksOf(withoutResults(whole))).toHaveLength(3);
});

test("a call that runs again tells it again", () => {
  const before = withChunks(opened, [reported("a", "half"), reported("b", "all")]);
  expect(chunksOf(withChunks(before, [reported("a", "whole")]))).toEqual([
    reported("b", "all"),
    reported("a", "whole"),
  ]);
});

test("nothing told changes nothing, nor does what comes after the step's end", () => {
  expect(withChunks(opened, [])).toBe(opened);
  const closed = withObservation(opened, [result("a"), result("b")]);
  expect(withChunks(closed, [reported("a", "late")])).toBe(closed);
  const empty = startTrajectory({ query: "go", constraints: { tools: [] } });
  expect(withChunks(empty, [reported("a", "nothing there")])).toBe(empty);
});

const piece = (seq: number, atMs: number, more: Partial<StepChunk> = {}): StepChunk => ({
  callId: "a",
  stream: "output",
  text: `${seq} `,
  seq,
  atMs,
  ...more,
});
const pieces = (...told: StepChunk[]) => told.reduce<StepChunk[]>(withPiece, []);

test("pieces keep their number, time and what the tool says of them; what comes together is one", () => {
  expect(pieces(piece(1, 0), piece(2, 999), piece(3, 1_000, { done: true }))).toEqual([
    piece(2, 0, { text: "1 2 " }),
    piece(3, 1_000, { done: true }),
  ]);
  const half = piece(2, 10, { meta: { percent: 50 } });
  expect(pieces(piece(1, 0), half, piece(3, 20))).toEqual([piece(1, 0), half, piece(3, 20)]);
  const errors = piece(2, 10, { stream: "errors" });
  expect(pieces(piece(1, 0), errors, piece(3, 20))).toEqual([piece(3, 0, { text: "1 3 " }), errors]);
  const { seq: _seq, atMs: _at, ...old } = piece(1, 0);
  expect(pieces(old, { ...old, done: true })).toEqual([{ ...old, text: "1 1 ", done: true }]);
});

test("a call that tells many pieces has those beyond two hundred in its last one of the stream", () => {
  const many = Array.from({ length: 300 }, (_, n) => piece(n, n * 5_000, { meta: { n } }));
  const kept = pieces(...many);
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)).toMatchObject({ seq: 299, meta: { n: 299 }, atMs: 199 * 5_000 });
  expect(streamTexts(kept)).toEqual([{ stream: "output", text: many.map(({ text }) => text).join("") }]);
});

test("the streams of a call are texts, in the order in which they began", () => {
  const told = [piece(1, 0), piece(1, 1, { stream: "errors", text: "odd" }), piece(2, 2_000)];
  expect(streamTexts(told)).toEqual([
    { stream: "output", text: "1 2 " },
    { stream: "errors", text: "odd" },
  ]);
});
