import type { EventOf, RunEvent } from "@/lib/core/run/events";
import { Card } from "../ui/card";

/** Why the plan was changed, and by how much: newest first. */
export function ReplanCard({ log }: { log: RunEvent[] }) {
  const started = log.filter((event): event is EventOf<"replan_started"> => event.type === "replan_started");
  if (started.length === 0) return null;
  return (
    <Card title="Replans">
      <ol className="grid gap-3">
        {started.toReversed().map(({ seq, payload }) => (
          <li key={seq} className="grid gap-1">
            <h3 className="font-medium text-retry">
              <span aria-hidden="true">↻ </span>
              {outcomeOf(log, payload.number)}
            </h3>
            <p className="line-clamp-6 text-muted">{payload.cause.reason}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function outcomeOf(log: RunEvent[], number: number): string {
  for (const event of log.toReversed()) {
    if (!("number" in event.payload) || event.payload.number !== number) continue;
    if (event.type === "replan_failed") return `Replan ${number} failed: ${event.payload.reason}`;
    if (event.type !== "replan_adopted") continue;
    const { fromVersion, toVersion, added, removed, kept } = event.payload;
    return `Plan v${fromVersion} → v${toVersion}: +${added} new, −${removed} dropped, ${kept} kept`;
  }
  return `Replan ${number}: the new tail is being written`;
}
