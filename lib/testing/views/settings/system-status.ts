import type { SystemStatus } from "@/lib/core/views";

/** An installation in which all is well. */
export const systemStatus = (part: Partial<SystemStatus> = {}): SystemStatus => ({
  atMs: 600_000,
  writable: true,
  workers: 2,
  waitingRuns: 0,
  waitingSinceMs: null,
  silentModels: [],
  stalledRuns: 0,
  ...part,
});
