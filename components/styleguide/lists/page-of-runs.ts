import { NO_TASKS } from "@/lib/core/run/state/totals";
import { RUN_STATUSES, STATUS_OF_FINISH } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";
import { LONG_TEXT, type Scheme } from "../specimen";

const BEGUN = Date.UTC(2026, 0, 1);
/** When these runs are looked at: those that go on have taken seven minutes. */
export const RUNS_SEEN_AT = BEGUN + 420_000;

/** A run in each status; those that have ended for each reason. */
export function pageOfRuns(scheme: Scheme): { items: RunListItem[]; nextCursor: null } {
  const reasons = Object.entries(STATUS_OF_FINISH) as [
    keyof typeof STATUS_OF_FINISH,
    RunListItem["status"],
  ][];
  const run = (status: RunListItem["status"], more: Partial<RunListItem> = {}): RunListItem => ({
    ...{
      id: `run_${status}-${scheme}`,
      seq: 1,
      title: `A run that is ${status}`,
      status,
      finishReason: null,
    },
    ...{ tags: [], owner: { id: "anna", name: "Anna" }, planVersion: 1, replans: 0, iterations: 0 },
    ...{ tasks: { ...NO_TASKS, total: 7, done: 4, open: 2, failed: 1 }, openApprovals: 0, tokens: 12_400 },
    ...{ cost: { usd: 0.0312, knownUsd: 0.0312, unknownCalls: 0, modelCalls: 7 } },
    ...{ createdAt: BEGUN, finishedAt: BEGUN + 300_000 },
    ...more,
  });
  const live = RUN_STATUSES.filter((status) => !reasons.some(([, ended]) => ended === status));
  return {
    items: [
      ...live.map((status, at) =>
        run(status, { finishedAt: null, replans: at, openApprovals: status === "waiting" ? 2 : 0 }),
      ),
      ...reasons.map(([finishReason, status]) =>
        run(status, {
          id: `run_${finishReason}-${scheme}`,
          finishReason,
          title: `A run that ended: ${finishReason}`,
        }),
      ),
      run("completed", {
        ...{ id: `run_long-${scheme}`, title: LONG_TEXT, tags: ["release", "spring"], replans: 3 },
        ...{
          owner: { id: "ben", name: "Ben" },
          cost: { usd: null, knownUsd: 0, unknownCalls: 1, modelCalls: 1 },
        },
      }),
    ],
    nextCursor: null,
  };
}
