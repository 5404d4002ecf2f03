import { JsonText } from "../inspector/json-text";
import type { EventLine } from "./event-line";

/** An event in full: its words, who caused it and when, and what was stored. */
export function EventDetail({ line: { text, at, event } }: { line: EventLine }) {
  const { actor, type } = event;
  const by =
    actor.kind === "person" ? actor.name : actor.kind === "worker" ? `worker ${actor.id}` : "the engine";
  return (
    <div className="grid gap-3">
      <p className="whitespace-pre-wrap">{text}</p>
      <p className="text-muted text-xs">
        <span className="font-mono">{type}</span> · by {by} ·{" "}
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
      </p>
      <JsonText label="The event as JSON" value={event} rows={22} />
    </div>
  );
}
