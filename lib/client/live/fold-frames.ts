import type { QueryClient } from "@tanstack/react-query";
import type { RunFrame } from "@/lib/core/stream";
import { queryKeys } from "../query";
import { foldEvents, type LiveRun } from "./fold-events";
import { addChunks, dropCommitted, dropStored, type LiveTexts } from "./live-text";

/** Folds frames into the cache of a run; a run with a gap before them is loaded again. */
export function foldFrames(queryClient: QueryClient, runId: string, frames: readonly RunFrame[]): void {
  const events = frames.flatMap((frame) => frame.events);
  const chunks = frames.flatMap((frame) => frame.chunks);
  queryClient.setQueryData<LiveTexts>(queryKeys.texts(runId), (texts = {}) =>
    dropCommitted(addChunks(texts, chunks), events),
  );
  const known = queryClient.getQueryData<LiveRun>(queryKeys.run(runId));
  if (!known) return;
  const { run, gap } = foldEvents(known, events);
  queryClient.setQueryData<LiveTexts>(queryKeys.texts(runId), (texts = {}) => dropStored(texts, run.state));
  if (gap) void queryClient.invalidateQueries({ queryKey: queryKeys.run(runId) });
  else if (events.length > 0) queryClient.setQueryData(queryKeys.run(runId), run);
}
