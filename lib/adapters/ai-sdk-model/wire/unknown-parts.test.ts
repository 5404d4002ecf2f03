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
    expect(answer).toMatchObject({ text: "I go on", finishReason: "paused" });
  });

  it("that was put off is taken back, to be continued", async () => {
    const answer = await ask(
      "anthropic",
      start,
      ...block(0, { type: "text", text: "It rains" }),
      ...end("pause_turn"),
    );
    wire?.reply({
      kind: "raw",
      body: JSON.stringify({
        id: "m",
        type: "message",
        role: "assistant",
        content: [],
        stop_reason: "end_turn",
      }),
    });
    await wire?.ask({
      messages: [
        { role: "user", text: "Hello?" },
        { role: "assistant", verbatim: answer.verbatim },
      ],
    });
    expect(wire?.server.requests.at(-1)?.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ type: "text", text: "It rains" }] },
    ]);
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

  it("fails with the kinds where nothing else came, or only what was thought", async () => {
    const thought = block(1, { type: "thinking", thinking: "Hm.", signature: "x" });
    const empty = block(2, { type: "text", text: "" });
    for (const more of [[], thought, [...thought, ...empty]]) {
      expect(await failure("anthropic", start, ...hologram, ...more, ...end("end_turn"))).toMatchObject({
        code: "unreadable_answer",
        message: expect.stringContaining("kinds that are not known: hologram"),
      });
      await wire?.server.close();
    }
  });
});

describe("a response of items", () => {
  const item = (type: string, more: object = {}) => ({ type, id: "i1", status: "completed", ...more });
  const said = (...content: object[]) => item("message", { role: "assistant", content });
  const whole = (...output: object[]) => ({
    id: "r",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output,
  });
  const text = { type: "output_text", text: "It rains.", annotations: [] };
  const refusal = { type: "refusal", refusal: "I will not." };
  const unknown = item("dream_call", { result: "x" });

  it("is read without items and parts of kinds that nobody knows", async () => {
    for (const one of [whole(unknown, said(text)), whole(said({ type: "smell", smell: "x" }, text))]) {
      expect(await ask("openai responses", one)).toMatchObject({ text: "It rains.", finishReason: "stop" });
      await wire?.server.close();
    }
  });

  it("fails with the kinds where nothing else came, or only what was thought", async () => {
    const thought = item("reasoning", { summary: [{ type: "summary_text", text: "Hm." }] });
    const smell = said({ type: "smell", smell: "x" });
    for (const [kind, one] of [
      ["dream_call", whole(unknown)],
      ["dream_call", whole(thought, unknown)],
      ["smell", whole(smell)],
    ] as const) {
      expect(await failure("openai responses", one)).toMatchObject({
        code: "unreadable_answer",
        message: expect.stringContaining(kind),
      });
      await wire?.server.close();
    }
  });

  it("is read where its words come only at an end, of the item or of all", async () => {
    const created = { type: "response.created", response: { id: "r", created_at: 1, model: "m" } };
    const completed = (response: object) => ({ type: "response.completed", response });
    const added = {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...said(), status: "in_progress" },
    };
    const done = { type: "response.output_item.done", output_index: 0, item: said(text) };
    for (const frames of [
      [created, added, done, completed(whole(said(text)))],
      [created, completed(whole(said(text)))],
    ]) {
      expect(await ask("openai responses", ...frames)).toMatchObject({ text: "It rains." });
      await wire?.server.close();
    }
  });

  it("is a refusal where it refuses, in a stream and in one piece", async () => {
    const created = { type: "response.created", response: { id: "r", created_at: 1, model: "m" } };
    const place = { item_id: "i1", output_index: 0 };
    const frames = [
      created,
      { type: "response.output_item.added", ...place, item: said() },
      { type: "response.refusal.delta", ...place, content_index: 0, delta: "I will " },
      { type: "response.refusal.delta", ...place, content_index: 0, delta: "not." },
      { type: "response.output_item.done", ...place, item: said(refusal) },
      { type: "response.completed", response: whole(said(refusal)) },
    ];
    for (const one of [[whole(said(refusal))], frames]) {
      expect(await ask("openai responses", ...one)).toMatchObject({
        text: "I will not.",
        finishReason: "content_filter",
      });
      await wire?.server.close();
    }
  });
});

describe("an answer of Gemini", () => {
  const parts = (...all: object[]) => ({
    candidates: [{ content: { role: "model", parts: all }, finishReason: "STOP" }],
  });

  it("is read without parts of kinds that nobody knows, and fails where there are no others", async () => {
    const dream = { dream: { id: 1 } };
    expect(await ask("google", parts(dream, { text: "It rains." }))).toMatchObject({ text: "It rains." });
    await wire?.server.close();
    for (const one of [parts(dream), parts({ text: "Hm.", thought: true }, dream)]) {
      expect(await failure("google", one)).toMatchObject({
        code: "unreadable_answer",
        message: expect.stringContaining("dream"),
      });
      await wire?.server.close();
    }
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
