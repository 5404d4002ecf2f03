import type { Plan } from "../plan/schema";
import type { RunState } from "../run/state";
import type { Place } from "./anchor";

/** A plan version of a run as comments are anchored in it. */
export function placeIn(
  { tasks, offered }: Readonly<Pick<RunState, "tasks" | "offered">>,
  plan: Plan,
  version: number,
): Place {
  // Only a version that is offered has tasks that the run does not know yet.
  const specs = [...(offered?.patch.tasks ?? []), ...Object.values(tasks).map(({ spec }) => spec)];
  const lineages = new Map(specs.map(({ id, lineage }) => [id, lineage]));
  const replaces = new Map(specs.flatMap((one) => (one.replaces ? [[one.id, one.replaces] as const] : [])));
  return { plan, version, lineages, replaces };
}
