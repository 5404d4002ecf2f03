"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RunFrame } from "@/lib/core/stream";
import type { LiveRun } from "./live/fold-events";
import { createFrameQueue } from "./live/frame-queue";
import type { LiveTexts } from "./live/live-text";
import { queryKeys, runQuery, textsQuery } from "./query";
import { browserStream } from "./stream/browser-stream";
import { useIsHydrated } from "./use-is-hydrated";

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
    const queue = createFrameQueue<RunFrame>(createTaker(queryClient, runId));
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

const NONE: LiveTexts = {};

/**
 * Texts that models are writing in a run which `useLiveRun` follows. A part of the page that is taken over after the rest
 * begins with none, as the server drew it, whatever has come since.
 */
export function useLiveTexts(runId: string): LiveTexts {
  const { data } = useQuery(textsQuery(runId));
  return useIsHydrated() ? data : NONE;
}

type Folding = Pick<typeof import("./live/fold-frames"), "foldFrames">;

/** The reducer comes with the first news, not with the page: a run that waits for a person has none. */
export const loadFolding = (): Promise<Folding> => import("./live/fold-frames");

/**
 * Takes the frames of a run in their order. Those that come while the reducer is on its way wait for it; where it cannot
 * be loaded, the run is read again in their place.
 */
export function createTaker(queryClient: QueryClient, runId: string, load = loadFolding) {
  let folding: Folding | undefined;
  let waiting: RunFrame[] | undefined;
  const foldWaiting = async () => {
    try {
      folding = await load();
      folding.foldFrames(queryClient, runId, waiting ?? []);
    } catch {
      void queryClient.invalidateQueries({ queryKey: queryKeys.run(runId) });
    } finally {
      waiting = undefined;
    }
  };
  return (frames: readonly RunFrame[]): void => {
    // After an interruption nobody knows what was said in the meantime.
    if (frames.some(({ comments, ready }) => comments || ready))
      void queryClient.invalidateQueries({ queryKey: queryKeys.comments(runId) });
    const news = frames.filter(({ events, chunks }) => events.length + chunks.length > 0);
    if (news.length === 0) return;
    if (folding) folding.foldFrames(queryClient, runId, news);
    else if (waiting) waiting.push(...news);
    else {
      waiting = [...news];
      void foldWaiting();
    }
  };
}
