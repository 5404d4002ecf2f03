import {
  type Critique,
  FINDING_SEVERITIES,
  type Finding,
  type FindingCode,
  type FindingSeverity,
  MODEL_FINDINGS,
} from "./types";

/** What findings add up to (docs/plans.md, "Critic"). */

const WEIGHT: Record<FindingSeverity, number> = { critical: 3, warning: 1, info: 0.5 };
const NOUNS: Record<FindingSeverity, [one: string, many: string]> = {
  critical: ["critical finding", "critical findings"],
  warning: ["warning", "warnings"],
  info: ["note", "notes"],
};

/** 10 less 3 for each critical finding, 1 for each warning and 0.5 for each note; rounded, and at least 1. */
export function scoreOf(findings: readonly Finding[]): number {
  const lost = findings.reduce((sum, { severity }) => sum + WEIGHT[severity], 0);
  return Math.max(1, Math.round(10 - lost));
}

/** The findings that nobody has waived; `scoreOf` of them is the score that counts. */
export function openFindings(critique: Critique, waivedKeys: Iterable<string>): Finding[] {
  const waived = new Set(waivedKeys);
  return critique.findings.filter(({ key }) => !waived.has(key));
}

/** The critique that consists of these findings: each key once, the most severe first. */
export function critiqueOf(found: readonly Finding[]): Critique {
  const byKey = new Map<string, Finding>();
  for (const one of found) if (!byKey.has(one.key)) byKey.set(one.key, one);
  const findings = FINDING_SEVERITIES.flatMap((severity) =>
    [...byKey.values()].filter((one) => one.severity === severity),
  );
  const score = scoreOf(findings);
  return {
    score,
    summary: summaryOf(findings, score),
    findings,
    recommendations: [...new Set(findings.map(({ recommendation }) => recommendation))],
  };
}

const BY_MODEL: ReadonlySet<FindingCode> = new Set(MODEL_FINDINGS);

/** Whether a plan goes back to its writer for this alone: what a model sees in a plan says more than its score. */
export const isGrave = ({ code, severity }: Pick<Finding, "code" | "severity">): boolean =>
  BY_MODEL.has(code) && severity !== "info";

/** Findings about several tasks, which name only the first of them. */
const ABOUT_MANY: ReadonlySet<FindingCode> = new Set([
  "missing_gate",
  "parallel_explosion",
  "review_spacing",
]);

/** The critique without what is said of single tasks that have ended: nobody can fix them any more. */
export function withoutEnded(critique: Critique, ended: ReadonlySet<string>): Critique {
  const open = critique.findings.filter(({ code, taskId, edge }) => {
    const subject = edge?.to ?? taskId;
    return subject === undefined || ABOUT_MANY.has(code) || !ended.has(subject);
  });
  return open.length === critique.findings.length ? critique : critiqueOf(open);
}

/**
 * The critique with what a model found as well. Its findings never displace those of the rules; one about a task that
 * is not among `taskIds`, where these are given, stays without a place.
 */
export function withModelFindings(
  critique: Critique,
  findings: readonly Finding[],
  taskIds?: Iterable<string>,
): Critique {
  const known = taskIds && new Set(taskIds);
  const attributed = findings.map((one): Finding => {
    const { taskId, ...rest } = one;
    return taskId === undefined || known?.has(taskId) !== false ? one : rest;
  });
  return critiqueOf([...critique.findings, ...attributed]);
}

function summaryOf(findings: readonly Finding[], score: number): string {
  if (findings.length === 0) return `The plan scores ${score} of 10: nothing was found.`;
  const counts = FINDING_SEVERITIES.flatMap((severity) => {
    const count = findings.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : `${count} ${NOUNS[severity][count === 1 ? 0 : 1]}`;
  });
  return `The plan scores ${score} of 10: ${listOf(counts)}.`;
}

function listOf(parts: readonly string[]): string {
  const [last, ...before] = [...parts].reverse();
  return before.length === 0 ? String(last) : `${before.reverse().join(", ")} and ${last}`;
}
