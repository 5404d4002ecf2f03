import Link from "next/link";
import { Moment } from "../ui/moment";

type GateRow = { id: string; runId: string; prompt: string; mission: string; openedAt: number };

/** Open gates of all runs, oldest first; nothing at all when nobody is needed. */
export function NeedsYou({ gates }: { gates: GateRow[] }) {
  if (gates.length === 0) return null;
  return (
    <section
      aria-labelledby="needs-you"
      className="rounded-xl border-2 border-person bg-person-soft px-4 py-3 shadow-card"
    >
      <h2 id="needs-you" className="font-semibold text-person">
        <span aria-hidden="true">◈ </span>
        Waiting for you
      </h2>
      <ul className="mt-2 grid gap-2">
        {gates.map((gate) => (
          <li key={gate.id}>
            <Link href={`/runs/${gate.runId}`} className="line-clamp-2 font-medium underline">
              {gate.prompt}
            </Link>
            <p className="line-clamp-1 text-muted text-xs">
              {gate.mission} · <Moment at={gate.openedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
