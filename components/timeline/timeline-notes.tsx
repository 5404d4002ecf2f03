import { formatDuration } from "@/lib/core/describe/amounts";
import type { RunEvent } from "@/lib/core/run/events";
import type { StoredMarks } from "@/lib/core/timeline/marks";
import type { VersionMark } from "@/lib/core/timeline/versions";
import type { History } from "../log/use-history";
import { isReadWhole } from "../runs/use-moment";
import { LiveButton } from "../ui/live";
import { clockText } from "./clock-text";

type HistoryNoteProps = { history: History; stored: StoredMarks | undefined; seq: number };

/** What the timeline lacks while, or because, not all events are there. */
export function HistoryNote({ history, stored, seq }: HistoryNoteProps) {
  const { failed, retry, events } = history;
  if (failed) {
    return (
      <p role="alert" className="text-bad">
        Could not load older events.{" "}
        <LiveButton className="underline" onClick={retry}>
          Try again
        </LiveButton>
      </p>
    );
  }
  return (
    <p role="status">
      {isReadWhole(seq) ? "Loading older events…" : calledText(events, stored !== undefined)}
    </p>
  );
}

const calledText = ({ length }: readonly RunEvent[], hasMarks: boolean): string => {
  const what = hasMarks ? "Calls and holds" : "Calls, holds, decisions of reviews and plans of people";
  return `${what} are shown for the last ${length === 1 ? "event" : `${length} events`}.`;
};

/** The plan versions and since when each was in force, for those who do not see their lines. */
export const versionsText = (versions: readonly VersionMark[]): string =>
  versions.map(({ version, at }) => `Plan v${version} since ${clockText(at, true)}`).join(", ");

/** Says of a chart whose waits are drawn short how much is left out. */
export function cutText(hiddenMs: number): string {
  return hiddenMs < 1_000 ? "to scale" : `waits collapsed, ${formatDuration(hiddenMs)} not drawn`;
}

export function Legend() {
  const samples = [
    { key: "tool", opacity: 1 },
    { key: "model", opacity: 0.5 },
    { key: "other", opacity: 0.22 },
  ] as const;
  return (
    <ul aria-label="Legend" className="ml-auto flex flex-wrap items-center gap-x-3 max-sm:hidden">
      {samples.map(({ key, opacity }) => (
        <li key={key} className="flex items-center gap-1.5">
          <svg width="16" height="8" aria-hidden="true">
            <rect width="16" height="8" rx="2" fillOpacity={opacity} className="fill-edge" />
          </svg>
          {key}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <svg width="16" height="8" aria-hidden="true">
          <path d="M0 8 8 0M5 8 13 0M10 8 16 2M0 3 3 0" className="stroke-edge" />
          <rect x="0.5" y="0.5" width="15" height="7" className="fill-none stroke-edge" />
        </svg>
        waits
      </li>
      <li className="flex items-center gap-1.5">
        <svg width="16" height="8" aria-hidden="true">
          <rect y="3" width="16" height="1.5" className="fill-ink" />
        </svg>
        critical path
      </li>
    </ul>
  );
}
