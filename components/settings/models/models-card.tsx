"use client";

import { useState } from "react";
import type { ModelView, ProviderView } from "@/lib/core/model-views";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { modelFacts, priceDescription } from "./figures";
import { ModelForm } from "./model-form";
import { ModelTestPanel } from "./model-test";
import { RemoveDialog } from "./remove-dialog";
import type { ModelActions } from "./types";

type ModelsCardProps = {
  providers: readonly ProviderView[];
  models: readonly ModelView[];
  actions: ModelActions;
};

/** Every model with its price and where that is from, what it takes, and a test. */
export function ModelsCard({ providers, models, actions }: ModelsCardProps) {
  const [edited, setEdited] = useState<ModelView | "new">();
  const real = providers.filter(({ from }) => from !== "built_in");
  return (
    <Card
      title="Models"
      aside={
        real.length === 0 ? (
          "A provider comes first"
        ) : (
          <Button size="small" onClick={() => setEdited("new")}>
            Add a model
          </Button>
        )
      }
    >
      <p className="text-muted text-xs">Prices are for a million tokens, in US dollars.</p>
      <ul className="divide-y divide-line">
        {models.map((model) => (
          <li key={model.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <ModelFacts model={model} />
              <div className="flex flex-wrap gap-2">
                {!model.simulated && (
                  <Button size="small" aria-label={`Change ${model.id}`} onClick={() => setEdited(model)}>
                    Change
                  </Button>
                )}
                {model.own && <RemoveModel model={model} providers={providers} actions={actions} />}
              </div>
            </div>
            {model.available && <ModelTestPanel id={model.id} test={actions.test} />}
          </li>
        ))}
      </ul>
      {edited && (
        <ModelForm
          model={edited === "new" ? undefined : edited}
          providers={real}
          taken={models.map(({ id }) => id)}
          save={actions.saveModel}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function ModelFacts({ model }: { model: ModelView }) {
  const { id, label, available, simulated, own } = model;
  const { figures, from } = priceDescription(model);
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2">
        {label && <span className="font-medium">{label}</span>}
        <span className={`break-all font-mono ${label ? "text-muted text-xs" : ""}`}>{id}</span>
        {simulated && <Badge>simulated</Badge>}
        {!available && <Badge tone="amber">{own?.enabled ? "provider off" : "switched off"}</Badge>}
      </p>
      <p className={model.price || simulated ? "" : "text-amber"}>
        {figures} <span className="text-muted text-xs">({from})</span>
      </p>
      <p className="text-muted text-xs">{modelFacts(model).join(" · ")}</p>
    </div>
  );
}

/** A model of the environment is then as it was; another is gone. */
function RemoveModel({ model, providers, actions }: { model: ModelView } & Omit<ModelsCardProps, "models">) {
  const fixed = providers.find(({ name }) => name === model.provider)?.from === "environment";
  return (
    <RemoveDialog name={model.id} title={`Remove ${model.id}?`} remove={() => actions.removeModel(model.id)}>
      {fixed
        ? "What you have set for it is forgotten. If it comes with the environment’s key, it stays as it was before."
        : "Missions that still ask for it stop and ask you which other model to take."}
    </RemoveDialog>
  );
}
