import fc from "fast-check";
import { task as taskSchema } from "@/lib/core/plan/schema";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import { type RefinementItems, truncateRefinement } from "@/lib/core/refinement/items";
import { refine } from "@/lib/core/refinement/refine";
import { APPLY_MODES, refinementSettings } from "@/lib/core/refinement/settings";
import { restsOn } from "@/lib/core/run/controls/release/asked";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunWorld } from "./run-world";

/** Runs that look at the rest of their plan when tasks have ended, and as many that do not. */
export const refinementArb = fc
  .record(
    {
      enabled: fc.boolean(),
      max: fc.constantFrom(0, 1, 5),
      apply: fc.constantFrom(...APPLY_MODES),
      wait: fc.boolean(),
      timeoutMs: fc.constantFrom(1, 5_000),
    },
    { requiredKeys: ["enabled", "max", "wait", "timeoutMs"] },
  )
  .map((given) => refinementSettings.parse(given));

/** What the number makes of the rest of the plan: something new, something changed, something skipped, all or nothing. */
function itemsOf({ state }: RunWorld, n: number): RefinementItems {
  const pick = (shift: number) => state.order[(n + shift) % state.order.length] ?? "t0";
  const id = `r${state.planVersion}_${n}`;
  const reason = `because ${n}`;
  return {
    modify: n % 2 === 0 ? [{ taskId: pick(0), input: `now ${n} {{results.${pick(2)}}}`, reason }] : [],
    add: n % 3 === 0 ? [{ task: taskSchema.parse({ id, title: id }), after: [pick(1)], reason }] : [],
    skip: n % 5 < 2 ? [{ taskId: pick(3), reason }] : [],
  };
}

/** The refiner's word, held against the plan as an effect does; now and then there is none, or none that can be used. */
export function refinePlan(world: RunWorld, key: string, n: number): void {
  const { state, plan: current } = world;
  if (!current || n % 9 === 8) {
    const issues = n % 2 === 0 ? [{ code: "too_large", message: "too much" }] : [];
    world.send({ type: "refinement_unwritten", key, reason: statedReason("503"), issues });
    return;
  }
  const tasks = state.order.flatMap((id) => state.tasks[id] ?? []);
  const unstarted = tasks.filter(({ status, attempts }) => status === "pending" && attempts.length === 0);
  const { plan, changesPlan, ...taken } = refine(itemsOf(world, n), {
    current,
    status: new Map(tasks.map(({ id, status }) => [id, status])),
    unstarted: new Set(unstarted.map(({ id }) => id)),
    usedIds: new Set(Object.keys(state.tasks)),
    checkedByPeople: new Set(state.heldChecks.map(({ taskId }) => taskId)),
    restedOn: new Set(unstarted.flatMap(({ id }) => (restsOn(state, id) ? [id] : []))),
    about: state.refinements?.asked?.about ?? [],
    reachOf: () => ({}),
    mayWrite: true,
  });
  const facts = truncateRefinement({ summary: `refined ${n}`, ...taken });
  if (!changesPlan && taken.skipped.length === 0) {
    world.send({ type: "refinement_unneeded", key, facts });
    return;
  }
  const lineages = new Map(Object.values(state.tasks).map(({ id, spec }) => [id, spec.lineage]));
  const patch = patchBetween(storePlan(current, lineages).plan, storePlan(plan, lineages).plan);
  const offered = { digest: planDigest(plan), patch, warnings: [] };
  const before = state.planVersion;
  world.send({ type: "refinement_written", key, facts, ...(changesPlan && { plan: offered }) });
  if (state.planVersion > before) world.plan = plan;
}
