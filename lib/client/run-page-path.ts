import { routeAddress } from "./call";

/** The last event says where the log ends; one that adopted a large plan is half as long as the state again. */
export const runPageInput = (runId: string) => ({ id: runId, log: 1 });

/** Where all that the page of a large run begins with is read, after the page: the page says so before its scripts do. */
export const runPagePath = (runId: string): string =>
  routeAddress("GET /api/v1/runs/{id}/view", runPageInput(runId));
