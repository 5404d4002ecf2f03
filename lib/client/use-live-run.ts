"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RunFrame } from "@/lib/core/stream";
import { foldEvents, type LiveRun } from "./fold-events";
import { createFrameQueue } from "./frame-queue";
import { addChunks, dropCommitted, dropStored, type LiveTexts } from "./live-text";
import { queryKeys, runQuery, textsQuery } from "./query";
import { browserStream } from "./stream/browser-stream";

/**
 * A run kept up to date in the cache: the server's snapshot, with the shared stream's events folded on top by the
 * engine's own reducer. Several components of a page may use it; they share one state.
 */
export function useLiveRun(snapshot: LiveRun): LiveRun {
  const { runId } = snapshot.state;
  const queryClient = useQueryClient();
  const { data: run } = useQuery({ ...runQuery(runId), initialData: snapshot });
  const ended = run.state.phase === "ended";
  useEffect(() => {
    if (ended) return;
    const queue = createFrameQueue<RunFrame>((frames) => foldFrames(queryClient, runId, frames));
    const known = queryClient.getQueryData<LiveRun>(queryKeys.run(runId));
    const unfollow = browserStream().follow(
      { kind: "run", runId, seq: known?.state.seq ?? 0 },
      (frame) => frame.kind === "run" && queue.add(frame),
    );
    return () => {
      unfollow();
      queue.stop();
    };
  }, [queryClient, runId, ended]);
  return run;
}

/** Texts that models are writing in a run which `useLiveRun` follows. */
export function useLiveTexts(runId: string): LiveTexts {
  return useQuery(textsQuery(runId)).data;
}

/** Folds frames into the cache of a run; a run with a gap before them is loaded again. */
export function foldFrames(queryClient: QueryClient, runId: string, frames: readonly RunFrame[]): void {
  const events = frames.flatMap((frame) => frame.events);
  const chunks = frames.flatMap((frame) => frame.chunks);
  queryClient.setQueryData<LiveTexts>(queryKeys.texts(runId), (texts = {}) =>
    dropCommitted(addChunks(texts, chunks), events),
  );
  // After an interruption nobody knows what was said in the meantime.
  if (frames.some(({ comments, ready }) => comments || ready))
    void queryClient.invalidateQueries({ queryKey: queryKeys.comments(runId) });
  const known = queryClient.getQueryData<LiveRun>(queryKeys.run(runId));
  if (!known) return;
  const { run, gap } = foldEvents(known, events);
  queryClient.setQueryData<LiveTexts>(queryKeys.texts(runId), (texts = {}) => dropStored(texts, run.state));
  if (gap) void queryClient.invalidateQueries({ queryKey: queryKeys.run(runId) });
  else if (events.length > 0) queryClient.setQueryData(queryKeys.run(runId), run);
}
