import ELK from "elkjs/lib/elk-api";
import { Worker as Engine } from "elkjs/lib/elk-worker.min.js";
import { fromElk, toElk } from "./elk-graph";
import { foldLines } from "./fold-lines";
import type { BlockLayout } from "./geometry";
import type { LayoutBlock } from "./layout-blocks";

/** Blocks to lay out, and what comes back for each. `fault` says why there is none. */
export type LayoutRequest = { blocks: LayoutBlock[] };
export type LayoutReply = { layouts: { key: string; layout: BlockLayout }[]; fault?: string };

// The engine runs inside this worker; a second one would need a script of its own.
const elk = new ELK({ algorithms: ["layered"], workerFactory: () => new Engine() });

async function layOut(blocks: readonly LayoutBlock[]): Promise<LayoutReply> {
  try {
    const one = async (block: LayoutBlock) => ({
      key: block.key,
      layout: foldLines(fromElk(await elk.layout(toElk(block)))),
    });
    return { layouts: await Promise.all(blocks.map(one)) };
  } catch (error) {
    return { layouts: [], fault: error instanceof Error ? error.message : String(error) };
  }
}

// Set after the engine's import, which takes the messages of whatever worker it finds itself in.
self.onmessage = async ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(await layOut(data.blocks));
