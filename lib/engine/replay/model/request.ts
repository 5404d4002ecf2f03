import { type Calls, currentSystem, toolsBlock } from "@/lib/agents/agent";
import { structuredOutput } from "@/lib/agents/strict-schema";
import type { ModelMessage, ModelRequest, ToolSpec, Tools } from "@/lib/core/ports";
import { type PlannedTurn, trajectoryBefore } from "@/lib/core/replay/model/plan";
import type { RecordedConversation, Variant } from "@/lib/core/replay/model/settings";
import { artifactsOf, neutralMessagesOf, READ_ARTIFACT, type Trajectory } from "@/lib/core/trajectory";

/** The longest answer that a turn may have: what is set aside for it is counted with this. */
const MAX_OUTPUT_TOKENS = 8_192;

type Asked = {
  turn: Pick<PlannedTurn, "step" | "modelId" | "inJson">;
  variant: Variant;
  recorded: Pick<RecordedConversation, "system" | "tools" | "output">;
  trajectory: Trajectory;
  maxOutputTokens?: number | undefined;
};

/** The recorded conversation up to a turn, as a request to the variant's model and with its prompt. */
export function requestOfTurn(
  tools: Pick<Tools, "find">,
  { turn, variant, recorded, trajectory, maxOutputTokens = MAX_OUTPUT_TOKENS }: Asked,
): ModelRequest {
  const { step, modelId, inJson } = turn;
  const { toolCalling: _asRecorded, ...constraints } = trajectory.constraints;
  const before = trajectoryBefore(trajectory, step);
  const asked = {
    ...before,
    constraints: { ...constraints, ...(inJson && { toolCalling: "json" as const }) },
  };
  const messages = neutralMessagesOf(asked, trajectory.steps[step - 1]?.steering);
  const offered = toolsOffered(tools, recorded, before);
  const calls = offered.length === 0 ? undefined : inJson ? "json" : "native";
  const request = {
    modelId,
    system: systemOf(variant, recorded, trajectory, calls),
    maxOutputTokens: Math.min(maxOutputTokens, MAX_OUTPUT_TOKENS),
  };
  if (inJson) return { ...request, messages: withTools(messages, offered) };
  return {
    ...request,
    messages,
    ...(offered.length > 0 && { tools: offered }),
    ...structuredOutput(recorded.output, before, offered.length > 0),
  };
}

function systemOf(
  { prompt }: Variant,
  { system = "" }: Asked["recorded"],
  { query }: Trajectory,
  calls: Calls | undefined,
): string {
  if (prompt === "recorded") return system;
  if (prompt === "current") return currentSystem(system, query, calls);
  return prompt.text;
}

/**
 * The tools as they were described then; where only their names are known, as they are now, and one that is gone by its name
 * alone. An attempt that had artifacts had the tool that looks into them.
 */
function toolsOffered(
  tools: Pick<Tools, "find">,
  { tools: kept }: Asked["recorded"],
  before: Trajectory,
): ToolSpec[] {
  const specs = kept ?? before.constraints.tools.map((name) => specNow(tools, name));
  if (artifactsOf(before.steps).length === 0 || specs.some(({ name }) => name === READ_ARTIFACT))
    return specs;
  return [...specs, specNow(tools, READ_ARTIFACT)];
}

function specNow(tools: Pick<Tools, "find">, name: string): ToolSpec {
  const { description = "", inputSchema = { type: "object" } } = tools.find(name) ?? {};
  return { name, description, inputSchema };
}

function withTools(messages: ModelMessage[], tools: readonly ToolSpec[]): ModelMessage[] {
  const [first, ...others] = messages;
  const block = toolsBlock(tools);
  if (first?.role !== "user" || block === "") return messages;
  return [{ ...first, text: `${first.text}\n\n${block}` }, ...others];
}
