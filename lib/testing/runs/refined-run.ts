import type { reachOf } from "@/lib/core/plan/reach";
import type { Task } from "@/lib/core/plan/schema";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { RefinementFacts } from "@/lib/core/refinement/items";
import type { CommandOutcome, OfferedPlan } from "@/lib/core/run";
import type { RunSettings } from "@/lib/core/run/settings";
import { planOf, RunWorld, type TaskDraft } from "./run-world";

/** Has the rest of the plan looked at, and what comes next wait for that, with what is not given as usual. */
export const refining = (
  given: Partial<RunSettings["refinement"]> = {},
): Pick<RunSettings, "refinement"> => ({
  refinement: { enabled: true, max: 5, wait: true, timeoutMs: 20_000, ...given },
});

/** A result that speaks against what is built on it, so that the rest of the plan is looked at. */
export const CONTRADICTS = { found: null };

/** A run of these tasks that refines its plan, with the first of them done: the question about it is under way. */
export function askedRun(
  tasks: TaskDraft[],
  settings: Partial<RunSettings> = refining(),
  tools?: Parameters<typeof reachOf>[1],
): RunWorld {
  const world = new RunWorld({ plan: planOf(...tasks), settings, tools });
  world.start();
  world.succeed((tasks[0] as TaskDraft).id, CONTRADICTS);
  world.start();
  return world;
}

type Changes = {
  /** By task, what it is to be. */
  modify?: Record<string, Partial<Task>>;
  add?: TaskDraft[];
  skip?: string[];
  dropped?: RefinementFacts["dropped"];
};

/** What a refinement with these changes has to tell. */
export const factsOf = ({ modify = {}, add = [], skip = [], dropped = [] }: Changes): RefinementFacts => {
  const items = (ids: string[]) => ids.map((taskId) => ({ taskId, reason: `because of ${taskId}` }));
  return {
    summary: "better so",
    dropped,
    modified: items(Object.keys(modify)),
    added: items(add.map(({ id }) => id)),
    skipped: items(skip),
  };
};

/** The plan in force with these changes, as an effect offers it. */
export function refinedOffer({ state, plan }: RunWorld, { modify = {}, add = [] }: Changes): OfferedPlan {
  if (!plan) throw new Error("no plan");
  const tasks = plan.tasks.map((task) => ({ ...task, ...modify[task.id] }));
  const next = { ...plan, tasks: [...tasks, ...planOf(...add).tasks] };
  const lineages = new Map(Object.values(state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const patch = patchBetween(storePlan(plan, lineages).plan, storePlan(next, lineages).plan);
  return { digest: planDigest(next), patch, warnings: [] };
}

/** The refiner's word; where it is adopted, its plan is the one of the test from then on. */
export function writeRefinement(
  world: RunWorld,
  changes: Changes,
  { key = world.keyOfKind("refine"), ...more }: { key?: string } & Partial<OfferedPlan> = {},
): CommandOutcome {
  const hasPlan = changes.modify !== undefined || changes.add !== undefined;
  const plan = hasPlan ? { ...refinedOffer(world, changes), ...more } : undefined;
  const said = { key, facts: factsOf(changes), ...(plan && { plan }) };
  const before = world.state.planVersion;
  const outcome = world.send({ type: "refinement_written", ...said });
  if (world.state.planVersion > before) world.readPlan();
  return outcome;
}
