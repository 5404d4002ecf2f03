"use client";

import type { RunSettings } from "@/lib/core/run/settings";
import { Choices, Switch } from "../ui/choices";
import { Field, Select } from "../ui/field";
import type { MissionDraft } from "./types";

export type ModelChoice = { id: string; provider: string; simulated: boolean };

const REVIEW_MODES = [
  { value: "hold", label: "Hold", help: "A decision waits 15 seconds, so that you may override it." },
  { value: "auto", label: "Automatic", help: "A decision applies at once." },
  { value: "manual", label: "Manual", help: "A person takes every decision." },
] as const;

const CRITIC_MODES = [
  { value: "static", label: "Rules", help: "Known weak shapes are found, at no cost." },
  { value: "model", label: "Rules and a model", help: "A model also looks for what rules cannot see." },
  { value: "off", label: "Off", help: "Plans are not judged." },
] as const;
const CRITIC: RunSettings["critic"] = { mode: "static", minScore: 0 };
const SCORES = Array.from({ length: 10 }, (_, index) => index + 1);

type MissionSettingsProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
};

/** How much the run may do by itself. */
export function MissionSettings({ draft, onDraft, models }: MissionSettingsProps) {
  const { plan, planApproval = false, reviewMode = "hold", model = "", critic = CRITIC } = draft;
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
        <summary className="px-3 py-2 font-medium">Reviews, critic and models</summary>
        <div className="grid gap-4 border-line border-t p-3">
          <Choices
            legend="Decisions of planning reviews"
            choices={REVIEW_MODES}
            value={reviewMode}
            onChange={(next) => onDraft({ ...draft, reviewMode: next })}
          />
          <Choices
            legend="Critic of the plan"
            choices={CRITIC_MODES}
            value={critic.mode}
            onChange={(mode) => onDraft({ ...draft, critic: { ...critic, mode } })}
          />
          {critic.mode !== "off" && (
            <Field
              label="Lowest score that runs without you"
              help="A planner gets the findings once to do better. A plan that stays below waits for your approval."
            >
              {(wiring) => (
                <Select
                  {...wiring}
                  value={critic.minScore}
                  onChange={({ target }) =>
                    onDraft({ ...draft, critic: { ...critic, minScore: Number(target.value) } })
                  }
                >
                  <option value={0}>None: the critic only informs</option>
                  {SCORES.map((score) => (
                    <option key={score} value={score}>
                      {score} of 10
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
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
