/** The run's page with the task of this gate selected. */
export function gateHref({ runId, taskId }: { runId: string; taskId: string | null }): string {
  return taskId === null ? `/runs/${runId}` : `/runs/${runId}?task=${encodeURIComponent(taskId)}`;
}
