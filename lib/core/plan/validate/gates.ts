import { digestOf } from "../../bytes";
import { formatAssignees } from "../../describe/gates/words";
import { type ControlTerms, controlTerms } from "../../run/controls/terms/terms";
import { type GatePeople, type Unpassable, unpassable } from "../../run/gates/passable";
import type { RunSettings } from "../../run/settings";
import type { RunState } from "../../run/state";
import type { Issue, Plan, Task } from "../schema";

/** Who could answer a plan's gates, and under which settings of its run. */
export type GateFacts = GatePeople & {
  fourEyes: boolean;
  reviewMode?: RunSettings["reviewMode"];
  /** The tasks of the version in force: what is in force already is no news. */
  inForce?: readonly Task[];
};

/** Who could answer the gates of a run's next plan: its authors are those of the mission and of the plan. */
export function gateFactsOfRun(
  { author, settings }: Pick<RunState, "author" | "settings">,
  people: GatePeople["people"],
  writer?: string,
): GateFacts {
  const mission = author?.kind === "person" ? author.id : undefined;
  const authors = [mission, writer].filter((id) => id !== undefined);
  return { people, authors, fourEyes: settings.fourEyes, reviewMode: settings.reviewMode };
}

const MAX_CHOICES = 20;

/** The gates, and reviews that require approval, that nobody can let pass (docs/plans.md, "Validation"). */
export function gateIssues({ tasks }: Pick<Plan, "tasks">, facts: GateFacts): Issue[] {
  const termsOf = (task: Task) => controlTerms(task, facts);
  const known = new Set((facts.inForce ?? []).flatMap((task) => peopleDigest(termsOf(task))));
  return tasks.flatMap((task): Issue[] => {
    const terms = termsOf(task);
    const problem = terms && unpassable(terms, facts);
    if (!problem || peopleDigest(terms).some((digest) => known.has(digest))) return [];
    const path = terms.kind === "human_review" ? "gate" : "review";
    const choices = problem.choices.slice(0, MAX_CHOICES);
    const message = describeUnpassable(task.title || task.id, { ...problem, choices });
    return [{ severity: "error", code: "gate_unpassable", message, taskId: task.id, path, choices }];
  });
}

/** Who is asked by a gate and how many have to agree, as one digest; none of a task that is no control. */
function peopleDigest(terms: ControlTerms | undefined): string[] {
  if (!terms) return [];
  const { assignees, quorum, fourEyes, escalateTo } = terms;
  return [digestOf({ assignees, quorum, fourEyes, escalateTo })];
}

function describeUnpassable(title: string, { asked, quorum, able, authors, choices }: Unpassable): string {
  const approvals = quorum === 1 ? "an approval" : `${quorum} approvals`;
  const whose = asked.length > 0 ? ` of ${formatAssignees(asked)}` : "";
  const who = able.length === 0 ? "nobody here can give one" : `only ${able.join(", ")} can give one here`;
  const byAuthors =
    authors.length > 0 ? ` (${authors.join(", ")} wrote the mission or plan, and it takes four eyes)` : "";
  const instead =
    choices.length === 0
      ? "Somebody else with the right to review is needed: an administrator can make them a key."
      : `Keep it, and choose who shall answer instead: assignees among ${choices.join(", ")}, and no more approvals than people.`;
  return `"${title}" takes ${approvals}${whose}, and ${who}${byAuthors}. ${instead}`;
}
