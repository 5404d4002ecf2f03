import type { Json, JsonObject } from "@/lib/core/json";
import type { BlockName, RoleName } from "@/lib/core/prompt-blocks";

export type OfferedTool = { name: string; description: string; inputSchema: JsonObject };
export type Call = { tool: string; args: JsonObject };
/** An earlier call of this conversation, with what came of it. */
export type PastCall = { tool: string; args: Json; output: Json; failed: boolean };

/** What one answer consists of: text, and the tool calls that it asks for. */
export type Reply = { text: string; calls?: Call[] };

/** One request, as scenarios see it. It holds all they ever know: nothing is kept between requests. */
export type Turn = {
  role: RoleName | undefined;
  mission: string;
  /** The body of a data block of the prompt; empty when the prompt has none of that name. */
  block(name: BlockName): string;
  json(name: BlockName): Json | undefined;
  /** Calls are to be written as JSON. */
  actsInJson: boolean;
  tools: OfferedTool[];
  /** The earlier answers that called tools, each with its calls' outcomes in the order of the calls; those that a summary tells of first. */
  rounds: PastCall[][];
  /** What critics said of earlier answers in this conversation. */
  critiques: string[];
  /** The first user message as it stands, for prompts that have no blocks. */
  text: string;
};
