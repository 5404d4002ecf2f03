import { issueLines } from "@/lib/agents/facts";
import type { Role } from "@/lib/agents/role";
import type { WrittenPlan } from "@/lib/agents/written-plan";
import { isGrave } from "@/lib/core/plan/critic";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { IssueFacts } from "@/lib/core/run/events/reason";
import { issueFacts } from "./offer-plan";

/** What is wrong with a written plan of which people, or its writer at once, can do without a part. */

/**
 * A role that is asked again about pieces that were not read, and told with them what else is wrong with its plan: told of it
 * later, it would have been corrected once already. `restOf`: its plan without these pieces.
 */
export function tellingAllFaults<Input, Output>(
  role: Role<Input, Output>,
  restOf: (answer: { text: string; issues: Issue[] }) => WrittenPlan | undefined,
  fitPlan: (plan: Plan) => { errors: Issue[] },
): Role<Input, Output> {
  return {
    ...role,
    parse(text, data) {
      const parsed = role.parse(text, data);
      if (parsed.ok || parsed.repairs === undefined || !parsed.issues) return parsed;
      const rest = restOf({ text, issues: parsed.issues });
      const faults = rest ? fitPlan(rest.plan).errors : [];
      return faults.length === 0
        ? parsed
        : { ...parsed, problem: `${parsed.problem}\n${issueLines(faults)}` };
    },
  };
}

/** A check of a result that cannot be evaluated: the plan can run without it where a person says so. */
export const isFaultOfCheck = ({ code, path }: Issue): boolean =>
  code === "invalid_verification" && path === "verification";

export function withoutChecks(plan: Plan, faults: readonly Issue[]): Plan {
  const ids = new Set(faults.map(({ taskId }) => taskId));
  const tasks = plan.tasks.map(({ verification, ...task }) =>
    verification === undefined || ids.has(task.id) ? task : { ...task, verification },
  );
  return { ...plan, tasks };
}

/** Tasks of agents that by a model's word only a person can do: one is asked about them before the plan runs. */
export function unaskedPeople(findings: readonly Finding[]): IssueFacts[] {
  const found = findings.filter((one) => one.code === "person_needed" && isGrave(one));
  return issueFacts(
    found.map(({ message, taskId }) => ({
      code: "person_or_agent",
      message,
      ...(taskId !== undefined && { taskId }),
    })),
  );
}
