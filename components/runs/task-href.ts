type Place = { runId: string; taskId?: string | null | undefined };

/** The run's page, with a task selected where one is named. */
export function taskHref({ runId, taskId }: Place): string {
  const run = `/runs/${encodeURIComponent(runId)}`;
  return taskId == null ? run : `${run}?task=${encodeURIComponent(taskId)}`;
}
