"use client";

import { type FormEvent, type KeyboardEvent, type RefObject, useState, useTransition } from "react";
import { AttachmentField } from "../attachments/attachment-field";
import { attachedIds, notReadyReason } from "../attachments/uploads";
import { useUploads } from "../attachments/use-uploads";
import type { ToolInfo } from "../policies/types";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Kbd } from "../ui/kbd";
import { Problem, type ProblemFacts } from "../ui/problem";
import { MissionSettings } from "./mission-settings";
import { PlanField } from "./plan-field";
import type { ModelChoice } from "./settings/model-field";
import type { MissionDraft, StartMission } from "./types";

type MissionFormProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  start: StartMission;
  /** The plan's text. */
  area: RefObject<HTMLTextAreaElement | null>;
  missionArea: RefObject<HTMLTextAreaElement | null>;
  onUndo: (() => void) | undefined;
};

/** A mission in one's own words, with a plan pasted if there is one. What was typed stays when something is wrong. */
export function MissionForm({
  draft,
  onDraft,
  models,
  tools,
  start,
  area,
  missionArea,
  onUndo,
}: MissionFormProps) {
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const uploads = useUploads();
  const send = () => {
    if (pending) return;
    const unready = notReadyReason(uploads.files);
    if (unready !== undefined) return setProblem({ message: unready, issues: [] });
    startTransition(async () => {
      const attachments = attachedIds(uploads.files);
      const outcome = await start({ ...draft, attachments, key: crypto.randomUUID() });
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
      <AttachmentField uploads={uploads}>
        <Field
          label="What is to be done"
          help="Say what should be true at the end. With a plan below this may stay empty: its title will do."
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              ref={missionArea}
              rows={4}
              value={draft.mission}
              onChange={(event) => onDraft({ ...draft, mission: event.target.value })}
              placeholder="Deploy the fraud detection model to production"
            />
          )}
        </Field>
      </AttachmentField>
      <PlanField
        plan={draft.plan}
        onPlan={(plan, imported) => onDraft({ ...draft, plan, imported })}
        area={area}
        onUndo={onUndo}
      />
      <MissionSettings draft={draft} onDraft={onDraft} models={models} tools={tools} />
      <Problem problem={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="main" disabled={pending}>
          {pending ? "Starting…" : "Start mission"}
        </Button>
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd keys="Ctrl Enter" />
        </span>
      </div>
    </form>
  );
}
