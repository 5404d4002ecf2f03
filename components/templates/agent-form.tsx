"use client";

import { useState } from "react";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { isJsonObject, type Json } from "@/lib/core/json";
import { type Agent, agent as agentSchema } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run/state";
import { policiesOf } from "@/lib/core/run/tool-policies";
import { type OwnAgent, planOfAgent } from "@/lib/core/templates/agents";
import { AgentBudgets, AgentModel } from "../plan-editor/agent/agent-limits";
import { AgentTools } from "../plan-editor/agent/agent-tools";
import { JsonField } from "../plan-editor/fields";
import { usePlanFacts } from "../plan-editor/use-plan-facts";
import { useKept } from "../ui/behavior/use-kept";
import { Field, TextArea, TextInput } from "../ui/field";
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

/** An agent of the library: when to use it, its prompt, model, tools and limits. */
export function AgentForm(props: AgentFormProps) {
  const { begins, keptAs, problem, busy, submitLabel, onSubmit, onCancel } = props;
  const { facts, isError } = usePlanFacts();
  const [draft, setDraft] = useKept(keptAs, {
    name: begins?.name ?? "",
    useWhen: begins?.useWhen ?? "",
    agent: begins?.agent ?? agentSchema.parse({}),
  });
  const { name, useWhen, agent } = draft;
  const setAgent = (next: Agent) => setDraft({ ...draft, agent: next });
  const [wrong, setWrong] = useState<string>();
  const more = Object.fromEntries(
    MORE.flatMap((key) => (agent[key] === undefined ? [] : [[key, agent[key]]])),
  );
  const changeMore = (value: Json | undefined) => {
    const { hints: _hints, examples: _examples, policy: _policy, reflection: _reflection, ...rest } = agent;
    const given = isJsonObject(value ?? {}) ? ((value ?? {}) as Record<string, Json>) : undefined;
    const known = given && Object.keys(given).every((key) => (MORE as readonly string[]).includes(key));
    const read = known ? agentSchema.safeParse({ ...rest, ...given }) : undefined;
    setWrong(read?.success ? undefined : `Only ${MORE.join(", ")}, each in the form that plans have them.`);
    if (read?.success) setAgent(read.data);
  };
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
              ...{ state: NO_RUN, workspace: facts.policies, role: "agent" },
              agent: { name, policy: agent.policy },
            })}
            onChange={setAgent}
          />
        </>
      )}
      <AgentBudgets agent={agent} onChange={setAgent} />
      <details>
        <summary className="font-medium">Other settings ({Object.keys(more).length})</summary>
        <div className="mt-2 grid gap-1">
          <JsonField
            label="Hints, policy, examples, reflection (JSON)"
            value={Object.keys(more).length === 0 ? undefined : (more as Json)}
            onChange={changeMore}
          />
          {wrong && <p className="text-bad text-xs">{wrong}</p>}
        </div>
      </details>
    </DialogForm>
  );
}
