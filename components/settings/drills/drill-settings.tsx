"use client";

import Link from "next/link";
import { byRoute } from "@/lib/client/mutation";
import type { DrillSettings } from "@/lib/core/drills/view";
import type { DrillNodes } from "@/lib/core/inputs/drills";
import { Card } from "../../ui/card";
import { Switch } from "../../ui/choices";
import { useToast } from "../../ui/overlay/toast";
import { Problem } from "../../ui/problem";
import { RelativeTime } from "../../ui/relative-time";
import { useChange } from "../use-change";
import { DrillPace } from "./drill-pace";
import { SendDrill } from "./send-drill";

type Props = {
  /** The fields of the workspace's settings. */
  nodes: DrillNodes;
  settings: DrillSettings;
  /** What the one who looks may do. */
  may: { review: boolean; admin: boolean };
};

/** Whether people get drills, who takes part, and sending one. */
export function DrillSettingsScreen({ nodes, settings, may }: Props) {
  const { enabled, reviewers } = settings;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted">
        A drill is a gate with a planted fault, or without one, in the inbox of someone who takes part. It
        looks like any other gate and says what it was as soon as it is answered. No run, model or tool is
        involved, and no report but the{" "}
        <Link className="text-run underline" href="/insights">
          catch rate
        </Link>{" "}
        counts it.
      </p>
      {may.admin && (
        <DrillPace key={JSON.stringify([enabled, settings.perWeek])} nodes={nodes} settings={settings} />
      )}
      <TakingPart settings={settings} mayReview={may.review} />
      {may.admin && enabled && reviewers.length > 0 && <SendDrill reviewers={reviewers} />}
    </div>
  );
}

function TakingPart({
  settings: { enabled, joined, reviewers },
  mayReview,
}: Pick<Props, "settings"> & { mayReview: boolean }) {
  const toast = useToast();
  const { problem, pending, change } = useChange(byRoute("POST /api/v1/drills/join"));
  const set = (wanted: boolean) =>
    !pending &&
    void change({ joined: wanted }, () =>
      toast({
        title: wanted ? "You take part in drills" : "You no longer take part",
        tone: "ok",
        icon: "✓",
      }),
    );
  return (
    <Card
      title="Who takes part"
      aside={`${reviewers.length} ${reviewers.length === 1 ? "person" : "people"}`}
    >
      <div className="grid max-w-prose gap-3">
        {mayReview && (
          <Switch
            checked={joined}
            onChange={set}
            help="Only you can change this. If you stop, an open drill closes without notice."
          >
            I take part in drills
          </Switch>
        )}
        <Problem problem={problem} />
        {reviewers.length > 0 && (
          <ul aria-label="People who take part" className="grid gap-1">
            {reviewers.map(({ id, name, since }) => (
              <li key={id}>
                {name}{" "}
                <span className="text-muted text-xs">
                  · since <RelativeTime at={since} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {reviewers.length === 0 && <p className="text-muted">Nobody takes part yet.</p>}
        {!enabled && <p className="text-muted">Drills are off in this workspace: nobody gets one.</p>}
      </div>
    </Card>
  );
}
