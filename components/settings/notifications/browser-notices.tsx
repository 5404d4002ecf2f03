"use client";

import { useState } from "react";
import { keepGateNotices, wantsGateNotices } from "@/lib/client/gate-notices";
import { useIsHydrated } from "../../ui/behavior/use-is-hydrated";
import { Switch } from "../../ui/choices";

const HELP =
  "When a gate opens while no tab of Waymark is in view. Applies to this browser alone; keep a tab open.";
const REFUSED =
  "This browser blocks notifications from Waymark. Allow them in the settings of the site, then turn this on again.";
const MISSING = "This browser has no notifications.";

/** Whether this browser shows a notification for each gate. It is asked for leave when somebody turns it on. */
export function BrowserNotices() {
  const isHydrated = useIsHydrated();
  const [wanted, setWanted] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const isOn = wanted ?? (isHydrated && wantsGateNotices());
  const change = async (on: boolean) => {
    setProblem(undefined);
    const problem = on ? await askForLeave() : undefined;
    setProblem(problem);
    const granted = on && problem === undefined;
    keepGateNotices(granted);
    setWanted(granted);
  };
  return (
    <div className="grid gap-2">
      <Switch checked={isOn} onChange={(on) => void change(on)} help={HELP}>
        Notify me in this browser
      </Switch>
      <p role="status" className="text-bad text-xs empty:sr-only">
        {problem}
      </p>
    </div>
  );
}

/** Why there can be none, or undefined. */
async function askForLeave(): Promise<string | undefined> {
  if (!("Notification" in window)) return MISSING;
  return (await Notification.requestPermission()) === "granted" ? undefined : REFUSED;
}
