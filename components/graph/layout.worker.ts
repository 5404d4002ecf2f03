import ELK from "elkjs/lib/elk-api";
import { Worker as Engine } from "elkjs/lib/elk-worker.min.js";
import { fromElkGraph, toElkGraph, wrapColumns } from "./block-layout";

import type { BlockLayout } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

/** Blocks to lay out, and what comes back for each. `fault` says why there is none. */
export type LayoutRequest = { blocks: LayoutBlock[] };
export type LayoutReply = { layouts: { key: string; layout: BlockLayout }[]; error?: string };

// The engine runs inside this worker; a second one would need a script of its own.
const elk = new ELK({ algorithms: ["layered"], workerFactory: () => new Engine() });

async function layoutBlocks(blocks: readonly LayoutBlock[]): Promise<LayoutReply> {
  try {
    const layoutOne = async (block: LayoutBlock) => ({
      key: block.key,
      layout: wrapColumns(fromElkGraph(await elk.layout(toElkGraph(block)))),
    });
    return { layouts: await Promise.all(blocks.map(layoutOne)) };
  } catch (error) {
    return { layouts: [], error: error instanceof Error ? error.message : String(error) };
  }
}

// Set after the engine's import, which takes the messages of whatever worker it finds itself in.
self.onmessage = async ({ data }: MessageEvent<LayoutRequest>) =>
  self.postMessage(await layoutBlocks(data.blocks));
