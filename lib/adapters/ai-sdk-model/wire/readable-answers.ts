import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { errorInAnswer, isPage, noAnswer } from "./errors";
import { PassedOver } from "./passed-over";

/** How one protocol is written, and what of it may be written otherwise. */
export type Wire = {
  /**
   * One frame of a stream, as the SDK reads it, or the frames that say the same. `event` is its name, where the stream
   * gives it one; `passed` takes what is left out of it.
   */
  frame(frame: JsonObject, event: string | undefined, passed: PassedOver): JsonObject | JsonObject[];
  /** The frames of an answer that came in one piece; undefined where it is none of this protocol. */
  whole(answer: JsonObject): (JsonObject | string)[] | undefined;
};

/** A body that is no stream is read up to here. */
const MAX_WHOLE_CHARS = 16_000_000;
const MAX_PAGE_CHARS = 20_000;
const STREAM_FIELD = /^(?:data|event|id|retry)?:/;

/**
 * `fetch` whose good answers are streams of frames that the SDK reads: values in the form that it wants, an answer in one
 * piece as its frames. Rejects, or breaks off the stream, with what came where that is no answer (docs/models.md, "What comes").
 */
export function withReadableAnswers(wire: Wire, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 200 || response.body === null) return response;
    const text = response.body.pipeThrough(new TextDecoderStream());
    const { begin, rest } = await beginningOf(text);
    const stream = STREAM_FIELD.test(begin.trimStart())
      ? withBeginning(begin, rest)
      : await wholeAnswer(begin, rest, wire);
    const headers = new Headers(response.headers);
    for (const name of ["content-length", "content-encoding"]) headers.delete(name);
    headers.set("content-type", "text/event-stream");
    const frames = stream
      .pipeThrough(eventsOf())
      .pipeThrough(framesOf(wire))
      .pipeThrough(new TextEncoderStream());
    return new Response(frames, { status: 200, headers });
  };
}

type TextReader = ReadableStreamDefaultReader<string>;

/** Enough of the text to tell a stream from anything else; all of it where it ends before. */
async function beginningOf(text: ReadableStream<string>): Promise<{ begin: string; rest: TextReader }> {
  const rest = text.getReader();
  let begin = "";
  // A field of a stream differs from other text by its colon.
  while (begin.trimStart().length < "retry:".length) {
    const { done, value } = await rest.read();
    if (done) break;
    begin += value;
  }
  return { begin, rest };
}

