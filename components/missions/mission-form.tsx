"use client";

import { type FormEvent, type KeyboardEvent, useState, useTransition } from "react";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Kbd } from "../ui/kbd";
import { Problem, type ProblemFacts } from "../ui/problem";
import { MissionSettings, type ModelChoice } from "./mission-settings";
import { SAMPLE_PLAN } from "./sample-plan";
import type { MissionDraft, StartMission } from "./types";

type MissionFormProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  start: StartMission;
};

/** A mission in one's own words, with a plan pasted if there is one. What was typed stays when something is wrong. */
export function MissionForm({ draft, onDraft, models, start }: MissionFormProps) {
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const send = () => {
    if (pending) return;
    startTransition(async () => {
      const outcome = await start({ ...draft, key: crypto.randomUUID() });
      setProblem(outcome?.problem);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-4">
      <Field
        label="What is to be done"
        help="Say what should be true at the end. With a plan below this may stay empty: its title will do."
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={4}
            value={draft.mission}
            onChange={(event) => onDraft({ ...draft, mission: event.target.value })}
            placeholder="Deploy the fraud detection model to production"
          />
        )}
      </Field>
      <details className="rounded-lg border border-line">
        <summary className="px-3 py-2 font-medium">
          Paste a plan <span className="font-normal text-muted">(optional)</span>
        </summary>
        <div className="grid gap-2 border-line border-t p-3">
          <Field
            label="Plan, as JSON or as text"
            help="It is read as you type. With a plan the run starts at once; without one a plan is written first."
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                rows={14}
                spellCheck={false}
                className="font-mono text-xs"
                value={draft.plan}
                onChange={(event) => onDraft({ ...draft, plan: event.target.value })}
              />
            )}
          </Field>
          {draft.plan.trim() === "" && (
            <Button
              size="small"
              className="justify-self-start"
              onClick={() => onDraft({ ...draft, plan: SAMPLE_PLAN })}
            >
              Put an example here
            </Button>
          )}
        </div>
      </details>
      <MissionSettings draft={draft} onDraft={onDraft} models={models} />
      <Problem problem={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="main" disabled={pending}>
          {pending ? "Starting…" : "Start mission"}
        </Button>
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd keys="Ctrl Enter" />
        </span>
      </div>
    </form>
  );
}
