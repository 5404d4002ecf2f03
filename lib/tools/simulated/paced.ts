import type { Clock } from "@/lib/core/ports";
import type { ToolContext, ToolDescriptor } from "../descriptor";

/** A pause between two lines in which they can be read. */
const LINE_MS = 200;

type Piece = Parameters<ToolContext["emitChunk"]>;

/** The tool with its output spread over time, so that people see it arrive; what it does and returns stays the same. */
export function paced(tool: ToolDescriptor, clock: Pick<Clock, "sleep">): ToolDescriptor {
  return {
    ...tool,
    async run(args, context) {
      const pieces: Piece[] = [];
      const output = await tool.run(args, { ...context, emitChunk: (...piece) => void pieces.push(piece) });
      for (const piece of pieces) {
        context.emitChunk(...piece);
        await clock.sleep(LINE_MS, context.signal);
      }
      return output;
    },
  };
}
