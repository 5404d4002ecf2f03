import ELK from "elkjs/lib/elk-api";
import { Worker as Engine } from "elkjs/lib/elk-worker.min.js";
import { fromElkGraph, toElkGraph, wrapColumns } from "./block-layout";

import type { BlockLayout } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

/** Blocks to lay out, and what comes back for each. `error` says why there is none; `key` tells requests apart. */
export type LayoutRequest = { key: string; blocks: LayoutBlock[] };
export type LayoutReply = { key: string; layouts: { key: string; layout: BlockLayout }[]; error?: string };

// The engine runs inside this worker; a second one would need a script of its own.
const elk = new ELK({ algorithms: ["layered"], workerFactory: () => new Engine() });

async function layoutBlocks({ key, blocks }: LayoutRequest): Promise<LayoutReply> {
  try {
    const layoutOne = async (block: LayoutBlock) => ({
      key: block.key,
      layout: wrapColumns(fromElkGraph(await elk.layout(toElkGraph(block)))),
    });
    return { key, layouts: await Promise.all(blocks.map(layoutOne)) };
  } catch (error) {
    return { key, layouts: [], error: error instanceof Error ? error.message : String(error) };
  }
}

// Set after the engine's import, which takes the messages of whatever worker it finds itself in.
self.onmessage = async ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(await layoutBlocks(data));
