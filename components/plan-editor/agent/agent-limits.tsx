"use client";

import type { Agent } from "@/lib/core/plan/schema";
import { ChoiceField, NumberField } from "../fields";
import type { PlanFacts } from "../use-plan-facts";

type AgentModelProps = {
  agent: Agent;
  models: PlanFacts["models"];
  onChange(agent: Agent): void;
};

/** One of the workspace's models, or whichever the run has for agents. */
export function AgentModel({ agent, models, onChange }: AgentModelProps) {
  const { model, ...others } = agent;
  const offered = models.filter(({ available }) => available);
  const isOffered = model === undefined || offered.some(({ id }) => id === model);
  const options = offered.map(({ id, label, simulated }) => {
    const words = label ? `${label} (${id})` : id;
    return [id, simulated ? `${words}, simulated` : words] as const;
  });
  return (
    <ChoiceField
      label="Model"
      value={model ?? ""}
      options={[
        ["", "Run default"],
        ...(isOffered ? [] : [[model, `${model} (not available)`] as const]),
        ...options,
      ]}
      onChange={(next) => onChange(next === "" ? others : { ...others, model: next })}
    />
  );
}

/** What limits one attempt of an agent, as docs/agents.md has it under "Budgets of an attempt". */
const BUDGETS = [
  { field: "maxTurns", label: "Model turns", min: 1 },
  { field: "hopBudget", label: "Tool calls", min: 0 },
  { field: "tokenBudget", label: "Tokens per request", min: 1 },
  { field: "costBudgetUsd", label: "Cost (USD)", min: 0, isWhole: false },
  { field: "deadlineMs", label: "Working time (ms)", min: 1 },
  { field: "maxParallel", label: "Parallel tool calls", min: 1 },
] as const;

type AgentBudgetsProps = {
  agent: Agent;
  /** Of the agent in a plan that is edited. */
  path?: string;
  onChange(agent: Agent, field: string): void;
};

/** The limits of an attempt that the plan sets itself. */
export function AgentBudgets({ agent, path, onChange }: AgentBudgetsProps) {
  const set = BUDGETS.filter(({ field }) => agent[field] !== undefined).length;
  return (
    <details>
      <summary className="font-medium">Budgets ({set === 0 ? "run defaults" : `${set} set`})</summary>
      <p className="mt-1 text-muted text-xs">Limits per attempt. Empty fields use the run's settings.</p>
      <div className="mt-2 grid items-start gap-3 sm:grid-cols-2">
        {BUDGETS.map(({ field, ...props }) => (
          <NumberField
            key={field}
            {...props}
            {...(path !== undefined && { path: `${path}/${field}` })}
            value={agent[field]}
            onChange={(value) => {
              const { [field]: _, ...others } = agent;
              onChange(value === undefined ? others : { ...others, [field]: value }, field);
            }}
          />
        ))}
      </div>
    </details>
  );
}
