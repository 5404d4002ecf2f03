"use client";

import { type FormEvent, useState } from "react";
import { MAX_DRILLS_PER_WEEK } from "@/lib/core/drills/choose";
import type { DrillSettings } from "@/lib/core/drills/view";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { Field, TextInput } from "../../ui/field";
import { useToast } from "../../ui/overlay/toast";
import { Problem } from "../../ui/problem";
import { useChange } from "../use-change";
import type { DrillActions } from "./types";

/** Whether the workspace sends drills, and how many come by themselves. */
export function DrillPace({
  settings,
  change: send,
}: {
  settings: Pick<DrillSettings, "enabled" | "perWeek">;
  change: DrillActions["change"];
}) {
  const toast = useToast();
  const [enabled, setEnabled] = useState(settings.enabled);
  const [draft, setDraft] = useState(String(settings.perWeek));
  const { problem, pending, change } = useChange();
  const perWeek =
    /^\d$/.test(draft.trim()) && Number(draft) <= MAX_DRILLS_PER_WEEK ? Number(draft) : undefined;
  const isSame = enabled === settings.enabled && perWeek === settings.perWeek;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (perWeek === undefined) return;
    void change(
      () => send({ enabled, perWeek }),
      () => toast({ title: enabled ? "Drills are on" : "Drills are off", tone: "ok", icon: "✓" }),
    );
  };
  return (
    <Card title="Drills in this workspace">
      <form className="grid max-w-prose gap-4" onSubmit={submit} noValidate>
        <Switch
          checked={enabled}
          onChange={setEnabled}
          help="Off unless turned on. Turning drills off closes open ones without a word."
        >
          Send drills to people who take part
        </Switch>
        <Field
          label="Drills a week for each person"
          help="About as many, at moments that cannot be foreseen, one at a time. With 0, drills only come from an administrator."
          error={perWeek === undefined ? `Enter a whole number from 0 to ${MAX_DRILLS_PER_WEEK}.` : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              autoComplete="off"
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
            />
          )}
        </Field>
        <Problem problem={problem} />
        <Button
          type="submit"
          variant="main"
          className="justify-self-start"
          disabled={pending || perWeek === undefined || isSame}
        >
          {pending ? "Saving…" : "Save"}
        </Button>
      </form>
    </Card>
  );
}
