"use client";

import { useMemo } from "react";
import type { ModelView } from "@/lib/core/models/views";
import { agent, type Issue, type Plan, reviewSpec } from "@/lib/core/plan/schema";
import { TASK_TYPES } from "@/lib/core/plan/words";
import { toolPolicy } from "@/lib/core/policy/schema";
import { NO_POLICIES } from "@/lib/core/policy/source";
import { workspacePolicies } from "@/lib/core/policy/workspace";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { policyView } from "@/lib/testing/views/policy-view";
import { AgentBudgets, AgentModel } from "../../plan-editor/agent/agent-limits";
import { AgentTools } from "../../plan-editor/agent/agent-tools";
import { FAILURES } from "../../plan-editor/check-fields";
import { ChoiceField, JsonField, LinesField, NumberField, TextField } from "../../plan-editor/fields";
import { TaskForm } from "../../plan-editor/task-form";
import type { PlanFacts } from "../../plan-editor/use-plan-facts";
import { Fetched, LONG_TEXT, nothing, Panel, Specimen, State } from "../specimen";
import { stagingOf } from "../staging-of";
import { PLAN_FACTS, toolFacts } from "./plan-facts";

/** All that can be said of a task. */
export function TaskForms() {
  return (
    <>
      <Specimen
        name="TaskForm"
        states="each kind of task, with everything said, with issues, done, failed, at work, without the right"
      >
        {(scheme) => <Forms scheme={scheme} />}
      </Specimen>
      <Specimen name="AgentModel" states="the run's, one that is offered, one that is not">
        {() =>
          ["", "acme:large", "old:model"].map((model) => (
            <AgentModel
              key={model}
              agent={agent.parse(model === "" ? {} : { model })}
              models={FACTS.models}
              onChange={nothing}
            />
          ))
        }
      </Specimen>
      <Specimen name="AgentTools" states="closed; within, what each changes and what policies say of it">
        {() => (
          <AgentTools
            agent={CAUTIOUS}
            tools={[...FACTS.tools, toolFacts("deploy", { sideEffects: "external" })]}
            policies={workspacePolicies([policyView({ scope: { kind: "workspace" } })]).workspace}
            onChange={nothing}
          />
        )}
      </Specimen>
      <Specimen name="AgentBudgets" states="the run's, some set">
        {() => (
          <>
            <AgentBudgets agent={agent.parse({})} onChange={nothing} />
            <AgentBudgets agent={CAUTIOUS} onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="NumberField" states="empty, with help, what cannot be read">
        {() => (
          <>
            <NumberField label="Time limit (ms)" min={1} value={undefined} onChange={nothing} />
            <NumberField
              label="Retries"
              min={0}
              required
              value={2}
              help="After the first."
              onChange={nothing}
            />
            <NumberField label="Tokens" min={1} value={-1} onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="JsonField" states="empty, a value, what cannot be read">
        {() => (
          <>
            <JsonField
              label="Result schema"
              value={undefined}
              onChange={nothing}
              help="Any result if empty."
            />
            <JsonField label="Input (JSON)" value={{ quarter: 3, regions: ["north"] }} onChange={nothing} />
            <JsonField label="Form" noList value={"{ half" as string} onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="TextField" states="one line, several, code, long text, lines, one of a few words">
        {() => (
          <>
            <TextField label="Title" value="Check them" onChange={nothing} />
            <TextField label="Instructions" rows={3} value={LONG_TEXT} onChange={nothing} />
            <TextField isCode label="Program" rows={2} value="(+ 1 2)" onChange={nothing} help="In Lisp." />
            <LinesField label="Details" lines={["Read it twice.", LONG_TEXT]} onChange={nothing} />
            <ChoiceField label="On failure" value="retry" options={FAILURES} onChange={nothing} />
          </>
        )}
      </Specimen>
    </>
  );
}

const CAUTIOUS = agent.parse({
  ...{ prompt: "Look twice.", model: "old:model", costBudgetUsd: 0.5, maxTurns: 3 },
  tools: ["train", "gone", "deploy"],
});

const DENIED = {
  ...toolPolicy.parse({ denied: ["wire"] }),
  source: { level: "workspace", name: "Calm" },
} as const;

const modelOf = (id: string, part: Partial<ModelView> = {}) =>
  ({ id, available: true, label: null, simulated: false, ...part }) as ModelView;

/** A workspace that has something of everything. */
const FACTS: PlanFacts = {
  ...PLAN_FACTS,
  tools: [
    ...PLAN_FACTS.tools,
    toolFacts("deploy", { sideEffects: "external" }),
    toolFacts("a-tool-whose-name-is-longer-than-anyone-expected-it-to-be", { sideEffects: "write" }),
  ],
  policies: { ...NO_POLICIES, workspace: [DENIED] },
  models: [modelOf("acme:large", { label: "Large" }), modelOf("simulated:small", { simulated: true })],
  reviews: [{ name: "Legal review", useWhen: "Before a signature.", review: reviewSpec.parse({}) }],
  people: [{ id: "key:1", name: "Ann", names: ["Ann"], roles: ["ops"], capabilities: ["review"] }],
  agents: [{ name: "Law reader", useWhen: "For contracts.", agent: agent.parse({ prompt: "Read" }) }],
};

const KINDS: Plan = planOf(
  ...TASK_TYPES.map((type, at) => ({
    ...{ id: type, type, title: `A ${type.replaceAll("_", " ")}`, dependsOn: at === 0 ? [] : ["task"] },
    ...(type === "direct" && { input: "(+ 1 2)" }),
  })),
);

const FULL: Plan = {
  ...planOf(
    { id: "first", title: LONG_TEXT },
    { id: "ask", type: "human_review", dependsOn: ["first"], title: "Ask before it" },
    {
      ...{ id: "full", title: LONG_TEXT, agent: "cautious", dependsOn: ["first", "ask"] },
      ...{ input: { quarter: 3 }, details: ["Read it twice.", LONG_TEXT], maxRetries: 2, onFailure: "retry" },
      ...{ verification: "(pos? data/result)", outputSchema: "{total :int}", llmReview: "Is it correct?" },
      ...{ qualityGate: true, timeoutMs: 60_000, critical: true },
    },
    { id: "last", title: "Afterwards", agent: "cautious", dependsOn: ["full"] },
    {
      ...{ id: "gate", title: "A gate with everything", type: "human_review", dependsOn: ["full"] },
      gate: {
        ...{ prompt: "May it go out?", assignees: ["role:lead"], quorum: 2, fourEyes: true },
        ...{ requiresReason: true, timeoutSeconds: 3_600, onTimeout: "escalate", escalateTo: ["ben"] },
        form: { type: "object" },
      },
    },
    {
      ...{ id: "review", title: "A review with everything", type: "planning_review", dependsOn: ["full"] },
      review: {
        ...{ template: "Old review", focus: LONG_TEXT, decisionPoints: ["Is it right?"] },
        ...{ potentialOutcomes: [{ decision: "REPLAN", when: "it is not" }], requiresHumanApproval: true },
        ...{ reviewers: ["cautious"], approvalTimeoutSeconds: 60, condition: { previousFailed: true } },
      },
    },
  ),
  agents: { cautious: CAUTIOUS },
};

function Forms({ scheme }: { scheme: string }) {
  const forms = useMemo(() => {
    const kinds = new RunWorld({ plan: KINDS }).state;
    const full = new RunWorld({ plan: FULL }).state;
    const plan = planOf({ id: "done" }, { id: "failed", maxRetries: 0 }, { id: "at work" });
    const world = new RunWorld({ plan });
    world.start();
    world.succeed("done");
    world.fail("failed");
    const issues: Issue[] = [
      { severity: "error", code: "cycle_detected", message: "Tasks wait for each other.", taskId: "first" },
      { severity: "warning", code: "unknown_review_template", message: LONG_TEXT, taskId: "first" },
    ];
    return [
      ...TASK_TYPES.map((type) => ({ name: type, state: kinds, plan: KINDS, taskId: type })),
      { name: "everything", state: full, plan: FULL, taskId: "full" },
      { name: "a gate with everything", state: full, plan: FULL, taskId: "gate" },
      { name: "a review with everything", state: full, plan: FULL, taskId: "review" },
      { name: "issues", state: full, plan: FULL, taskId: "first", issues },
      ...["done", "failed", "at work"].map((taskId) => ({ name: taskId, state: world.state, plan, taskId })),
      { name: "without the right", state: kinds, plan: KINDS, taskId: "task", isReadOnly: true },
      { name: "done, without the right", state: world.state, plan, taskId: "done", isReadOnly: true },
    ];
  }, []);
  return (
    <Fetched queries={[]}>
      {forms.map(({ name, plan, taskId, ...given }) => {
        const task = plan.tasks.find(({ id }) => id === taskId);
        const state = { ...given.state, runId: `run_form-${scheme}` };
        const staging = stagingOf(state, stagingBaseOf(state, plan), []);
        return (
          <State key={name} name={name}>
            <Panel>
              {task && (
                <TaskForm
                  issues={[]}
                  {...given}
                  {...{ state, staging, task, facts: FACTS, onSelect: nothing }}
                  {...(name === "task" && { onClose: nothing })}
                />
              )}
            </Panel>
          </State>
        );
      })}
    </Fetched>
  );
}
