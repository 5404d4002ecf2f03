"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { Card } from "../ui/card";
import { MissionForm } from "./mission-form";
import type { ModelChoice } from "./mission-settings";
import { PlanPreview } from "./plan-preview";
import { readPasted } from "./plan-reading";
import type { MissionDraft, StartMission } from "./types";

type NewMissionProps = { models: readonly ModelChoice[]; tools: readonly string[]; start: StartMission };

/** The form of a new mission, and beside it what a pasted plan is read as. */
export function NewMission({ models, tools, start }: NewMissionProps) {
  const [draft, setDraft] = useState<MissionDraft>({ mission: "", plan: "" });
  const text = useDeferredValue(draft.plan);
  const reading = useMemo(() => readPasted(text, tools), [text, tools]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card title="Mission">
        <MissionForm draft={draft} onDraft={setDraft} models={models} start={start} />
      </Card>
      {reading ? (
        <Card title="Plan preview">
          <PlanPreview reading={reading} />
        </Card>
      ) : (
        <WhatHappens planFirst={draft.planApproval ?? false} />
      )}
    </div>
  );
}

function WhatHappens({ planFirst }: { planFirst: boolean }) {
  const steps = [
    ["A plan is written", "The mission becomes a graph of tasks with reviews and human gates."],
    ...(planFirst ? [["You approve it", "It waits in the inbox; you may ask for changes."]] : []),
    ["It runs in parallel", "Each result is checked. A failed attempt is tried again with the diagnosis."],
    ["Reviews look at the progress", "When reality disagrees, what is left of the plan is replaced."],
    ["It stops where a person is needed", "A gate waits as long as it has to, across restarts too."],
  ] as const;
  return (
    <Card title="What happens then">
      <ol className="grid gap-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-muted text-xs"
            >
              {index + 1}
            </span>
            <span>
              <span className="font-medium">{title}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
