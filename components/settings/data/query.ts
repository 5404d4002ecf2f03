import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";
import type { DataExportView } from "@/lib/core/data/views";

const POLL_MS = 1_500;

/** The newest exports, read again while one is on its way, and while `isAwaited`: the browser has asked for another. */
export const exportsQuery = (isAwaited: (items: readonly DataExportView[]) => boolean) =>
  queryOptions({
    queryKey: ["data-exports"] as const,
    queryFn: ({ signal }) => call("GET /api/v1/data/exports", {}, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const items = data?.items ?? [];
      return isAwaited(items) || items.some(({ status }) => status === "running") ? POLL_MS : false;
    },
  });
