import type { ModelMessage, ModelResponse, Usage } from "@/lib/core/ports";

/** So often a turn that its provider puts off is continued. */
const MAX_CONTINUED = 5;

/** Is a turn to be continued: put off by its provider, and there is something to send back? */
export const isPutOff = (parts: readonly ModelResponse[]): boolean => {
  const last = parts.at(-1);
  return last?.finishReason === "paused" && last.verbatim.length > 0 && parts.length <= MAX_CONTINUED;
};

/** What the model has said of its turn so far, behind the messages of the request: it continues there. */
export const withParts = (
  messages: readonly ModelMessage[],
  parts: readonly ModelResponse[],
): ModelMessage[] => [
  ...messages,
  ...parts.map(({ verbatim }) => ({ role: "assistant" as const, verbatim })),
];

/** The turn that came in parts, of which the last says how it ended. A count that is unknown of one is unknown of all. */
export function wholeTurn(first: ModelResponse, others: readonly ModelResponse[]): ModelResponse {
  return others.reduce((turn, part) => {
    const { reasoning: _said, reportedCostMicroUsd: _cost, ...rest } = turn;
    const reasoning = [turn.reasoning, part.reasoning].filter((one) => one !== undefined).join("\n");
    const costs = [turn.reportedCostMicroUsd, part.reportedCostMicroUsd];
    const isCostKnown = costs.every((one) => one !== undefined);
    return {
      ...rest,
      ...(reasoning !== "" && { reasoning }),
      text: turn.text + part.text,
      toolCalls: [...turn.toolCalls, ...part.toolCalls],
      verbatim: [...turn.verbatim, ...part.verbatim],
      ...(part.refusedTools && { refusedTools: part.refusedTools }),
      finishReason: part.finishReason,
      usage: sumOf(turn.usage, part.usage),
      ...(isCostKnown && { reportedCostMicroUsd: costs.reduce((sum, one) => sum + (one ?? 0), 0) }),
      latencyMs: turn.latencyMs + part.latencyMs,
    };
  }, first);
}

function sumOf(one: Usage, other: Usage): Usage {
  const names = Object.keys(one) as (keyof Usage)[];
  const known = names.flatMap((name) => {
    const [a, b] = [one[name], other[name]];
    return a === undefined || b === undefined ? [] : [[name, a + b]];
  });
  return Object.fromEntries(known);
}
