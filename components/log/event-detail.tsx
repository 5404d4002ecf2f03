import { JsonText } from "../inspector/json-text";
import type { EventLine } from "./event-line";
import { ForkButton } from "./fork-button";

type EventDetailProps = {
  line: EventLine;
  /** The run had not ended with it. */
  canFork: boolean;
};

/** An event in full: its words, who caused it and when, and what was stored. */
export function EventDetail({ line: { text, at, event }, canFork }: EventDetailProps) {
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
      {canFork && <ForkButton key={event.seq} runId={event.run} seq={event.seq} />}
      <JsonText label="The event as JSON" value={event} rows={22} />
    </div>
  );
}
