import { columnsByLevel } from "../layout/blocks";
import { linksOf } from "../layout/links";
import { type PlanLayout, routeAll, toPlacedTasks, toRoutedEdges } from "../layout/plan-layout";
import { levels } from "../plan/graph";
import type { RunState } from "../run/state";

/** Where the few tasks of a drill are on the canvas: a column a level, computed each time, since layouts of runs are stored. */
export function layoutOfDrill(state: RunState): PlanLayout {
  const links = linksOf(state);
  const levelOf = levels(links);
  const layout = columnsByLevel(links.map(({ id }) => ({ id, level: levelOf.get(id) ?? 0 })));
  const edges = toRoutedEdges(routeAll(layout, links));
  return { version: state.planVersion, nodes: toPlacedTasks(layout), edges };
}
