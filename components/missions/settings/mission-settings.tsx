"use client";

import dynamic from "next/dynamic";
import { Switch } from "../../ui/choices";
import { PanelSkeleton } from "../../ui/skeleton";
import { withSetting } from "./chosen-settings";
import type { RunSettingsProps } from "./run-settings";

// They stand in a fold: their code comes after that of the page.
const RunSettings = dynamic(() => import("./run-settings").then((room) => room.RunSettings), {
  ssr: false,
  loading: PanelSkeleton,
});

/** How much the run may do by itself. */
export function MissionSettings(props: RunSettingsProps) {
  const { draft, onDraft, form } = props;
  const { plan, settings: chosen = {} } = draft;
  return (
    <>
      {plan.trim() === "" && (
        <Switch
          checked={chosen.planApproval ?? form.defaults.planApproval}
          onChange={(on) => onDraft({ ...draft, settings: withSetting(chosen, "planApproval", on) })}
          help="Review the drafted plan before it runs."
        >
          Plan first
        </Switch>
      )}
      <details className="rounded-lg border border-line">
        <summary className="px-3 py-2 font-medium">Run settings</summary>
        <RunSettings {...props} />
      </details>
    </>
  );
}