function withBeginning(begin: string, rest: TextReader): ReadableStream<string> {
  return new ReadableStream<string>({
    start: (controller) => controller.enqueue(begin),
    async pull(controller) {
      const { done, value } = await rest.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => rest.cancel(reason),
  });
}

async function wholeAnswer(begin: string, rest: TextReader, wire: Wire): Promise<ReadableStream<string>> {
  const isJson = /^\s*[[{]/.test(begin);
  let text = begin;
  while (text.length < (isJson ? MAX_WHOLE_CHARS : MAX_PAGE_CHARS)) {
    const { done, value } = await rest.read();
    if (done) break;
    text += value;
  }
  await rest.cancel();
  // Nothing at all came: the stream ends before its last word, as any that is cut.
  if (text.trim() === "") return streamOf([]);
  if (!isJson) throw noAnswer(isPage(text) ? "web_page" : "text", text);
  const value = parseFrame(text);
  if (value === undefined) {
    // A frame on each line, as some servers stream.
    const frames = framesIn(text);
    if (!frames) throw noAnswer("broken_json", text);
    return streamOf(frames);
  }
  const error = errorInAnswer(value);
  if (error) throw Object.assign(error, { isWholeAnswer: true });
  const frames = isJsonObject(value) ? wire.whole(value) : wire.whole({ parts: value });
  if (!frames) throw noAnswer("other_json", text);
  return streamOf(frames);
}

const streamOf = (frames: readonly (JsonObject | string)[]): ReadableStream<string> =>
  new ReadableStream({
    start(controller) {
      for (const frame of frames) controller.enqueue(written(frame));
      controller.close();
    },
  });

type StreamEvent = { event?: string; data: string };

/**
 * The events of a stream (WHATWG HTML, 9.2.6). What stands behind the last blank line was cut, and is left out, unless it is
 * whole; so is a frame on a line of its own, or without the name of its field, as some servers write them.
 */
function eventsOf(): TransformStream<string, StreamEvent> {
  let unread = "";
  return new TransformStream({
    flush(controller) {
      const whole = framesIn(unread.replace(/\r\n?/g, "\n"));
      for (const data of whole ?? []) controller.enqueue({ data });
    },
    transform(chunk, controller) {
      // A return at the end may be the first half of a line break.
      const text = unread + chunk;
      const held = text.endsWith("\r") ? 1 : 0;
      const blocks = text
        .slice(0, text.length - held)
        .replace(/\r\n?/g, "\n")
        .split("\n\n");
      unread = (blocks.pop() ?? "") + "\r".repeat(held);
      for (const block of blocks) {
        const data = fieldOf(block, "data");
        const event = fieldOf(block, "event");
        const apart =
          event === undefined && (data === undefined || data.includes("\n")) ? framesIn(block) : undefined;
        if (apart) for (const one of apart) controller.enqueue({ data: one });
        else if (data?.trim()) controller.enqueue({ data, ...(event !== undefined && { event }) });
      }
    },
  });
}

/** JSON, also with the words for no number that Python writes: they are unknown. */
const parseFrame = (text: string): Json | undefined =>
  parseJson(text) ??
  parseJson(text.replace(TEXT_OR_NO_NUMBER, (token) => (token.startsWith('"') ? token : "null")));
const TEXT_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*(?:"|$)|-?\b(?:NaN|Infinity)\b/gs;

/** The frames that the lines of a block are, one each; undefined where one of them is none. */
function framesIn(block: string): string[] | undefined {
  const lines = block.split("\n").filter((line) => line.trim() !== "" && !/^(?::|id:|retry:)/.test(line));
  const frames = lines.map((line) => line.replace(/^data: ?/, ""));
  const areWhole = frames.every((one) => one.trim() === "[DONE]" || isJsonObject(parseFrame(one)));
  return frames.length > 0 && areWhole ? frames : undefined;
}

function fieldOf(block: string, name: string): string | undefined {
  const lines = block.split("\n").filter((line) => line.startsWith(`${name}:`));
  return lines.length === 0
    ? undefined
    : lines.map((line) => line.slice(name.length + 1).replace(/^ /, "")).join("\n");
}

/** Each frame of a stream read on its own. One that is no JSON, or an error, ends it with that. */
function framesOf(wire: Wire): TransformStream<StreamEvent, string> {
  const passed = new PassedOver();
  return new TransformStream({
    flush(controller) {
      const problem = passed.problem();
      if (problem) controller.error(problem);
    },
    transform({ event, data }, controller) {
      if (data.trim() === "[DONE]") return controller.enqueue(written(data, event));
      const frame: Json | undefined = parseFrame(data);
      if (frame === undefined) return controller.error(noAnswer("broken_json", data));
      const error = event === "error" ? errorInAnswer({ error: frame }) : undefined;
      // OpenAI Responses say in the last frame, of a response that failed, why.
      const inner =
        isJsonObject(frame) && isJsonObject(frame.response) ? (frame.response.error ?? null) : null;
      const sent = errorInAnswer(frame) ?? error ?? errorInAnswer({ error: inner });
      if (sent) return controller.error(sent);
      if (!isJsonObject(frame)) return;
      for (const one of [wire.frame(frame, event, passed)].flat()) {
        // What a frame is divided into has names of its own.
        const name = event === undefined || typeof one.type !== "string" ? event : one.type;
        controller.enqueue(written(one, name));
      }
    },
  });
}

const written = (frame: JsonObject | string, event?: string): string => {
  const data = typeof frame === "string" ? frame : JSON.stringify(frame);
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
};
