import type { NotificationEvent } from "@/lib/core/notifications";
import { LiveInput } from "../../ui/live";
import { EVENT_LABELS } from "./labels";

type EventFieldsProps<Event extends NotificationEvent> = {
  /** Those that there are to choose from. */
  events: readonly Event[];
  chosen: ReadonlySet<Event>;
  onChange(events: Event[]): void;
};

/** Which events somebody wants to hear of. */
export function EventFields<Event extends NotificationEvent>(props: EventFieldsProps<Event>) {
  const { events, chosen, onChange } = props;
  const toggle = (event: Event) =>
    onChange(events.filter((one) => (one === event ? !chosen.has(one) : chosen.has(one))));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Events</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-2">
        {events.map((event) => (
          <label
            key={event}
            className="flex gap-2.5 rounded-lg border border-line bg-panel px-3 py-2 has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-run has-focus-visible:outline-offset-2"
          >
            <LiveInput
              type="checkbox"
              checked={chosen.has(event)}
              onChange={() => toggle(event)}
              className="mt-1 size-4 shrink-0 accent-ink outline-none"
            />
            <span>
              {EVENT_LABELS[event].label}
              <span className="block text-muted text-xs">{EVENT_LABELS[event].help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
