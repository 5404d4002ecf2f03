"use client";

import { Lock } from "lucide-react";
import { lockReason } from "@/lib/core/describe/plans/staged-edits";
import { isSameJson } from "@/lib/core/json";
import { agent as agentSchema, type Issue, TASK_TYPES, type Task } from "@/lib/core/plan/schema";
import {
  deleteTask,
  gatesBefore,
  insertGate,
  replaceTask,
  setAgent,
  setDependency,
  setField,
} from "@/lib/core/plan/staged/acts";
import { assignable } from "@/lib/core/run/gates/passable";
import type { RunState } from "@/lib/core/run/state";
import { nameInPlan } from "@/lib/core/templates/agents";
import { TaskHead, TYPE_LABELS } from "../inspector/task-head";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import { Button } from "../ui/button";
import { Switch } from "../ui/choices";
import { LiveButton } from "../ui/live";
import { Section } from "../ui/section";
import { AgentFields } from "./agent/agent-fields";
import { Checks, FAILURES, type SetField } from "./check-fields";
import { DependencyFields } from "./dependency-fields";
import { ChoiceField, JsonField, LinesField, NumberField, TextField } from "./fields";
import { GateFields, ReviewFields } from "./question-fields";
import type { PlanFacts } from "./use-plan-facts";
import type { Staging } from "./use-staging";

type TaskFormProps = {
  state: RunState;
  staging: Staging;
  task: Task;
  facts: PlanFacts;
  issues: readonly Issue[];
  isReadOnly?: boolean;
  /** It was just added: its title is written first. */
  isNew?: boolean;
  onSelect(taskId: string | undefined): void;
  /** Left out where a sheet around it has its own way to close. */
  onClose?: () => void;
};

