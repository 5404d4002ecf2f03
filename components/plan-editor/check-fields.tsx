"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { getOwn } from "@/lib/core/own";
import { FAILURE_POLICIES, type FailurePolicy, type Task } from "@/lib/core/plan/schema";
import type { SettableField } from "@/lib/core/plan/staged/edits";
import type { RunState } from "@/lib/core/run/state";
import { jsonText } from "../plans/predicate/trial-input";
import { Button } from "../ui/button";
import { Switch } from "../ui/choices";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { ChoiceField, JsonField, TextField } from "./fields";
import { PREDICATE_PATH, useUnreadFields } from "./unapplied";

const PredicateRoom = dynamic(
  () => import("../plans/predicate/predicate-panel").then((room) => room.PredicatePanel),
  {
    ssr: false,
    loading: () => <Skeleton className="h-64" />,
  },
);

const FAILURE_LABELS: Record<FailurePolicy, string> = {
  stop: "stop the run",
  skip: "skip the task",
  retry: "retry the task",
  replan: "replan the rest",
};
/** What may follow when a task or its check fails, in words. */
export const FAILURES = FAILURE_POLICIES.map((policy) => [policy, FAILURE_LABELS[policy]] as const);

/** Stages a field of the task; what is typed on after another letter is one step. */
export type SetField = <F extends SettableField>(field: F, value: Task[F], typing?: string) => void;

type ChecksProps = { state: RunState; task: Task; set: SetField };

/** What the result has to be: predicate, schema, and what a model judges. */
export function Checks({ state, task, set }: ChecksProps) {
  const { verification = "", outputSchema, llmReview } = task;
  const judged = llmReview === false ? "off" : llmReview === true ? "on" : "criteria";
  return (
    <Section title="Checks" className="gap-3">
      <Predicate key={task.id} state={state} task={task} set={set} />
      {verification !== "" && (
        <ChoiceField
          label="If the predicate fails"
          value={task.onVerificationFailure}
          options={FAILURES}
          onChange={(policy) => set("onVerificationFailure", policy)}
        />
      )}
      <JsonField
        label="Result schema"
        help="A signature such as {items [{id :int}]}, or a JSON Schema. Any result if empty."
        path="outputSchema"
        value={outputSchema}
        orText
        noList
        onChange={(schema) => set("outputSchema", schema as Task["outputSchema"], "outputSchema")}
      />
      {task.type === "task" && (
        <>
          <ChoiceField
            label="Model review of the result"
            value={judged}
            options={[
              ["off", "Off"],
              ["on", "On"],
              ["criteria", "By criteria"],
            ]}
            onChange={(how) =>
              set("llmReview", how === "on" ? true : how === "off" ? false : "Is it correct?")
            }
          />
          {typeof llmReview === "string" && (
            <TextField
              label="Criteria"
              rows={2}
              value={llmReview}
              onChange={(criteria) => set("llmReview", criteria, "llmReview")}
            />
          )}
          <Switch checked={task.qualityGate} onChange={(isOn) => set("qualityGate", isOn)}>
            Check first whether the data suffices
          </Switch>
        </>
      )}
    </Section>
  );
}

const NOT_USED = { label: "Predicate", problem: "Use it, or discard what you wrote." };

/** The predicate and a result to try it on, both loaded once somebody opens them. */
function Predicate({ state, task, set }: ChecksProps) {
  const { verification = "" } = task;
  const unread = useUnreadFields();
  const draft = unread?.textAt(PREDICATE_PATH);
  const [opened, setOpened] = useState<"kept" | "asked" | undefined>(
    draft === undefined ? undefined : "kept",
  );
  if (opened) {
    const input = task.input === "" ? "" : jsonText(task.input);
    return (
      <PredicateRoom
        source={verification}
        dependencies={task.dependsOn}
        initialData={{ result: "", input, depends: knownResults(state, task) }}
        onApply={(source) => set("verification", source)}
        draft={draft}
        onDraft={(text) =>
          unread?.keep(PREDICATE_PATH, text === undefined ? undefined : { ...NOT_USED, text })
        }
        applyLabel="Use predicate"
        removeLabel="Remove predicate"
        note="Staged with your other changes."
        takesFocus={opened === "asked"}
      />
    );
  }
  return (
    <div className="grid gap-1.5">
      {verification !== "" && (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg border border-line bg-ground px-3 py-2 font-mono text-xs">
          {verification}
        </pre>
      )}
      <Button size="small" className="justify-self-start" onClick={() => setOpened("asked")}>
        {verification === "" ? "Add a predicate" : "Edit predicate"}
      </Button>
    </div>
  );
}

/** Results of dependencies that the page has, to try a predicate on. */
function knownResults(state: RunState, { dependsOn }: Task): string {
  const known = dependsOn.flatMap((id) => {
    const result = getOwn(state.tasks, id)?.result;
    return result && "inline" in result ? [[id, result.inline] as const] : [];
  });
  return known.length === 0 ? "" : jsonText(Object.fromEntries(known));
}
