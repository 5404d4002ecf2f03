import type { StatusDisplay, Tone } from "../status";
import { StatusLabel } from "../ui/status-word";
import type { TaskFacts } from "./facts";

/** Words for tones under which each task says something of its own. */
const TONE_LABELS: Partial<Record<Tone, string>> = { retry: "trying again", amber: "accepted by a person" };

const DIFF_STATUS_DISPLAY = {
  added: { icon: "+", word: "added", tone: "ok" },
  changed: { icon: "~", word: "changed", tone: "amber" },
  removed: { icon: "−", word: "removed", tone: "plain" },
} as const satisfies Record<string, StatusDisplay>;

/** The marks of a comparison and the statuses that are on the canvas, with how many tasks have each. */
export function GraphLegend({ nodes }: { nodes: readonly TaskFacts[] }) {
  return (
    <ul
      aria-label="What the signs mean"
      className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t bg-panel px-3 py-2 text-xs"
    >
      {legendEntries(nodes).map(({ status, count }) => (
        <li key={`${status.icon} ${status.word}`} className="whitespace-nowrap">
          <span className="text-muted">{count} </span>
          <StatusLabel status={status} />
        </li>
      ))}
    </ul>
  );
}

/** Marks first, then statuses in the order in which they appear. */
export function legendEntries(nodes: readonly TaskFacts[]): { status: StatusDisplay; count: number }[] {
  const counts = new Map<string, { status: StatusDisplay; count: number }>();
  const count = (status: StatusDisplay) => {
    const key = `${status.icon} ${status.word}`;
    counts.set(key, { status, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for (const mark of ["added", "changed", "removed"] as const) {
    for (const node of nodes) if (node.mark === mark) count(DIFF_STATUS_DISPLAY[mark]);
  }
  for (const { kind, icon, word, tone } of nodes) {
    if (kind !== "fold") count({ icon, tone, word: TONE_LABELS[tone] ?? word });
  }
  return [...counts.values()];
}
