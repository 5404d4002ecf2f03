import { z } from "zod";
import { asDomainError } from "@/lib/core/errors";
import {
  type ProblemFrame,
  REDUCER_VERSION,
  type StreamFrame,
  type Topic,
  topicName,
  WORKSPACE_TOPIC,
} from "@/lib/core/stream";
import type { ServiceContext } from "../context";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";
import { runFrames } from "./frames";
import { merge } from "./merge";
import { topicsInput } from "./topics-input";

/**
 * News of several topics as one stream of frames, each topic from its own place (docs/engine.md, "Streams"). A topic
 * that cannot be watched gives one problem frame; the others go on. Ends with its last topic, or with the signal.
 */
export const openStream = defineVerb({
  name: "stream/open",
  capability: "view",
  input: z.object({ topics: topicsInput, signal: z.instanceof(AbortSignal) }),
  async run({ ctx, input: { topics, signal } }): Promise<{ frames: AsyncIterable<StreamFrame> }> {
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
  await requireRun(ctx, runId);
  const from = chunk === undefined ? { seq, signal } : { seq, chunk, signal };
  let cursor = { seq };
  for await (const batch of ctx.hub.follow(runId, from)) {
    yield* runFrames(runId, cursor, batch);
    cursor = batch.cursor;
  }
}

async function* workspaceFrames(
  ctx: ServiceContext,
  { after }: Extract<Topic, { kind: "workspace" }>,
  signal: AbortSignal,
): AsyncGenerator<StreamFrame> {
  const { workspaceId } = ctx.actor;
  const facts = { kind: "workspace" as const, topic: WORKSPACE_TOPIC, reducer: REDUCER_VERSION };
  const from = after === undefined ? { workspaceId, signal } : { workspaceId, after, signal };
  for await (const batch of ctx.hub.watchWorkspace(from)) yield { ...facts, ...batch };
}
