import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { MAX_CALL_OUTPUT_CHARS } from "@/lib/core/trajectory";
import type { StreamFacts, TextStreams } from "../../streams/text-streams";
import type { EffectContext } from "../effect";
import { openCallOutputs } from "./call-output";

/** Outputs of step 2, and what they passed on: each stream with its pieces, `end` at last. */
function world() {
  const opened: { facts: StreamFacts; reported: (string | JsonObject)[] }[] = [];
  const streams: TextStreams = {
    open(facts) {
      const reported: (string | JsonObject)[] = [];
      opened.push({ facts, reported });
      return {
        add: (text, meta) => void reported.push(text, ...(meta ? [meta] : [])),
        end: async () => void reported.push("end"),
      };
    },
  };
  const ids = { next: () => `id${opened.length}` };
  const effect = { runId: "r", key: "r/t/1/run_attempt/1", taskId: "t", attempt: 1, epoch: 3 };
  const context = {
    ...effect,
    streams,
    ids,
    clock: { nowMs: () => 5_000 },
    state: () => ({ workspaceId: "w" }),
  } as unknown as EffectContext;
  return { opened, outputs: openCallOutputs(context, 2) };
}

test("call output is passed on as it comes, under the name of its call and stream, and kept for the step", async () => {
  const { opened, outputs } = world();
  const [a, b] = [outputs.emitterOf("a"), outputs.emitterOf("b")];
  a("output", 1, "10 %\n", false, { percent: 10 });
  b("output", 1, "B");
  a("errors", 1, "odd\n");
  a("output", 2, "done\n", true);
  expect(opened.map(({ reported }) => reported)).toEqual([
    ["10 %\n", { percent: 10 }, "done\n"],
    ["B"],
    ["odd\n"],
  ]);
  expect(opened[0]?.facts).toEqual({
    runId: "r",
    workspaceId: "w",
    epoch: 3,
    taskId: "t",
    attempt: 1,
    step: 2,
    role: "tool",
    callId: "a",
    stream: "output",
    streamId: "r/t/1/run_attempt/1#id0",
  });
  expect(outputs.chunks()).toEqual([
    { callId: "a", stream: "output", text: "10 %\n", seq: 1, meta: { percent: 10 }, atMs: 5_000 },
    { callId: "a", stream: "errors", text: "odd\n", seq: 1, atMs: 5_000 },
    { callId: "a", stream: "output", text: "done\n", seq: 2, done: true, atMs: 5_000 },
    { callId: "b", stream: "output", text: "B", seq: 1, atMs: 5_000 },
  ]);
  const long = { words: "x".repeat(600) };
  a("more", 1, "20 %", false, long);
  expect(opened.at(-1)?.reported).toEqual(["20 %", long]);
  expect(outputs.chunks().find(({ stream }) => stream === "more")).not.toHaveProperty("meta");
});

test("the streams end together, when the calls of the step have", async () => {
  const { opened, outputs } = world();
  outputs.emitterOf("a")("output", 1, "A", true);
  outputs.emitterOf("b")("output", 1, "B");
  expect(opened.map(({ reported }) => reported.at(-1))).toEqual(["A", "B"]);
  await outputs.end();
  expect(opened.map(({ reported }) => reported.at(-1))).toEqual(["end", "end"]);
});

test.each<[string, (emit: ReturnType<ReturnType<typeof world>["outputs"]["emitterOf"]>) => void, string]>([
  [
    "a piece whose number does not rise",
    (emit) => [emit("o", 2, "x"), emit("o", 2, "y"), emit("o", 1, "z")],
    "x",
  ],
  ["what comes after the stream's own end", (emit) => [emit("o", 1, "x", true), emit("o", 2, "y")], "x"],
  ["what no store accepts", (emit) => emit("o", 1, "a\u0000b"), "a\uFFFDb"],
])("%s is left out", (_, emit, text) => {
  const { outputs } = world();
  emit(outputs.emitterOf("a"));
  expect(outputs.chunks()).toMatchObject([{ text }]);
});

test("call output beyond its limit is cut, with a note that there was more", () => {
  const { outputs } = world();
  const emit = outputs.emitterOf("a");
  emit("output", 1, "x".repeat(MAX_CALL_OUTPUT_CHARS - 1));
  emit("output", 2, "yz");
  emit("output", 3, "never");
  const [{ text = "" } = {}] = outputs.chunks();
  expect(text).toMatch(/xy\n\[More than 20000 characters: the rest is not kept\.\]\n$/);
  expect(text.length).toBeLessThan(MAX_CALL_OUTPUT_CHARS + 100);
});

test("a call has ten streams at most, and one that tells nothing is not kept", () => {
  const { opened, outputs } = world();
  const emit = outputs.emitterOf("a");
  for (let n = 0; n < 20; n += 1) emit(`stream ${n}`, 1, n === 0 ? "" : "x");
  expect(opened).toHaveLength(10);
  expect(outputs.chunks()).toHaveLength(9);
});
