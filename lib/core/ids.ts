import type { Ids } from "./ports";

/** Ids are opaque texts; the prefix says what they name. Task ids come from the plan. */
export const newRunId = (ids: Ids): string => `run_${ids.next()}`;
export const newCommandId = (ids: Ids): string => `cmd_${ids.next()}`;

/** Approval ids are counted inside their run, so that deciding stays free of randomness. */
export const approvalIdOf = (runId: string, n: number): string => `${runId.replace(/^run_/, "apr_")}-${n}`;
export const runIdOfApproval = (approvalId: string): string =>
  approvalId.replace(/^apr_/, "run_").replace(/-\d+$/, "");

/** `run/task/attempt/kind/n`: one key for one piece of work in flight. */
export function effectKey(runId: string, taskId: string, attempt: number, kind: string, n: number): string {
  return `${runId}/${taskId}/${attempt}/${kind}/${n}`;
}
