"use client";

import type { Agent } from "@/lib/core/plan/schema";
import { NumberField } from "./fields";

/** What limits one attempt of an agent, as docs/agents.md has it under "Budgets of an attempt". */
const BUDGETS = [
  { field: "maxTurns", label: "Model turns", min: 1 },
  { field: "hopBudget", label: "Tool calls", min: 0 },
  { field: "tokenBudget", label: "Tokens per request", min: 1 },
  { field: "costBudgetUsd", label: "Cost (USD)", min: 0, isWhole: false },
  { field: "deadlineMs", label: "Working time (ms)", min: 1 },
  { field: "maxParallel", label: "Parallel tool calls", min: 1 },
] as const;

type AgentBudgetsProps = { agent: Agent; onChange(agent: Agent, field: string): void };

/** The limits of an attempt that the plan sets itself. */
export function AgentBudgets({ agent, onChange }: AgentBudgetsProps) {
  const set = BUDGETS.filter(({ field }) => agent[field] !== undefined).length;
  return (
    <details>
      <summary className="font-medium">Budgets ({set === 0 ? "as the run says" : `${set} set`})</summary>
      <p className="mt-1 text-muted text-xs">Of one attempt. What is empty is as the run says.</p>
      <div className="mt-2 grid items-start gap-3 sm:grid-cols-2">
        {BUDGETS.map(({ field, ...props }) => (
          <NumberField
            key={field}
            {...props}
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
