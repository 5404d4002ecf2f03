import { z } from "zod";
import { asDomainError } from "@/lib/core/errors";
import type { RunEvent } from "@/lib/core/run/events";
import {
  type ProblemFrame,
  REDUCER_VERSION,
  type RunFrame,
  runTopic,
  type StreamChunk,
  type StreamFrame,
  type Topic,
  topicName,
  WORKSPACE_TOPIC,
} from "@/lib/core/stream";
import type { ServiceContext } from "../context";
import { orDrill } from "../drills/shown";
import type { RunBatch } from "../hub";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { merge } from "./merge";
import { topicsInput } from "./topics-input";

/** About this much JSON goes into one frame. */
const FRAME_CHARS = 32 * 1_024;
type Item = { chunk: StreamChunk } | { event: RunEvent };

/**
 * News of several topics as one stream of frames, each topic from its own place (docs/engine.md, "Streams"). A topic
 * that cannot be watched gives one problem frame; the others go on. Ends with its last topic, or with the signal.
 */
export const openStream = defineVerb({
  name: "stream/open",
  capability: "view",
  description: "News of several runs and of the workspace over one connection",
  routes: [{ at: "GET /api/v1/stream", omit: ["signal"], answer: "sharedStream" }],
  input: z.strictObject({ topics: topicsInput, signal: z.instanceof(AbortSignal) }),
  async run({ ctx, input: { topics, signal } }): Promise<{ frames: AsyncIterable<StreamFrame> }> {
    ctx.quotas.hold(ctx.actor, "streams", signal);
    return { frames: merge(topics.map((topic) => framesOf(ctx, topic, signal))) };
  },
});

async function* framesOf(
  ctx: ServiceContext,
  topic: Topic,
  signal: AbortSignal,
): AsyncGenerator<StreamFrame> {
  try {
    yield* topic.kind === "run" ? runTopicFrames(ctx, topic, signal) : workspaceFrames(ctx, topic, signal);
  } catch (thrown) {
    const known = asDomainError(thrown);
    // What nobody named ends the whole stream: the client comes back with its cursors.
    if (!known) throw thrown;
    const { code, message } = known;
    const frame: ProblemFrame = {
      kind: "problem",
      topic: topicName(topic),
      reducer: REDUCER_VERSION,
      code,
      message,
    };
    yield frame;
  }
}

async function* runTopicFrames(
  ctx: ServiceContext,
  { runId, seq, chunk }: Extract<Topic, { kind: "run" }>,
  signal: AbortSignal,
): AsyncGenerator<StreamFrame> {
  await storedRun(ctx, runId).catch(orDrill(ctx, runId, ({ state }) => state));
  const from = chunk === undefined ? { seq, signal } : { seq, chunk, signal };
  let cursor = { seq };
  let afterChunk = chunk;
  for await (const batch of ctx.hub.follow(runId, from)) {
    for (const frame of runFrames(runId, cursor, batch)) {
      yield { ...frame, ...(afterChunk !== undefined && { afterChunk }) };
      afterChunk = frame.cursor.chunk;
    }
    cursor = batch.cursor;
  }
}

async function* workspaceFrames(
  ctx: ServiceContext,
  { after }: Extract<Topic, { kind: "workspace" }>,
  signal: AbortSignal,
): AsyncGenerator<StreamFrame> {
  const { workspaceId, id: personId } = ctx.actor;
  const facts = { kind: "workspace" as const, topic: WORKSPACE_TOPIC, reducer: REDUCER_VERSION };
  const from = { workspaceId, personId, signal, ...(after !== undefined && { after }) };
  for await (const batch of ctx.hub.watchWorkspace(from)) yield { ...facts, ...batch };
}

/** A batch as frames of a bearable size, each with the cursor after it; the text first, then the events. */
function* runFrames(runId: string, before: { seq: number }, batch: RunBatch): Generator<RunFrame> {
  const empty = (): RunFrame => ({
    kind: "run",
    topic: runTopic(runId),
    reducer: REDUCER_VERSION,
    cursor: { ...cursor },
    events: [],
    chunks: [],
  });
  let cursor = { seq: before.seq, chunk: batch.cursor.chunk };
  let frame = empty();
  let chars = 0;
  for (const item of itemsOf(batch)) {
    if ("chunk" in item) {
      frame.chunks.push(item.chunk);
      cursor = { ...cursor, chunk: item.chunk.chunkNo };
    } else {
      frame.events.push(item.event);
      cursor = { seq: item.event.seq, chunk: batch.cursor.chunk };
    }
    frame.cursor = cursor;
    chars += JSON.stringify(item).length;
    if (chars < FRAME_CHARS) continue;
    yield frame;
    frame = empty();
    chars = 0;
  }
  const { comments, ready, ended } = batch;
  if (chars > 0 || comments || ready || ended)
    yield { ...frame, ...(comments && { comments }), ...(ready && { ready }), ...(ended && { ended }) };
}

function* itemsOf({ chunks, events }: RunBatch): Generator<Item> {
  for (const chunk of chunks) yield { chunk };
  for (const event of events) yield { event };
}
