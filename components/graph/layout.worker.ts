import ELK from "elkjs/lib/elk-api";
import { Worker as Engine } from "elkjs/lib/elk-worker.min.js";
import { type LayoutBlock, layoutBlocks, NONE_HIDDEN } from "@/lib/core/layout/blocks";
import { routeEdges } from "@/lib/core/layout/edge-router";
import { fromEngineGraph, toEngineGraph, wrapColumns } from "@/lib/core/layout/engine-graph";
import type { BlockLayout, EdgeWays, Ends, GraphLayout } from "@/lib/core/layout/geometry";
import { WARM_UP_ROUNDS, warmUpLinks } from "@/lib/core/layout/warm-up";

/** Blocks to lay out, or edges to lead around the nodes of a layout, those that are `known` left as they are. */
export type LayoutQuestion =
  | { blocks: LayoutBlock[] }
  | { layout: GraphLayout; edges: Ends[]; known: EdgeWays };
/** What comes back: a layout for each block, a way for each edge, or why there is none. */
export type LayoutAnswer = {
  layouts?: { key: string; layout: BlockLayout }[];
  ways?: EdgeWays;
  error?: string;
};
/** The number tells requests apart. `warm` asks for nothing: a question is likely to come. */
export type LayoutRequest = { id: number; question: LayoutQuestion } | "warm";
export type LayoutReply = { id: number; answer: LayoutAnswer };

// The engine runs inside this worker; a second one would need a script of its own.
const elk = new ELK({ algorithms: ["layered"], workerFactory: () => new Engine() });

async function answerTo(question: LayoutQuestion): Promise<LayoutAnswer> {
  try {
    if ("blocks" in question) return { layouts: await Promise.all(question.blocks.map(layoutOne)) };
    return { ways: routeEdges(question.layout, question.edges, question.known) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function layoutOne(block: LayoutBlock) {
  return { key: block.key, layout: wrapColumns(fromEngineGraph(await elk.layout(toEngineGraph(block)))) };
}

let isAsked = false;

async function warmUp(): Promise<void> {
  const blocks = layoutBlocks(warmUpLinks(), NONE_HIDDEN);
  for (let round = 0; round < WARM_UP_ROUNDS && !isAsked; round += 1)
    await Promise.all(blocks.map(layoutOne));
}

// Set after the engine's import, which takes the messages of whatever worker it finds itself in.
self.onmessage = async ({ data }: MessageEvent<LayoutRequest>) => {
  if (data === "warm") return warmUp();
  isAsked = true;
  self.postMessage({ id: data.id, answer: await answerTo(data.question) } satisfies LayoutReply);
};
