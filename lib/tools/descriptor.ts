import type { Json, JsonObject } from "@/lib/core/json";
import type { PassingFault, SideEffects, ToolCallContext } from "@/lib/core/ports";
import type { PausePayload, PauseReason } from "@/lib/core/tool-pause";

/** What a running tool may use (docs/agents.md, "What a tool is given"). */
export type ToolContext = ToolCallContext & {
  /**
   * Ends the call with a question. What a person answers becomes its observation; after `approval_required` the tool
   * runs again, with `approval`. Possible only before the first chunk and before `effectBegins`: else the call fails.
   */
  pause(reason: PauseReason, payload: PausePayload): never;
  /** To be waited for right before anything is changed: from now on the tool cannot pause any more. */
  effectBegins(): Promise<void>;
};

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
  /** Its arguments go on as JSON: numbers that a double would change are then written with all their digits. */
  sendsJson?: boolean;
  /** What of an output the schema speaks of, where more stands beside it; all of it by default. */
  schemaPart?(output: Json): Json;
  /** Tells why an output is none yet, where the same call may give another one in a while. */
  passing?(output: Json): PassingFault | undefined;
  timeoutMs: number;
  /** About what one call costs beyond models, in US dollars: forecasts count it, policies bound it, budgets do not count it. */
  costHint?: number;
  /** Of a tool that others serve, as in `ToolFacts`. */
  definition?: string;
  callDefinition?: string;
  changedParts?: readonly string[];
  examples?: JsonObject[];
  /** One line that tells a reviewer what this call does. */
  summarize(args: JsonObject): string;
  /** Called with arguments that fit `inputSchema`. What it throws becomes a `failed` result. */
  run(args: JsonObject, context: ToolContext): Json | Promise<Json>;
};
