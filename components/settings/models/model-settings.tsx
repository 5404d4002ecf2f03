"use client";

import type { ModelsView } from "@/lib/core/model-views";
import { ModelsCard } from "./models-card";
import { ProvidersCard } from "./providers-card";
import { DefaultModels } from "./role-defaults";
import type { ModelActions } from "./types";

type ModelSettingsProps = { view: ModelsView; actions: ModelActions };

/** Where models come from, which there are, and what each role is served by. */
export function ModelSettings({ view, actions }: ModelSettingsProps) {
  const { providers, models, roles } = view;
  return (
    <div className="grid gap-4">
      <ProvidersCard providers={providers} actions={actions} />
      <ModelsCard providers={providers} models={models} actions={actions} />
      <DefaultModels
        // Another choice of the same roles is another form.
        key={JSON.stringify(roles)}
        roles={roles}
        models={models}
        save={actions.setDefaults}
      />
    </div>
  );
}
