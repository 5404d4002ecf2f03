"use client";

import { useState } from "react";
import { declaredAgent, isBuiltInAgent } from "@/lib/core/plan/agents";
import { type Agent, BUILT_IN_AGENTS, type Plan, type Task } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";
import { Button } from "../ui/button";
import { Field, TextInput } from "../ui/field";
import { ChoiceField, TextField } from "./fields";

type AgentFieldsProps = {
  plan: Plan;
  task: Task;
  tools: readonly ToolFacts[];
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

/** Who does the task, by which prompt, and with which tools. */
export function AgentFields({ plan, task, tools, onAgent, onChange, onCreate }: AgentFieldsProps) {
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
          <ToolChoices agent={agent} tools={tools} onChange={(next) => onChange(task.agent, next)} />
        </>
      )}
      <NewAgent taken={names} onCreate={onCreate} />
    </>
  );
}

type ToolChoicesProps = { agent: Agent; tools: readonly ToolFacts[]; onChange(agent: Agent): void };

/** The tools of the agent, with what each changes outside. */
function ToolChoices({ agent, tools, onChange }: ToolChoicesProps) {
  const known = new Set(tools.map(({ name }) => name));
  const unknown = agent.tools.filter((name) => !known.has(name));
  const toggle = (name: string, isOn: boolean) =>
    onChange({ ...agent, tools: isOn ? [...agent.tools, name] : agent.tools.filter((one) => one !== name) });
  const rows = [
    ...unknown.map((name) => ({ name, note: "unknown tool" })),
    ...tools.map(({ name, sideEffects }) => ({
      name,
      note: sideEffects === "none" || sideEffects === "read" ? "" : `▲ ${sideEffects}`,
    })),
  ];
  return (
    <details>
      <summary className="font-medium">Tools ({agent.tools.length})</summary>
      <ul aria-label="Tools" className="mt-1 grid max-h-56 gap-1 overflow-y-auto">
        {rows.map(({ name, note }) => (
          <li key={name}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={agent.tools.includes(name)}
                onChange={({ target }) => toggle(name, target.checked)}
                className="size-4 shrink-0 accent-ink"
              />
              <span className="min-w-0 truncate font-mono text-xs">{name}</span>
              <span className="shrink-0 text-amber text-xs">{note}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
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
          disabled={name.trim() === "" || isTaken}
          onClick={() => {
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
