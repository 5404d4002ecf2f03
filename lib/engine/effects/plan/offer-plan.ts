import { checkDispositions, type GivenDisposition } from "@/lib/core/comments/dispositions";
import type { Round } from "@/lib/core/comments/schema";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import { type Lineages, patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { StoredPlan } from "@/lib/core/plan/stored";
import type { ToolFacts } from "@/lib/core/ports";
import type { OfferedPlan } from "@/lib/core/run/commands";
import { reachOf } from "@/lib/core/run/controls/reach";
import type { IssueFacts } from "@/lib/core/run/events/reason";
import type { PayloadRows } from "../../types";

const MAX_WARNINGS = 20;

/** A plan as a command offers it, and the rows that go with it. `parent` is absent for the first version. */
export function offerPlan(
  plan: Plan,
  { warnings, tools }: { warnings: IssueFacts[]; tools: readonly ToolFacts[] },
  parent?: StoredPlan,
  lineages?: Lineages,
): { offered: OfferedPlan; rows: PayloadRows } {
  const { plan: stored, blobs } = storePlan(plan, lineages);
  const digest = planDigest(plan);
  const patch = patchBetween(parent, stored);
  return {
    offered: {
      digest,
      patch,
      warnings: issueFacts(warnings).slice(0, MAX_WARNINGS),
      reach: reachOf(plan, tools),
    },
    rows: { blobs, plans: [{ digest, plan }] },
  };
}

/** The offered plan with what became of the comments that it was written for. */
export function withDispositions<Offered extends OfferedPlan>(
  offered: Offered,
  round: Round | undefined,
  given: readonly GivenDisposition[] | undefined,
  base: { current: Plan; version: number; lineages: Lineages } | undefined,
  plan: Plan,
): Offered {
  if (!round || !base) return offered;
  const { current, version, lineages } = base;
  const before = { plan: current, version, lineages };
  const after = { plan, version: version + 1, lineages };
  return { ...offered, dispositions: checkDispositions(round.comments, given ?? [], before, after) };
}

/** Issues as events keep them: what a plan text is corrected by, not where in it. */
export function issueFacts(issues: readonly IssueFacts[]): IssueFacts[] {
  return issues.map(({ code, message, taskId }) => ({
    code,
    message: message.slice(0, 300),
    ...(taskId !== undefined && { taskId }),
  }));
}

export const errorsIn = (issues: Issue[]): Issue[] => issues.filter((issue) => issue.severity === "error");

/** What is wrong with an answer that holds no plan at all. */
export function unreadableIssues(answer: { problem: string; issues: Issue[] }) {
  if (answer.issues.length > 0) return issueFacts(answer.issues);
  return [{ code: "invalid_plan_format", message: answer.problem.slice(0, 300) }];
}
