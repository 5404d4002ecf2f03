"use client";

import type { ReflectionSettings } from "@/lib/core/reflection";
import { CRITERIA, type Criterion, MAX_REVISIONS_LIMIT } from "@/lib/core/reflection/defaults";
import { Switch } from "../../ui/choices";
import { Field, TextArea } from "../../ui/field";
import { DEFAULTS, type SettingsGroupProps, withSetting } from "./chosen-settings";
import { CountField } from "./count-field";
import { type ModelChoice, ModelField } from "./model-field";
import { SettingsGroup } from "./settings-group";

const CRITERION_LABELS: Record<Criterion, { label: string; help: string }> = {
  completeness: { label: "Completeness", help: "What the answer must cover." },
  accuracy: { label: "Accuracy", help: "What its claims must be based on." },
  clarity: { label: "Clarity", help: "How it should read." },
};

type ReflectionSettingsProps = SettingsGroupProps & { models: readonly ModelChoice[] };

/** Whether the final answer is critiqued and revised before it stands, and by what measure. */
export function ReflectionSettingsGroup({ chosen, onChoose, models }: ReflectionSettingsProps) {
  const reflection = chosen.reflection ?? DEFAULTS.reflection;
  const defaults = DEFAULTS.reflection;
  const { enabled, criteria, threshold, maxRevisions, model = "" } = reflection;
  const change = (changes: Partial<ReflectionSettings>) =>
    onChoose(withSetting(chosen, "reflection", { ...reflection, ...changes }));
  const onModel = (id: string) => {
    const { model: _before, ...rest } = reflection;
    onChoose(withSetting(chosen, "reflection", id === "" ? rest : { ...rest, model: id }));
  };
  return (
    <SettingsGroup title="Answer reflection">
      <Switch
        checked={enabled}
        onChange={(on) => change({ enabled: on })}
        help="A critic scores the answer and revises it if the score is too low. Each critique and revision is one more model call."
      >
        Critique the answer before accepting it
      </Switch>
      {enabled && (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <CountField
              label="Required score (0–100)"
              help="Answers with a lower score are revised."
              min={0}
              max={100}
              defaultValue={Math.round(defaults.threshold * 100)}
              value={threshold === defaults.threshold ? undefined : Math.round(threshold * 100)}
              onChange={(score) =>
                change({ threshold: score === undefined ? defaults.threshold : score / 100 })
              }
            />
            <CountField
              label="Maximum revisions"
              help="After the last revision, the best answer is kept, with questions for you."
              min={1}
              max={MAX_REVISIONS_LIMIT}
              defaultValue={defaults.maxRevisions}
              value={maxRevisions === defaults.maxRevisions ? undefined : maxRevisions}
              onChange={(most) => change({ maxRevisions: most ?? defaults.maxRevisions })}
            />
          </div>
          <ModelField
            label="Critic"
            help="Use a separate model or the run’s model."
            emptyLabel="Same as the run"
            models={models}
            model={model}
            onModel={onModel}
          />
          <details>
            <summary className="cursor-pointer font-medium">Criteria</summary>
            <div className="mt-2 grid gap-4">
              {CRITERIA.map((name) => (
                <Field key={name} {...CRITERION_LABELS[name]}>
                  {(wiring) => (
                    <TextArea
                      {...wiring}
                      rows={2}
                      maxLength={1_000}
                      placeholder={defaults.criteria[name]}
                      value={criteria[name] === defaults.criteria[name] ? "" : criteria[name]}
                      onChange={({ target }) =>
                        change({
                          criteria: {
                            ...criteria,
                            [name]: target.value === "" ? defaults.criteria[name] : target.value,
                          },
                        })
                      }
                    />
                  )}
                </Field>
              ))}
            </div>
          </details>
        </>
      )}
    </SettingsGroup>
  );
}
