/** The last event says where the log ends; one that adopted a large plan is half as long as the state again. */
const FIRST_EVENTS = 1;

/** Where all that the page of a large run begins with is read, after the page: the page says so before its scripts do. */
export const runPagePath = (runId: string): string =>
  `/api/v1/runs/${encodeURIComponent(runId)}/view?log=${FIRST_EVENTS}`;
