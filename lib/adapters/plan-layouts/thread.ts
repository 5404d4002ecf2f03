// A thread of its own, run by Node with the loader that its parent names.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import ELK from "elkjs";
import type { LayoutBlock } from "@/lib/core/layout/blocks";
import { fromEngineGraph, toEngineGraph, wrapColumns } from "@/lib/core/layout/engine-graph";
import {
  type LayoutJob,
  placeTasks,
  routeAll,
  toPlacedTasks,
  toRoutedEdges,
} from "@/lib/core/layout/plan-layout";

// Of this thread alone: nobody waits for what is prepared, and other threads have runs to move.
if (workerData?.inBackground) setPriority(constants.priority.PRIORITY_LOW);

const elk = new ELK({ algorithms: ["layered"] });

const layOutBlock = async (block: LayoutBlock) =>
  wrapColumns(fromEngineGraph(await elk.layout(toEngineGraph(block))));

parentPort?.on("message", async (job: LayoutJob) => {
  try {
    const layout = await placeTasks(job, layOutBlock);
    parentPort?.postMessage({ nodes: toPlacedTasks(layout) });
    parentPort?.postMessage({ edges: toRoutedEdges(routeAll(layout, job.links)) });
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
