import { toolsBlock } from "@/lib/agents/agent";
import { structuredOutput } from "@/lib/agents/strict-schema";
import { outputJsonSchema } from "@/lib/core/plan";
import type { ModelMessage, ModelRequest, ToolSpec } from "@/lib/core/ports";
import { messagesOf } from "@/lib/core/trajectory";
import { withFiles } from "../attachments";
import type { Attempt } from "./attempt";

/** The request for the agent's next turn: the same whenever it is built from the same trajectory. */
export function agentRequest(
  { modelId, system, trajectory, verbatim, tools, work, files = [] }: Attempt,
  steering: readonly string[],
): ModelRequest {
  const messages = withFiles(messagesOf(trajectory, verbatim, steering), files);
  if (trajectory.constraints.toolCalling === "json")
    return { modelId, system, messages: withTools(messages, tools) };
  const schema = outputJsonSchema(work.task);
  return {
    modelId,
    system,
    messages,
    ...(tools.length > 0 && { tools }),
    ...structuredOutput(schema, trajectory, tools.length > 0),
  };
}

function withTools(messages: ModelMessage[], tools: readonly ToolSpec[]): ModelMessage[] {
  const [first, ...others] = messages;
  const block = toolsBlock(tools);
  if (first?.role !== "user" || block === "") return messages;
  return [{ ...first, text: `${first.text}\n\n${block}` }, ...others];
}
