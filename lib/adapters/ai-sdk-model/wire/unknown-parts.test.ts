import { afterEach, describe, expect, it } from "vitest";
import type { ModelFailure } from "@/lib/core/ports";
import { openWireModel, type WireKind, type WireModel } from "@/lib/testing/wire/wire-model";

let wire: WireModel | undefined;
afterEach(() => wire?.server.close());

async function ask(kind: WireKind, ...all: object[]) {
  wire = await openWireModel(kind);
  const body = all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
  wire.reply({ kind: "raw", body: all.length === 1 ? JSON.stringify(all[0]) : body });
  return wire.ask({});
}
const failure = (...asked: Parameters<typeof ask>): Promise<ModelFailure> =>
  ask(...asked).then(
    () => expect.unreachable("there was no answer"),
    (failed: ModelFailure) => failed,
  );

const start = {
  type: "message_start",
  message: { id: "m", type: "message", role: "assistant", content: [] },
};
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const end = (stop_reason: string) => [
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
];
const more = (text: string) => ({ type: "text_delta", text });
const hologram = block(0, { type: "hologram", cube: "x" }, { type: "cube_delta", cube: "y" });

describe("a message of Anthropic", () => {
  it("is read whole where its blocks begin with text", async () => {
    const thought = { type: "thinking_delta", thinking: " of two" };
    const answer = await ask(
      "anthropic",
      ...[start, ...block(0, { type: "thinking", thinking: "I think", signature: "" }, thought)],
      ...[...block(1, { type: "text", text: "It " }, more("rains.")), ...end("end_turn")],
    );
    expect(answer).toMatchObject({ text: "It rains.", reasoning: "I think of two", finishReason: "stop" });
  });

  it("that was put off has not ended", async () => {
    const answer = await ask(
      "anthropic",
      start,
      ...block(0, { type: "text", text: "I go on" }),
      ...end("pause_turn"),
    );
    expect(answer).toMatchObject({ text: "I go on", finishReason: "other" });
  });

  it("is read without blocks of kinds that nobody knows, in a stream and in one piece", async () => {
    const text = block(1, { type: "text", text: "" }, more("It rains."));
    expect(await ask("anthropic", start, ...hologram, ...text, ...end("end_turn"))).toMatchObject({
      text: "It rains.",
    });
    await wire?.server.close();
    const content = [{ type: "hologram" }, { type: "text", text: "It rains." }];
    const whole = { id: "m", type: "message", role: "assistant", content, stop_reason: "end_turn" };
    expect(await ask("anthropic", { ...whole, usage: { input_tokens: 1, output_tokens: 1 } })).toMatchObject({
      text: "It rains.",
    });
  });

  it("fails with the kinds where nothing else came", async () => {
    expect(await failure("anthropic", start, ...hologram, ...end("end_turn"))).toMatchObject({
      code: "unreadable_answer",
      message: expect.stringContaining("kinds that are not known: hologram"),
    });
  });
});

describe("a completion of parts", () => {
  const said = (...content: object[]) => ({ choices: [{ index: 0, delta: { content } }] });
  const ended = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };

  it("is read without those that say nothing in words, and fails where there are no others", async () => {
    const words = { type: "text", text: "It rains." };
    expect(await ask("openai-compatible", said(picture, words), ended)).toMatchObject({ text: "It rains." });
    await wire?.server.close();
    expect(await failure("openai-compatible", said(picture), ended)).toMatchObject({
      code: "unreadable_answer",
      message: expect.stringContaining("image_url"),
    });
  });
});
