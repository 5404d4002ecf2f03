"use client";

import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import {
  COMMENT_LABEL_NAMES,
  COMMENT_LABELS,
  type CommentLabel,
  MAX_COMMENT_CHARS,
} from "@/lib/core/comments/words";
import { fieldLabel } from "@/lib/core/describe/plans/plan-diff";
import type { CommentTarget } from "@/lib/core/inputs/comments";
import type { RunState } from "@/lib/core/run/state";
import { useKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { Field, Select, TextArea } from "../ui/field";
import { Problem } from "../ui/problem";
import { submitOnEnter } from "../ui/words-form";
import { sendComment, sendQuestion } from "./send";

/** Fields of a task that people read and may want otherwise. */
const FIELDS = [
  "input",
  "details",
  "agent",
  "verification",
  "outputSchema",
  "review",
  "gate",
  "onFailure",
  "maxRetries",
] as const;

type ComposerProps = {
  state: RunState;
  /** The selected task, which the comment is about unless the person says otherwise. */
  taskId: string | undefined;
  area: Ref<HTMLTextAreaElement>;
  /** How many comments stand above it. */
  above: number;
};

const keepInSight = (form: HTMLElement): void => form.scrollIntoView({ block: "nearest" });

/** Writes a comment on the plan, on the selected task, on one of its fields or on an edge that leads to it. */
export function Composer({ state, taskId, area, above }: ComposerProps) {
  const { runId, planVersion: version } = state;
  const [text, setText] = useKept(`comment/${runId}`, "");
  const [label, setLabel] = useKept<CommentLabel | null>(`comment/${runId}/label`, null);
  const [chosen, setChosen] = useState<{ taskId: string | undefined; value: string }>();
  const invalidates = [queryKeys.comments(runId)];
  const adding = useAct({ send: sendComment, invalidates });
  const asking = useAct({ send: sendQuestion, invalidates });
  const problem = adding.problem ?? asking.problem;
  const busy = (adding.pending ?? asking.pending) !== undefined;
  const places = placesOf(state, taskId);
  // Another task begins with itself.
  const value = chosen && chosen.taskId === taskId ? chosen.value : (places[1]?.value ?? "plan");
  const target = places.find((place) => place.value === value)?.target ?? { kind: "plan" as const };
  const isEmpty = text.trim() === "";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What others say comes above it, and pushed away what is being written.
    if (above > 0 && form.current?.contains(document.activeElement)) keepInSight(form.current);
  }, [above]);
  const send = async (way: "comment" | "ask") => {
    if (isEmpty) return;
    adding.clear();
    asking.clear();
    const about = { runId, version, target, text };
    const reply = await (way === "ask" ? asking.act(about) : adding.act({ ...about, label }));
    if (!reply || reply.problem) return;
    setText("");
    setLabel(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send("comment");
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onFocus={({ currentTarget }) => keepInSight(currentTarget)}
      className="grid gap-2 px-4 py-3"
      aria-label="New comment"
    >
      <Field label={<span className="sr-only">Comment on</span>}>
        {(wiring) => (
          <Select
            {...wiring}
            value={value}
            onChange={(event) => setChosen({ taskId, value: event.target.value })}
          >
            {places.map((place) => (
              <option key={place.value} value={place.value}>
                {place.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <LabelChoice label={label} onChange={setLabel} />
      <Field label={<span className="sr-only">Comment</span>}>
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={area}
            rows={2}
            maxLength={MAX_COMMENT_CHARS}
            value={text}
            onKeyDown={submitOnEnter}
            placeholder="What should be different, or what is unclear?"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Problem problem={problem && { message: problem.message, issues: [] }} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {taskId === undefined && (
          <p className="mr-auto text-muted text-xs">Select a task to comment on it.</p>
        )}
        <Button
          disabled={busy || isEmpty}
          title="A model answers from the plan; nothing is changed."
          onClick={() => void send("ask")}
        >
          {asking.pending ? "Asking…" : "Ask"}
        </Button>
        <Button type="submit" disabled={busy || isEmpty}>
          {adding.pending ? "Saving…" : "Add comment"}
        </Button>
      </div>
    </form>
  );
}

type LabelChoiceProps = { label: CommentLabel | null; onChange(label: CommentLabel | null): void };

/** Quick labels; the chosen one again takes it away. */
export function LabelChoice({ label, onChange }: LabelChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Label</legend>
      {COMMENT_LABEL_NAMES.map((name) => (
        <Button
          key={name}
          size="small"
          aria-pressed={label === name}
          className="aria-pressed:border-ink aria-pressed:bg-ground"
          onClick={() => onChange(label === name ? null : name)}
        >
          {COMMENT_LABELS[name].name}
        </Button>
      ))}
    </fieldset>
  );
}

type PlaceOption = { value: string; label: string; target: CommentTarget };

/** What a comment can be about while this task is selected: the plan first, then the task, its fields and its edges. */
export function placesOf(
  { tasks, order }: Pick<RunState, "tasks" | "order">,
  taskId?: string,
): PlaceOption[] {
  const plan: PlaceOption = { value: "plan", label: "Whole plan", target: { kind: "plan" } };
  const spec = taskId !== undefined && order.includes(taskId) ? tasks[taskId]?.spec : undefined;
  if (!spec) return [plan];
  const { id, title, dependsOn } = spec;
  const fields = FIELDS.filter((field) => isFilled(spec[field])).map((field): PlaceOption => {
    const name = fieldLabel(field);
    return {
      value: `field:${field}`,
      label: `${title} › ${name}`,
      target: { kind: "field", taskId: id, field },
    };
  });
  const edges = dependsOn.map((fromId): PlaceOption => {
    const label = `${tasks[fromId]?.spec.title ?? fromId} → ${title}`;
    return { value: `edge:${fromId}`, label, target: { kind: "edge", taskId: id, fromId } };
  });
  const task: PlaceOption = { value: "task", label: title, target: { kind: "task", taskId: id } };
  return [plan, task, ...fields, ...edges];
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
