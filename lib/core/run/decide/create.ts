import type { CreateCommand, OfferedPlan } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { PlanOrigin } from "../events/mission";
import type { RunState } from "../state";
import { type Decided, refuse } from "./refuse";

export function decideCreate(state: RunState, command: CreateCommand): Decided {
  if (state.phase !== "new") return refuse("conflict", "This run exists already.");
  const { mission, workspaceId, settings, tags, plan } = command;
  const created = draft("run_created", { mission, workspaceId, settings, tags });
  if (!plan) return [created, draft("planning_started", {})];
  return [created, ...adoptFirst(plan, plan.origin, "given with the mission", "person")];
}

/** The first plan version and the start of the run. */
export function adoptFirst(
  plan: OfferedPlan,
  origin: PlanOrigin,
  cause: string,
  author: string,
  key?: string,
): DraftEvent[] {
  const { digest, patch, warnings } = plan;
  const taskCount = patch.tasks.length;
  return [
    draft(
      "plan_proposed",
      { title: patch.title.slice(0, 300), taskCount, digest, warnings: warnings.slice(0, 20) },
      key,
    ),
    draft("plan_version_adopted", { version: 1, origin, cause, author, digest, patch }),
    draft("run_started", {}),
  ];
}
