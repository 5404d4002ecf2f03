import { formatCounted } from "../describe/amounts";
import { straightWay } from "../layout/geometry";
import { endsOf, linksOf } from "../layout/links";
import { type PlanLayout, toGraphLayout, toRoutedEdges } from "../layout/plan-layout";
import { getOwn } from "../own";
import type { Plan } from "../plan/schema";
import { slugOf } from "../plan/write/file";
import { previewState } from "../run/state/preview";
import type { TextFile } from "../views";
import { graphFile } from "./graph-picture";

/** The graph of a plan as a picture: its tasks where the layout has them, whatever else that holds, and nothing begun. */
export function planPicture(
  plan: Plan,
  { layout, version }: { layout: Pick<PlanLayout, "nodes" | "edges">; version?: number },
): TextFile {
  const state = { ...previewState(plan), planVersion: version ?? 1, mission: plan.title };
  const { positions, routes } = toGraphLayout(layout);
  const ways = endsOf(linksOf(state)).flatMap(({ id, source, target }) => {
    const [from, to] = [positions.get(source), positions.get(target)];
    return from && to ? [[id, routes.get(id) ?? straightWay(from, to)] as const] : [];
  });
  const drawn = {
    nodes: layout.nodes.filter(([id]) => getOwn(state.tasks, id)),
    edges: toRoutedEdges(new Map(ways)),
  };
  const { length } = plan.tasks;
  const about = { headline: formatCounted(length, "task", "tasks"), asOf: "as planned" };
  const suffix = version === undefined ? "" : `-v${version}`;
  const text = graphFile(state, drawn, about);
  return { fileName: `${slugOf(plan.title)}${suffix}.svg`, contentType: "image/svg+xml", text };
}
