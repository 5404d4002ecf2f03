import type { Log } from "@/lib/core/ports";
import type { RunEvent } from "@/lib/core/run/events";

/**
 * Tells of a run's plans in the worker's log (docs/operations.md, "Logs"): each iteration of planning and replanning, and what was
 * refused or failed. Codes and counts alone: words of missions and models stay in the run.
 */
export function logPlans(log: Log, runId: string, events: readonly RunEvent[]): void {
  for (const { type, payload } of events)
    switch (type) {
      case "plan_version_adopted":
        log.info({ runId, version: payload.version, origin: payload.origin }, "A plan is in force");
        break;
      case "iteration_started":
        log.info({ runId, iteration: payload.iteration, limit: payload.limit }, "An iteration begins");
        break;
      case "replan_started":
        log.info({ runId, replan: payload.number, trigger: payload.cause.trigger }, "A replan begins");
        break;
      case "replan_adopted": {
        const { number, toVersion, added, removed, kept } = payload;
        log.info({ runId, replan: number, version: toVersion, added, removed, kept }, "A replan is in force");
        break;
      }
      case "plan_rejected":
        log.warn(
          { runId, issues: codesOf(payload.issues), reason: payload.reason?.code },
          "A plan was refused",
        );
        break;
      case "plan_version_declined":
        log.warn({ runId, version: payload.version, reason: payload.reason.code }, "A plan was declined");
        break;
      case "replan_refused":
        log.warn({ runId, replan: payload.number, reason: payload.reason.code }, "A replan was refused");
        break;
      case "replan_failed": {
        const { number, reason, issues } = payload;
        log.warn({ runId, replan: number, reason: reason.code, issues: codesOf(issues) }, "A replan failed");
        break;
      }
    }
}

const codesOf = (issues: readonly { code: string }[]): string[] => [
  ...new Set(issues.map(({ code }) => code)),
];
