"use client";

import { useState } from "react";
import { keepGateNotices, wantsGateNotices } from "@/lib/client/gate-notices";
import { byRoute } from "@/lib/client/mutation";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { CONSOLE_EVENTS, type ConsoleEvent } from "@/lib/core/notifications";
import { usePageAct } from "../../ui/behavior/use-page-act";
import { Switch } from "../../ui/choices";
import { Problem } from "../../ui/problem";
import { EventFields } from "./event-fields";

const HELP = "While no tab of Waymark is in view. Applies to this browser alone; keep a tab open.";
const REFUSED =
  "This browser blocks notifications from Waymark. Allow them in the settings of the site, then turn this on again.";
const MISSING = "This browser has no notifications.";

/** What the console itself tells the one who looks: the events, for them wherever they look, and where it shows them. */
export function ConsoleNotices({ chosen }: { chosen: readonly ConsoleEvent[] }) {
  const { problem, reply, act } = usePageAct({ send: byRoute("POST /api/v1/notifications/choices") });
  const [wanted, setWanted] = useState<readonly ConsoleEvent[]>();
  const onChange = (events: ConsoleEvent[]) => {
    setWanted(events);
    void act({ events });
  };
  return (
    <div className="grid gap-4">
      <EventFields events={CONSOLE_EVENTS} chosen={new Set(wanted ?? chosen)} onChange={onChange} />
      {problem && <Problem problem={problem} />}
      <p role="status" className="text-muted text-xs empty:sr-only">
        {reply && "Saved."}
      </p>
      <BrowserNotices />
    </div>
  );
}

/** Whether this browser shows a notification for each of them. It is asked for leave when somebody turns it on. */
function BrowserNotices() {
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
