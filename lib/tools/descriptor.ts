import type { Json, JsonObject } from "@/lib/core/json";
import type { CancelSignal, SideEffects } from "@/lib/core/ports";

/** What a running tool may use. Later rooms add `emitChunk` and `pause` here. */
export type ToolContext = { signal: CancelSignal; idempotencyKey: string };

/** A tool as data and two functions, without any SDK's types (docs/agents.md, "Tools"). */
export type ToolDescriptor = {
  name: string;
  description: string;
  tags: string[];
  sideEffects: SideEffects;
  /** Running it twice with the same arguments leaves the world as running it once does. */
  idempotent: boolean;
  /** An equal call later in the same run is wanted, not a mistake. Default false. */
  repeatable?: boolean;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  timeoutMs: number;
  examples?: JsonObject[];
  /** One line that tells a reviewer what this call does. */
  summarize(args: JsonObject): string;
  /** Called with arguments that fit `inputSchema`. What it throws becomes a `failed` result. */
  run(args: JsonObject, context: ToolContext): Json | Promise<Json>;
};
