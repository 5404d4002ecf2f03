import type { Agent } from "@/lib/core/plan/schema";
import { Badge } from "../ui/badge";

const LIMITS = {
  maxTurns: "model turns",
  hopBudget: "tool calls",
  tokenBudget: "tokens per request",
  costBudgetUsd: "USD",
  deadlineMs: "ms of work",
  maxParallel: "parallel tool calls",
} as const;

/** An agent as people read it: its prompt, tools, model and limits. */
export function AgentText({ agent }: { agent: Agent }) {
  const limits = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).flatMap((key) => {
    const value = agent[key];
    return value === undefined ? [] : [`${value} ${LIMITS[key]}`];
  });
  const more = (["hints", "policy", "examples", "reflection"] as const).filter(
    (key) => agent[key] !== undefined,
  );
  return (
    <div className="grid min-w-0 gap-2">
      <p className="wrap-anywhere whitespace-pre-wrap">{agent.prompt || "No prompt."}</p>
      <AgentToolNames tools={agent.tools} />
      <p className="text-muted text-xs">Model: {agent.model ?? "run defaults"}</p>
      {limits.length > 0 && <p className="text-muted text-xs">At most {limits.join(", ")} an attempt.</p>}
      {more.length > 0 && <p className="text-muted text-xs">Also sets: {more.join(", ")}.</p>}
    </div>
  );
}

export function AgentToolNames({ tools }: { tools: readonly string[] }) {
  return (
    <p className="flex flex-wrap gap-1">
      {tools.map((tool) => (
        <Badge key={tool} wraps>
          {tool}
        </Badge>
      ))}
      {tools.length === 0 && <span className="text-muted text-xs">No tools</span>}
    </p>
  );
}
