"use client";

import { Choices, Switch } from "../ui/choices";
import { Field, Select } from "../ui/field";
import type { MissionDraft } from "./types";

export type ModelChoice = { id: string; provider: string; simulated: boolean };

const REVIEW_MODES = [
  { value: "hold", label: "Hold", help: "A decision waits 15 seconds, so that you may override it." },
  { value: "auto", label: "Automatic", help: "A decision applies at once." },
  { value: "manual", label: "Manual", help: "A person takes every decision." },
] as const;

type MissionSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
};

/** How much the run may do by itself. */
export function MissionSettings({ draft, onDraft, models }: MissionSettingsProps) {
  const { plan, planApproval = false, reviewMode = "hold", model = "" } = draft;
  return (
    <>
      {plan.trim() === "" && (
        <Switch
          checked={planApproval}
          onChange={(next) => onDraft({ ...draft, planApproval: next })}
          help="The drafted plan is shown to you first, and runs when you approve it."
        >
          Plan first
        </Switch>
      )}
      <details className="rounded-lg border border-line">
        <summary className="px-3 py-2 font-medium">Reviews and models</summary>
        <div className="grid gap-4 border-line border-t p-3">
          <Choices
            legend="Decisions of planning reviews"
            choices={REVIEW_MODES}
            value={reviewMode}
            onChange={(next) => onDraft({ ...draft, reviewMode: next })}
          />
          <Field label="Model" help="It serves every role of this run.">
            {(wiring) => (
              <Select
                {...wiring}
                value={model}
                onChange={(event) => onDraft({ ...draft, model: event.target.value })}
              >
                <option value="">
                  The installation’s own{models[0] ? ` (${modelWord(models[0])})` : ""}
                </option>
                {models.map((one) => (
                  <option key={one.id} value={one.id}>
                    {modelWord(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </details>
    </>
  );
}

const modelWord = ({ id, simulated }: ModelChoice): string => (simulated ? `${id}, simulated` : id);
