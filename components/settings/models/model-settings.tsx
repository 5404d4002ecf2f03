"use client";

import type { ModelsView } from "@/lib/core/models/views";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";
import { DefaultModels } from "./default-models";
import { ModelsCard } from "./models-card";
import { ProvidersCard } from "./providers-card";
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
        actions={actions}
      />
      <SimulatedTools enabled={view.simulatedTools} save={actions.setSimulatedTools} />
    </div>
  );
}

type SimulatedToolsProps = { enabled: boolean; save: ModelActions["setSimulatedTools"] };

/** Whether real models are offered tools that touch nothing. */
function SimulatedTools({ enabled, save }: SimulatedToolsProps) {
  const { problem, change } = useChange();
  const set = (next: boolean) =>
    change(
      () => save(next),
      () => undefined,
    );
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
