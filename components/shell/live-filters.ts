import { isTerminalRun, RUN_STATUSES } from "@/lib/core/run/status";

/** What the frame and the overview ask for; the server renders the same, so that both share the cache's entries. */
export const LIVE_GATES = { status: "open" as const, limit: 100 };
/** Those that ask the person who looks, or nobody by name: the server tells, as many as there are of others. */
export const MY_GATES = { ...LIVE_GATES, assigned: "me" as const };
export const LIVE_RUNS = { status: RUN_STATUSES.filter((status) => !isTerminalRun(status)), limit: 100 };
