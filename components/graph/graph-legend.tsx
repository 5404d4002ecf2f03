import type { Look, Tone } from "../status";
import { StatusWord } from "../ui/status-word";
import type { TaskFacts } from "./facts";

/** Words for tones under which each task says something of its own. */
const COMMON_WORDS: Partial<Record<Tone, string>> = { retry: "trying again", amber: "accepted by a person" };

const MARKS = {
  added: { icon: "+", word: "added", tone: "ok" },
  changed: { icon: "~", word: "changed", tone: "amber" },
  removed: { icon: "−", word: "removed", tone: "plain" },
} as const satisfies Record<string, Look>;

/** The marks of a comparison and the statuses that are on the canvas, with how many tasks have each. */
export function GraphLegend({ nodes }: { nodes: readonly TaskFacts[] }) {
  return (
    <ul
      aria-label="What the signs mean"
      className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t bg-panel px-3 py-2 text-xs"
    >
      {legend(nodes).map(({ look, count }) => (
        <li key={`${look.icon} ${look.word}`} className="whitespace-nowrap">
          <span className="text-muted">{count} </span>
          <StatusWord look={look} />
        </li>
      ))}
    </ul>
  );
}

/** Marks first, then statuses in the order in which they appear. */
export function legend(nodes: readonly TaskFacts[]): { look: Look; count: number }[] {
  const counts = new Map<string, { look: Look; count: number }>();
  const count = (look: Look) => {
    const key = `${look.icon} ${look.word}`;
    counts.set(key, { look, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  for (const mark of ["added", "changed", "removed"] as const) {
    for (const node of nodes) if (node.mark === mark) count(MARKS[mark]);
  }
  for (const { kind, icon, word, tone } of nodes) {
    if (kind !== "fold") count({ icon, tone, word: COMMON_WORDS[tone] ?? word });
  }
  return [...counts.values()];
}
