"use client";

import { type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import {
  COMMENT_LABEL_NAMES,
  COMMENT_LABELS,
  type CommentLabel,
  MAX_COMMENT_CHARS,
} from "@/lib/core/comments/words";
import { currentPlan } from "@/lib/core/run/offered-plan";
import type { RunState } from "@/lib/core/run/state";
import { useKept, useRestored } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { Field, Select, TextArea } from "../ui/field";
import { LiveButton } from "../ui/live";
import { Problem } from "../ui/problem";
import { RestoredNote } from "../ui/restored-note";
import { type PlacedPlan, type PlaceOption, placesOf, taskOf } from "./places";
import { sendQuestion } from "./send";

type ShownVersion = { version: number; plan: PlacedPlan };

type ComposerProps = {
  state: RunState;
  /** The version that is shown in the place of the one in force, which comments are about. */
  shown?: ShownVersion | undefined;
  /** The selected task, which a comment begins with. */
  taskId: string | undefined;
  area: Ref<HTMLTextAreaElement>;
  /** How many comments stand above it. */
  above: number;
};

const keepInSight = (form: HTMLElement): void => form.scrollIntoView({ block: "nearest" });

/**
 * Writes a comment on the plan, on the selected task, on one of its fields or on an edge that leads to it. What is written
 * stays about its place, whatever is selected later.
 */
export function Composer({ state, shown, taskId, area, above }: ComposerProps) {
  const { runId, planVersion } = state;
  const { version, plan } = shown ?? { version: planVersion, plan: currentPlan(state) };
  const { restored, forget } = useRestored(`comment/${runId}`);
  const [text, setText] = useKept(`comment/${runId}`, "");
  const [label, setLabel] = useKept<CommentLabel | null>(`comment/${runId}/label`, null);
  /** What the words that are written are about. */
  const [about, setAbout] = useKept<PlaceOption | null>(`comment/${runId}/about`, null);
  const [chosen, setChosen] = useState<{ taskId: string | undefined; value: string }>();
  const invalidates = [queryKeys.comments(runId)];
  const adding = useAct({ send: byRoute("POST /api/v1/runs/{id}/comments"), invalidates });
  const asking = useAct({ send: sendQuestion, invalidates });
  const problem = adding.problem ?? asking.problem;
  const busy = (adding.pending ?? asking.pending) !== undefined;
  const selected = placesOf(plan, taskId);
  const aboutTask = about ? taskOf(about.target) : undefined;
  const places = about ? placesOf(plan, aboutTask) : selected;
  const others = about && aboutTask !== taskId ? selected.slice(1) : [];
  const whole = selected[1] ?? selected[0];
  // Nothing is written yet: another task begins with itself.
  const begun = (chosen?.taskId === taskId && selected.find(({ value }) => value === chosen?.value)) || whole;
  const place = about ?? begun;
  const isGone = !places.some(({ value }) => value === place.value);
  const isEmpty = text.trim() === "";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What others say comes above it, and pushed away what is being written.
    if (above > 0 && form.current?.contains(document.activeElement)) keepInSight(form.current);
  }, [above]);
  const send = async (way: "comment" | "ask") => {
    if (isEmpty || isGone) return;
    adding.clear();
    asking.clear();
    const words = { id: runId, version, target: place.target, text };
    if (!(await (way === "ask" ? asking.act(words) : adding.act({ ...words, label })))) return;
    write("");
    setLabel(null);
    forget();
  };
  const onRemove = () => {
    write("");
    setLabel(null);
    forget();
  };
  const write = (next: string) => {
    setText(next);
    if (next === "") setAbout(null);
    else if (!about) setAbout(place);
  };
  const choose = (value: string) => {
    if (!about) setChosen({ taskId, value });
    else setAbout([...places, ...others].find((one) => one.value === value) ?? about);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send("comment");
  };
  return (
    <form
      ref={form}
      onSubmit={submit}
      onFocus={({ currentTarget, target }) => {
        // A button that moved as it is pressed would not be pressed.
        if (target instanceof HTMLTextAreaElement) keepInSight(currentTarget);
      }}
      className="grid gap-2 px-4 py-3"
      aria-label="New comment"
    >
      <Field
        label={<span className="sr-only">Comment on</span>}
        error={isGone ? `“${place.label}” is no longer in the plan. Choose what this is about.` : undefined}
      >
        {(wiring) => (
          <Select {...wiring} value={place.value} onChange={({ target }) => choose(target.value)}>
            {isGone && <option value={place.value}>{place.label}</option>}
            {[...Map.groupBy(places, ({ group }) => group)].map(([group, ones]) =>
              group === undefined ? (
                <PlaceOptions key="whole" places={ones} />
              ) : (
                <optgroup key={group} label={group}>
                  <PlaceOptions places={ones} />
                </optgroup>
              ),
            )}
            {others.length > 0 && (
              <optgroup label="Selected now">
                <PlaceOptions places={others} />
              </optgroup>
            )}
          </Select>
        )}
      </Field>
      {about && whole && aboutTask !== taskId && (
        <p role="status" className="wrap-anywhere text-xs">
          Your text stays about “{place.label}”.{" "}
          <LiveButton className="text-left text-run underline" onClick={() => choose(whole.value)}>
            Change to “{whole.label}”
          </LiveButton>
        </p>
      )}
      <LabelChoice label={label} onChange={setLabel} />
      <Field label={<span className="sr-only">Comment</span>}>
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={area}
            rows={2}
            maxLength={MAX_COMMENT_CHARS}
            value={text}
            placeholder="What should be different, or what is unclear?"
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Field>
      {restored && <RestoredNote {...restored} onRemove={onRemove} />}
      <Problem problem={problem} />
      {version < planVersion && (
        <p className="text-muted text-xs">
          About version {version}, which is shown. It can be sent while its place is in the plan in force.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {taskId === undefined && (
          <p className="mr-auto text-muted text-xs">Select a task to comment on it.</p>
        )}
        <Button
          disabled={busy || isEmpty || isGone}
          title="A model answers from the plan; nothing is changed."
          onClick={() => void send("ask")}
        >
          {asking.pending ? "Asking…" : "Ask"}
        </Button>
        <Button type="submit" disabled={busy || isEmpty || isGone}>
          {adding.pending ? "Saving…" : "Add comment"}
        </Button>
      </div>
    </form>
  );
}

const PlaceOptions = ({ places }: { places: readonly PlaceOption[] }) =>
  places.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

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
