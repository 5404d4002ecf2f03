"use client";

import { useState } from "react";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { isJsonObject, type Json, readTypedJson } from "@/lib/core/json";
import { type Agent, agent as agentSchema } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import { policiesOf } from "@/lib/core/run/tool-policies";
import { type OwnAgent, planOfAgent } from "@/lib/core/templates/agents";
import { AgentBudgets, AgentModel } from "../plan-editor/agent/agent-limits";
import { AgentTools } from "../plan-editor/agent/agent-tools";
import { usePlanFacts } from "../plan-editor/use-plan-facts";
import { useKept } from "../ui/behavior/use-kept";
import { CodeArea, Field, TextArea, TextInput } from "../ui/field";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { ProblemFacts } from "../ui/problem";
import { Skeleton } from "../ui/skeleton";
import { NameField } from "./name-field";

type AgentFormProps = {
  /** Without a name where the agent is new. */
  begins?: OwnAgent;
  /** Under what the tab keeps what is typed, until it is sent or cancelled; without it closing asks first. */
  keptAs?: string;
  problem: ProblemFacts | undefined;
  busy: boolean;
  submitLabel: string;
  onSubmit(input: Pick<SaveTemplateInput, "name" | "body">): void;
  onCancel(): void;
};

/** No run binds an agent of the library. */
const NO_RUN = { settings: {} } as Pick<RunState, "settings">;

/** Fields of an agent that have no form of their own. */
const MORE = ["hints", "examples", "policy", "reflection"] as const;

type Draft = {
  name: string;
  useWhen: string;
  agent: Agent;
  /** What was typed as its other settings; the agent has them as soon as they can be read. */
  other?: string;
};

/** An agent of the library: when to use it, its prompt, model, tools and limits. */
export function AgentForm(props: AgentFormProps) {
  const { begins, keptAs, problem, busy, submitLabel, onSubmit, onCancel } = props;
  const { facts, isError } = usePlanFacts();
  const [draft, setDraft] = useKept<Draft>(keptAs, {
    name: begins?.name ?? "",
    useWhen: begins?.useWhen ?? "",
    agent: begins?.agent ?? agentSchema.parse({}),
  });
  const { name, useWhen, agent, other = textOf(otherOf(agent)) } = draft;
  const setAgent = (next: Agent) => setDraft({ ...draft, agent: next });
  const wrong = withOther(agent, other) ? undefined : WRONG;
  // Kept words that are wrong stand open as the form comes; from then on it is as the person has it.
  const [isOpen] = useState(wrong !== undefined);
  const submit = () => {
    const own = { name, agent, ...(useWhen.trim() !== "" && { useWhen: useWhen.trim() }) };
    onSubmit({ ...(!begins && { name }), body: JSON.stringify(planOfAgent(own)) });
  };
  return (
    <DialogForm
      onSend={submit}
      action={busy ? "Saving…" : submitLabel}
      isBusy={busy}
      problem={problem}
      hindrance={wrong && "Correct the other settings."}
      onCancel={onCancel}
      closesFreely={keptAs !== undefined}
    >
      {!begins && <NameField value={name} onChange={(next) => setDraft({ ...draft, name: next })} />}
      <Field label="When to use it" help="People who write plans see this.">
        {(wiring) => (
          <TextInput
            {...wiring}
            value={useWhen}
            onChange={({ target }) => setDraft({ ...draft, useWhen: target.value })}
          />
        )}
      </Field>
      <Field label="Prompt">
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={5}
            value={agent.prompt}
            onChange={({ target }) => setAgent({ ...agent, prompt: target.value })}
          />
        )}
      </Field>
      {isError && <p className="text-bad">Could not load tools and models. Close this and try again.</p>}
      {!facts && !isError && <Skeleton className="h-28" />}
      {facts && (
        <>
          <AgentModel agent={agent} models={facts.models} onChange={setAgent} />
          <AgentTools
            agent={agent}
            tools={facts.tools}
            policies={policiesOf({
              state: NO_RUN,
              workspace: facts.policies,
              role: "agent",
              agent: { name, policy: agent.policy },
            })}
            onChange={setAgent}
          />
        </>
      )}
      <AgentBudgets agent={agent} onChange={setAgent} />
      <details open={isOpen}>
        <summary className="font-medium">Other settings ({Object.keys(otherOf(agent)).length})</summary>
        <Field label="Hints, policy, examples, reflection (JSON)" error={wrong} className="mt-2">
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={3}
              value={other}
              onChange={({ target: { value } }) =>
                setDraft({ ...draft, agent: withOther(agent, value) ?? agent, other: value })
              }
            />
          )}
        </Field>
      </details>
    </DialogForm>
  );
}

const WRONG = `Enter a JSON object of only ${MORE.join(", ")}, each in the form that plans have them.`;

const otherOf = (agent: Agent): Record<string, unknown> =>
  Object.fromEntries(MORE.flatMap((key) => (agent[key] === undefined ? [] : [[key, agent[key]]])));

const textOf = (other: Record<string, unknown>): string =>
  Object.keys(other).length === 0 ? "" : JSON.stringify(other, null, 2);

/** The agent with these other settings in the place of its own; undefined where they are none. */
function withOther(agent: Agent, text: string): Agent | undefined {
  const { hints: _hints, examples: _examples, policy: _policy, reflection: _reflection, ...rest } = agent;
  const given = text.trim() === "" ? {} : readJson(text);
  if (!isJsonObject(given) || Object.keys(given).some((key) => !MORE.some((one) => one === key)))
    return undefined;
  return agentSchema.safeParse({ ...rest, ...given }).data;
}

function readJson(text: string): Json | undefined {
  const read = readTypedJson(text);
  return "value" in read ? read.value : undefined;
}
