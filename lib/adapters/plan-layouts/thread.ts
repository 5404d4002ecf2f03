// A thread of its own, run by Node with the loader that its parent names.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import ELK from "elkjs";
import type { LayoutBlock } from "@/lib/core/layout/blocks";
import { fromEngineGraph, toEngineGraph, wrapColumns } from "@/lib/core/layout/engine-graph";
import {
  type LayoutJob,
  type PlacedTask,
  placeTasks,
  type RoutedEdge,
  routeAll,
  toPlacedTasks,
  toRoutedEdges,
} from "@/lib/core/layout/plan-layout";
import type { Posted } from "../work-thread";

// Of this thread alone: nobody waits for what is prepared, and other threads have runs to move.
if (workerData?.inBackground) setPriority(constants.priority.PRIORITY_LOW);

const elk = new ELK({ algorithms: ["layered"] });

const layOutBlock = async (block: LayoutBlock) =>
  wrapColumns(fromEngineGraph(await elk.layout(toEngineGraph(block))));

const post = (posted: Posted<RoutedEdge[], PlacedTask[]>) => parentPort?.postMessage(posted);

parentPort?.on("message", async (job: LayoutJob) => {
  const layout = await placeTasks(job, layOutBlock);
  post({ part: toPlacedTasks(layout) });
  post({ result: toRoutedEdges(routeAll(layout, job.links)) });
});
