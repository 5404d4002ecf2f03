import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";

/** What the frame and the overview ask for; the server renders the same, so that both share the cache's entries. */
export const LIVE_GATES = { status: "open" as const, limit: 100 };
export const LIVE_RUNS = { status: RUN_STATUSES.filter((status) => !isTerminalRun(status)), limit: 100 };
