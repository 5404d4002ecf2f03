/** Where a gate is answered, or read once it is closed. */
export const gateHref = (approvalId: string): string => `/inbox?gate=${encodeURIComponent(approvalId)}`;

/** Where a closed gate is read. */
export const closedGateHref = (approvalId: string): string =>
  `/inbox?tab=decided&gate=${encodeURIComponent(approvalId)}`;

/** The run's page with the task of this gate selected. */
export function runGateHref({ runId, taskId }: { runId: string; taskId: string | null }): string {
  return taskId === null ? `/runs/${runId}` : `/runs/${runId}?task=${encodeURIComponent(taskId)}`;
}
