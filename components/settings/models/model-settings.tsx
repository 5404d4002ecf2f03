"use client";

import { byRoute } from "@/lib/client/mutation";
import type { ModelForms } from "@/lib/core/inputs/models";
import type { ModelsView } from "@/lib/core/models/views";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";
import { DefaultModels } from "./default-models";
import { ModelsCard } from "./models-card";
import { ProvidersCard } from "./providers-card";

/** Where models come from, which there are, and what each role is served by. */
export function ModelSettings({ view, forms }: { view: ModelsView; forms: ModelForms }) {
  const { providers, models, roles } = view;
  return (
    <div className="grid gap-4">
      <ProvidersCard providers={providers} />
      <ModelsCard nodes={forms.model} providers={providers} models={models} />
      <DefaultModels
        // Another choice of the same roles is another form.
        key={JSON.stringify(roles)}
        nodes={forms.role}
        roles={roles}
        models={models}
      />
      <SimulatedTools enabled={view.simulatedTools} />
    </div>
  );
}

/** Whether real models are offered tools that touch nothing. */
function SimulatedTools({ enabled }: { enabled: boolean }) {
  const { problem, change } = useChange(byRoute("POST /api/v1/models/simulated-tools"));
  const set = (next: boolean) => void change({ enabled: next });
  return (
    <Card title="Simulated tools">
      <div className="grid gap-3">
        <Switch
          checked={enabled}
          onChange={set}
          help="They deploy, test and publish nothing: their results are made up. The simulated model always has them."
        >
          Offer simulated tools to real models
        </Switch>
        <Problem problem={problem} />
      </div>
    </Card>
  );
}
