"use client";

import { useState } from "react";
import { declaredAgent, isBuiltInAgent } from "@/lib/core/plan/agents";
import { type Agent, BUILT_IN_AGENTS, type Plan, type Task } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Field, TextInput } from "../ui/field";
import { AgentTools } from "./agent-tools";
import { ChoiceField, NumberField, TextField } from "./fields";
import type { PlanFacts } from "./use-plan-facts";

type AgentFieldsProps = {
  state: RunState;
  plan: Plan;
  task: Task;
  facts: PlanFacts;
  onAgent(name: string): void;
  /** Gives an agent another form; `typing` tells letters of one field from steps. */
  onChange(name: string, agent: Agent, typing?: string): void;
  /** Describes a new agent and has it do the task. */
  onCreate(name: string): void;
};

const BUILT_IN_LABELS: Record<string, string> = {
  default: "default (no tools)",
  supervisor: "supervisor (all allowed tools)",
};

/** Who does the task: by which prompt, with which model and tools, and within which limits. */
export function AgentFields(props: AgentFieldsProps) {
  const { state, plan, task, facts, onAgent, onChange, onCreate } = props;
  const agent = declaredAgent(plan, task.agent);
  const names = [...new Set([...BUILT_IN_AGENTS, ...Object.keys(plan.agents), task.agent])];
  const others = plan.tasks.filter((one) => one.id !== task.id && one.agent === task.agent).length;
  return (
    <>
      <ChoiceField
        label="Agent"
        value={task.agent}
        options={names.map((name) => [name, isBuiltInAgent(name) ? (BUILT_IN_LABELS[name] ?? name) : name])}
        onChange={onAgent}
        {...(agent &&
          others > 0 && { help: `Shared with ${others} other ${others === 1 ? "task" : "tasks"}.` })}
      />
      {agent && (
        <>
          <TextField
            label="Agent prompt"
            rows={3}
            value={agent.prompt}
            onChange={(prompt) => onChange(task.agent, { ...agent, prompt }, `agent ${task.agent}`)}
          />
          <AgentModel agent={agent} models={facts.models} onChange={(next) => onChange(task.agent, next)} />
          <AgentTools
            {...{ state, agent, facts }}
            name={task.agent}
            onChange={(next) => onChange(task.agent, next)}
          />
          <AgentBudgets
            agent={agent}
            onChange={(next, field) => onChange(task.agent, next, `${field} ${task.agent}`)}
          />
        </>
      )}
      <NewAgent taken={names} onCreate={onCreate} />
    </>
  );
}

type AgentModelProps = {
  agent: Agent;
  models: PlanFacts["models"];
  onChange(agent: Agent): void;
};

/** One of the workspace's models, or whichever the run has for agents. */
function AgentModel({ agent, models, onChange }: AgentModelProps) {
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
        ["", "As the run says"],
        ...(isOffered ? [] : [[model, `${model} (not available)`] as const]),
        ...options,
      ]}
      onChange={(next) => onChange(next === "" ? others : { ...others, model: next })}
    />
  );
}

function NewAgent({ taken, onCreate }: { taken: readonly string[]; onCreate(name: string): void }) {
  const [name, setName] = useState("");
  const isTaken = taken.includes(name.trim());
  return (
    <details>
      <summary className="text-muted text-xs">New agent</summary>
      <div className="mt-1 grid gap-2">
        <Field label="Name" error={isTaken ? "Choose a name that no agent has." : undefined}>
          {(wiring) => (
            <TextInput {...wiring} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Button
          size="small"
          className="justify-self-start"
          aria-disabled={name.trim() === "" || isTaken}
          onClick={() => {
            if (name.trim() === "" || isTaken) return;
            onCreate(name.trim());
            setName("");
          }}
        >
          Create and use
        </Button>
      </div>
    </details>
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

type AgentBudgetsProps = { agent: Agent; onChange(agent: Agent, field: string): void };

/** The limits of an attempt that the plan sets itself. */
function AgentBudgets({ agent, onChange }: AgentBudgetsProps) {
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
