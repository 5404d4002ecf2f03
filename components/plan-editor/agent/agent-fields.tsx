"use client";

import { useState } from "react";
import { getOwn } from "@/lib/core/own";
import { declaredAgent, isBuiltInAgent } from "@/lib/core/plan/agents";
import { type Agent, BUILT_IN_AGENTS, type Plan, type Task } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import { policiesOf } from "@/lib/core/run/tool-policies";
import type { OwnAgent } from "@/lib/core/templates/agents";
import { Button } from "../../ui/button";
import { Field, TextInput } from "../../ui/field";
import { ChoiceField, TextField } from "../fields";
import type { PlanFacts } from "../use-plan-facts";
import { AgentBudgets, AgentModel } from "./agent-limits";
import { AgentTools } from "./agent-tools";

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
  /** Copies an agent of the library into the plan and has it do the task. */
  onInsert(own: OwnAgent): void;
};

const BUILT_IN_LABELS: Record<string, string> = {
  default: "default (no tools)",
  supervisor: "supervisor (all allowed tools)",
};

/** Who does the task: by which prompt, with which model and tools, and within which limits. */
export function AgentFields(props: AgentFieldsProps) {
  const { state, plan, task, facts, onAgent, onChange, onCreate, onInsert } = props;
  const agent = declaredAgent(plan, task.agent);
  const names = [...new Set([...BUILT_IN_AGENTS, ...Object.keys(plan.agents), task.agent])];
  const others = plan.tasks.filter((one) => one.id !== task.id && one.agent === task.agent).length;
  return (
    <>
      <ChoiceField
        label="Agent"
        value={task.agent}
        options={names.map((name) => [
          name,
          isBuiltInAgent(name) ? (getOwn(BUILT_IN_LABELS, name) ?? name) : name,
        ])}
        onChange={onAgent}
        {...(agent &&
          others > 0 && { help: `Shared with ${others} other ${others === 1 ? "task" : "tasks"}.` })}
      />
      {/* What they bring comes below them, and moves neither. */}
      <NewAgent taken={names} onCreate={onCreate} />
      <LibraryAgents agents={facts.agents} onInsert={onInsert} />
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
            agent={agent}
            tools={facts.tools}
            policies={policiesOf({
              state,
              workspace: facts.policies,
              role: "agent",
              agent: { name: task.agent, policy: agent.policy },
            })}
            onChange={(next) => onChange(task.agent, next)}
          />
          <AgentBudgets
            agent={agent}
            path={`agents/${task.agent}`}
            onChange={(next, field) => onChange(task.agent, next, `${field} ${task.agent}`)}
          />
        </>
      )}
    </>
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

type LibraryAgentsProps = { agents: readonly OwnAgent[]; onInsert(own: OwnAgent): void };

/** Agents that the workspace keeps; none is named where it has none. The plan gets a copy. */
function LibraryAgents({ agents, onInsert }: LibraryAgentsProps) {
  const [name, setName] = useState("");
  const own = agents.find((one) => one.name === name) ?? agents[0];
  if (!own) return null;
  return (
    <details>
      <summary className="text-muted text-xs">From the library</summary>
      <div className="mt-1 grid gap-2">
        <ChoiceField
          label="Library agent"
          value={own.name}
          options={agents.map((one) => [one.name, one.name])}
          onChange={setName}
          help={own.useWhen ?? "The plan gets a copy: later versions do not change it."}
        />
        <Button size="small" className="justify-self-start" onClick={() => onInsert(own)}>
          Insert and use
        </Button>
      </div>
    </details>
  );
}
