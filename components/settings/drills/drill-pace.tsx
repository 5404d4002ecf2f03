"use client";

import { useState } from "react";
import { byRoute } from "@/lib/client/mutation";
import { MAX_DRILLS_PER_WEEK } from "@/lib/core/drills/choose";
import type { DrillSettings } from "@/lib/core/drills/view";
import { Switch } from "../../ui/choices";
import { useToast } from "../../ui/overlay/toast";
import { ValueForm } from "../value-form";

/** Whether the workspace sends drills, and how many come by themselves. */
export function DrillPace({ settings }: { settings: Pick<DrillSettings, "enabled" | "perWeek"> }) {
  const toast = useToast();
  const [enabled, setEnabled] = useState(settings.enabled);
  const [draft, setDraft] = useState(String(settings.perWeek));
  const perWeek = Number(draft);
  const isPace = /^\d$/.test(draft.trim()) && perWeek <= MAX_DRILLS_PER_WEEK;
  return (
    <ValueForm
      title="Drills in this workspace"
      label="Drills a week for each person"
      help="About this many, at random times, one at a time. With 0, drills only come from an administrator."
      inputMode="numeric"
      draft={draft}
      onDraft={setDraft}
      error={isPace ? undefined : `Enter a whole number from 0 to ${MAX_DRILLS_PER_WEEK}.`}
      isSame={enabled === settings.enabled && perWeek === settings.perWeek}
      send={byRoute("POST /api/v1/drills/settings")}
      input={{ enabled, perWeek }}
      onSaved={() => toast({ title: enabled ? "Drills are on" : "Drills are off", tone: "ok", icon: "✓" })}
    >
      <Switch
        checked={enabled}
        onChange={setEnabled}
        help="Off unless turned on. Turning drills off closes open ones without notice."
      >
        Send drills to people who take part
      </Switch>
    </ValueForm>
  );
}