/** Everything that can be said of a task of the plan, in the place of the inspector. What is typed is staged at once. */
export function TaskForm(props: TaskFormProps) {
  const { state, staging, task, facts, issues, isReadOnly = false, isNew = false, onSelect, onClose } = props;
  const lock = staging.base.locks.get(task.id);
  const { base, edits, stage } = staging;
  const remove = () => {
    stage(deleteTask(base, edits, task.id));
    onSelect(undefined);
  };
  const replace = () => {
    const replaced = replaceTask(base, edits, task.id);
    if (!replaced) return;
    stage(replaced.edits);
    onSelect(replaced.id);
  };
  return (
    <>
      <TaskHead
        task={{ ...task, title: task.title || task.id }}
        closeLabel="Close the form (Esc)"
        onClose={onClose}
      />
      <ul aria-label="Issues of this task" className="grid gap-1 border-line border-b px-4 py-2 empty:hidden">
        {(lock ? issues : issues.filter(isOfWhole)).map(({ severity, code, path, message }) => (
          <li key={`${code} ${path} ${message}`} className={TONE_TEXT[SEVERITY_DISPLAY[severity].tone]}>
            <span aria-hidden="true">{SEVERITY_DISPLAY[severity].icon} </span>
            <span className="sr-only">{SEVERITY_DISPLAY[severity].word}: </span>
            {message}
          </li>
        ))}
      </ul>
      {lock && isReadOnly && <p className="px-4 py-3">{lockReason(lock)}</p>}
      {lock && !isReadOnly && (
        <div className="grid gap-3 px-4 py-3">
          <p className="flex gap-2">
            <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            {lockReason(lock)}
          </p>
          <div className="flex flex-wrap gap-2">
            {lock.status !== "succeeded" && <Button onClick={replace}>Replace with new work</Button>}
            {lock.kind === "at_work" && (
              <Button variant="danger" onClick={remove}>
                Delete task
              </Button>
            )}
          </div>
        </div>
      )}
      {!lock && (
        <fieldset disabled={isReadOnly} className="min-w-0">
          <legend className="sr-only">Task form</legend>
          <EditableTask
            state={state}
            staging={staging}
            task={task}
            facts={facts}
            issues={issues}
            isNew={isNew}
            onSelect={onSelect}
          />
          {!isReadOnly && (
            <div className="px-4 py-3">
              <Button variant="danger" onClick={remove}>
                Delete task
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </>
  );
}

/** Said of the form as a whole: who can answer a gate is said at the field that says who may. */
const isOfWhole = ({ code, path }: Issue): boolean => code !== "gate_unpassable" || path !== "gate";

type EditableTaskProps = Omit<TaskFormProps, "isReadOnly" | "onClose">;

function EditableTask({ state, staging, task, facts, issues, isNew, onSelect }: EditableTaskProps) {
  const { base, edits, stage, outcome } = staging;
  const { plan } = outcome;
  const set: SetField = (field, value, typing) =>
    stage(setField(base, edits, task.id, field, value), typing && `${typing} ${task.id}`);
  const connect = (kind: "connect" | "disconnect") => (from: string, to: string) =>
    stage(setDependency(base, edits, { kind, from, to }));
  const isQuestion = task.type === "planning_review" || task.type === "human_review";
  return (
    <>
      <Section title="Task" className="gap-3">
        <TextField
          label="Title"
          value={task.title}
          onChange={(title) => set("title", title, "title")}
          isFirst={isNew}
        />
        <ChoiceField
          label="Type"
          value={task.type}
          options={TASK_TYPES.map(
            (type) => [type, type === "task" ? "Task (an agent)" : TYPE_LABELS[type]] as const,
          )}
          onChange={(type) => set("type", type)}
        />
        {task.type === "planning_review" && (
          <ReviewFields
            task={task}
            own={facts.reviews}
            onChange={(review, typing) => set("review", review, typing && `review ${typing}`)}
          />
        )}
        {task.type === "human_review" && (
          <GateFields
            task={task}
            problem={issues.find((issue) => !isOfWhole(issue))?.message}
            choices={assignable(facts.people ?? [])}
            onChange={(gate, typing) => set("gate", gate, typing && `gate ${typing}`)}
          />
        )}
        <Instructions task={task} set={set} />
      </Section>
      <Section title="Order" className="gap-3">
        <DependencyFields
          plan={plan}
          task={task}
          connect={connect("connect")}
          disconnect={connect("disconnect")}
        />
        {task.type !== "human_review" && <GateBefore staging={staging} task={task} onSelect={onSelect} />}
      </Section>
      {(task.type === "task" || task.type === "planning_review") && (
        <Section title="Agent" className="gap-3">
          <AgentFields
            state={state}
            plan={plan}
            task={task}
            facts={facts}
            onAgent={(name) => set("agent", name)}
            onChange={(name, next, typing) => stage(setAgent(base, edits, name, next), typing)}
            onCreate={(name) => {
              const described = setAgent(base, edits, name, agentSchema.parse({}));
              stage(setField(base, described, task.id, "agent", name));
            }}
            onInsert={(own) => {
              const { name, isThere } = nameInPlan(own, plan.agents, isSameJson);
              const described = isThere ? edits : setAgent(base, edits, name, own.agent);
              stage(setField(base, described, task.id, "agent", name));
            }}
          />
        </Section>
      )}
      {!isQuestion && <Checks state={state} task={task} set={set} />}
      <Section title="If it fails" className="gap-3">
        <ChoiceField
          label="On failure"
          value={task.onFailure}
          options={FAILURES}
          onChange={(policy) => set("onFailure", policy)}
        />
        <NumberField
          label="Retries"
          path="maxRetries"
          min={0}
          required
          value={task.maxRetries}
          onChange={(retries = 0) => set("maxRetries", retries, "maxRetries")}
        />
        <NumberField
          label="Time limit (ms)"
          path="timeoutMs"
          help="Leave empty for the run's setting."
          min={1}
          value={task.timeoutMs}
          onChange={(timeoutMs) => set("timeoutMs", timeoutMs, "timeoutMs")}
        />
        <Switch checked={task.critical} onChange={(critical) => set("critical", critical)}>
          Critical
        </Switch>
      </Section>
    </>
  );
}

function Instructions({ task, set }: { task: Task; set: SetField }) {
  const { input, type } = task;
  const label = type === "direct" ? "Program" : "Instructions";
  return (
    <>
      {typeof input === "string" ? (
        <TextField
          label={label}
          rows={5}
          value={input}
          isCode={type === "direct"}
          help={
            <>
              Name a result as <code className="font-mono">{"{{results.id}}"}</code>.
            </>
          }
          onChange={(text) => set("input", text, "input")}
        />
      ) : (
        <JsonField
          label={`${label} (JSON)`}
          path="input"
          value={input}
          onChange={(value) => set("input", value ?? "", "input")}
        />
      )}
      {type === "task" && (
        <LinesField
          label="Details"
          help="One per line."
          rows={2}
          lines={task.details}
          onChange={(details) => set("details", details, "details")}
        />
      )}
    </>
  );
}

type GateBeforeProps = Pick<EditableTaskProps, "staging" | "task" | "onSelect">;

/** A human gate right before the task: on, off, and the way to its form. */
function GateBefore({ staging: { base, edits, stage, outcome }, task, onSelect }: GateBeforeProps) {
  const gates = gatesBefore(outcome.plan, task.id).filter(({ id }) => !base.locks.has(id));
  const toggle = (isOn: boolean) => {
    const next = isOn
      ? insertGate(base, edits, task.id)?.edits
      : gates.reduce((staged, { id }) => deleteTask(base, staged, id), [...edits]);
    if (next) stage(next);
  };
  return (
    <div className="grid gap-1">
      <Switch checked={gates.length > 0} onChange={toggle}>
        Ask a person before this task
      </Switch>
      {gates.map(({ id, title }) => (
        <LiveButton
          key={id}
          className="ml-6.5 justify-self-start text-left text-run underline"
          onClick={() => onSelect(id)}
        >
          {title}
        </LiveButton>
      ))}
    </div>
  );
}
