import { layoutBlocks, NONE_HIDDEN, placeBlocks } from "@/lib/core/layout/blocks";
import { endsOf, linksOf } from "@/lib/core/layout/links";
import { toPlacedTasks, toRoutedEdges } from "@/lib/core/layout/plan-layout";
import type { Plan } from "@/lib/core/plan/schema";
import { planPicture } from "@/lib/core/report/plan-picture";
import { previewState } from "@/lib/core/run/state/preview";
import type { TextFile } from "@/lib/core/views";
import { askOnce } from "./use-layout";

/** The graph of a plan that no run has, as a picture, laid out as its preview is. Throws when it cannot be laid out. */
export async function drawPlan(plan: Plan): Promise<TextFile> {
  const links = linksOf(previewState(plan));
  const blocks = layoutBlocks(links, NONE_HIDDEN, { draft: true });
  const { layouts = [], error } = await askOnce({ blocks });
  if (error !== undefined) throw new Error(error);
  const byKey = new Map(layouts.map(({ key, layout }) => [key, layout]));
  const layout = placeBlocks(
    blocks.flatMap((block) => {
      const found = byKey.get(block.key);
      return found ? { block, layout: found } : [];
    }),
  );
  const { ways = new Map() } = await askOnce({ layout, edges: endsOf(links), known: new Map() });
  return planPicture(plan, { layout: { nodes: toPlacedTasks(layout), edges: toRoutedEdges(ways) } });
}
