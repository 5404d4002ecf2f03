import type { ModelRequest } from "@/lib/core/ports";
import { messagesOf } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt-start";

/** The request for the agent's next turn: the same whenever it is built from the same trajectory. */
export function agentRequest(
  { modelId, system, trajectory, verbatim, tools }: Attempt,
  steering: readonly string[],
): ModelRequest {
  return {
    modelId,
    system,
    messages: messagesOf(trajectory, verbatim, steering),
    ...(tools.length > 0 && { tools }),
  };
}
