"use client";

import { Search } from "lucide-react";
import { EVENT_KINDS, type EventKind, KIND_LABELS } from "./event-kinds";

type LogFilterProps = {
  kinds: readonly EventKind[];
  counts: ReadonlyMap<EventKind, number>;
  text: string;
  onKinds(kinds: EventKind[]): void;
  onText(text: string): void;
};

/** Which events are shown: by what they are about, and by the words in them. */
export function LogFilter({ kinds, counts, text, onKinds, onText }: LogFilterProps) {
  const toggle = (kind: EventKind) =>
    onKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
      <label className="relative grow sm:max-w-64">
        <span className="sr-only">Find in the log</span>
        <Search aria-hidden="true" className="absolute top-2.5 left-2.5 size-4 text-muted" />
        <input
          type="search"
          value={text}
          placeholder="Find in the log"
          onChange={(event) => onText(event.target.value)}
          className="min-h-9 w-full rounded-lg border border-edge bg-panel pr-2 pl-8 placeholder:text-muted"
        />
      </label>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Events about</legend>
        {EVENT_KINDS.map((kind) => {
          const on = kinds.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={on}
              onClick={() => toggle(kind)}
              className={`inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs ${
                on ? "border-ink bg-ink text-ground" : "border-edge text-muted hover:text-ink"
              }`}
            >
              {KIND_LABELS[kind]}
              <span>{counts.get(kind) ?? 0}</span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
