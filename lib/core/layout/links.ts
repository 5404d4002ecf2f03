import { tasksToShow } from "../run/selectors";
import type { RunState } from "../run/state";
import type { Ends } from "./geometry";

/** Where a task hangs in the graph, and the plan version that brought it. */
export type TaskLinks = {
  id: string;
  dependsOn: readonly string[];
  version: number;
  /** A later version has it no more. */
  dropped?: true;
};

/** So many dropped tasks tell what a replan did; more of them hide the plan, and would keep it apart. */
export const FEW_DROPPED = 8;

export const edgeId = (source: string, target: string): string => `${source}→${target}`;

/** Every task that the graph of a run shows: those of the plan in force, and those that later versions dropped. */
export function linksOf(state: Readonly<RunState>): TaskLinks[] {
  return tasksToShow(state).map(({ id, spec, status, sinceVersion }) => ({
    id,
    dependsOn: spec.dependsOn,
    version: sinceVersion,
    ...(status === "superseded" && { dropped: true }),
  }));
}

/** The edges between these tasks. */
export function endsOf(links: readonly TaskLinks[]): Ends[] {
  const known = new Set(links.map(({ id }) => id));
  return links.flatMap(({ id, dependsOn }) =>
    dependsOn.flatMap((source) =>
      known.has(source) ? [{ id: edgeId(source, id), source, target: id }] : [],
    ),
  );
}
