import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue } from "@/lib/core/plan/schema";
import type { TaskIssues } from "../../graph/facts";
import { SEVERITIES, type Severity } from "../../status";

/** The task that a finding is shown at: of an edge the one that waits. */
export const taskOfFinding = ({ taskId, edge }: Pick<Finding, "taskId" | "edge">): string | undefined =>
  taskId ?? edge?.to;

/** What is wrong at each task: issues of reading and validation, and findings of the critic. */
export function issuesByTask(
  issues: readonly Issue[],
  findings: readonly Finding[],
): Map<string, TaskIssues> {
  const byTask = new Map<string, TaskIssues>();
  const add = (taskId: string | undefined, severity: Severity) => {
    if (taskId === undefined) return;
    const before = byTask.get(taskId);
    const worst =
      before && SEVERITIES.indexOf(before.severity) < SEVERITIES.indexOf(severity)
        ? before.severity
        : severity;
    byTask.set(taskId, { severity: worst, issueCount: (before?.issueCount ?? 0) + 1 });
  };
  for (const { taskId, severity } of issues) add(taskId, severity);
  const reportedByValidation = new Set(issues.map(({ code, taskId }) => `${code} ${taskId}`));
  for (const finding of findings) {
    const taskId = taskOfFinding(finding);
    // Validation has refused it already: once is enough.
    if (!reportedByValidation.has(`${finding.code} ${taskId}`)) add(taskId, finding.severity);
  }
  return byTask;
}

/** `1 critical, 2 warnings, 1 note`; empty for none. */
export function findingCounts(findings: readonly Pick<Finding, "severity">[]): string {
  const words = { critical: "critical", warning: "warning", info: "note" } as const;
  return (["critical", "warning", "info"] as const)
    .flatMap((severity) => {
      const count = findings.filter((one) => one.severity === severity).length;
      if (count === 0) return [];
      return `${count} ${words[severity]}${count === 1 || severity === "critical" ? "" : "s"}`;
    })
    .join(", ");
}
