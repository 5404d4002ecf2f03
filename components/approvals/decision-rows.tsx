import Link from "next/link";
import { type ReactNode, useId } from "react";
import { markedLine } from "@/lib/core/legible/marked";

const LOOKS = {
  person: { card: "border-person bg-person-soft", heading: "text-person", icon: "◈", row: "hover:bg-panel" },
  plain: { card: "border-line bg-panel", heading: "", icon: "◆", row: "hover:bg-ground" },
} as const;

/** Of rows that are there at most, or would be. */
export const PLACES = ["1", "2", "3", "4", "5", "6", "7", "8"];

type DecisionCardProps = {
  title: string;
  /** Those that need a person stand out. */
  look: keyof typeof LOOKS;
  rows: readonly DecisionRow[];
  /** The keys of lists lead to the rows; `held`: those of the inbox do, after its gates. */
  keys?: "list" | "held" | undefined;
  aside?: ReactNode;
  /** Its room at least, in rows, of which there are 8 at most. */
  minRows?: number;
  /** Said where there is none. */
  empty?: string;
};

/** What may be decided, as a list of it says: where it leads, in which run, and since or until when. */
type DecisionRow = { key: string; href: string; title: string; mission: string; when: ReactNode };

/** A list of what may be decided, in whatever run. */
export function DecisionCard(props: DecisionCardProps) {
  const { title, look, rows, keys, aside, minRows = 0, empty } = props;
  const id = useId();
  const { card, heading, icon, row } = LOOKS[look];
  return (
    <section aria-labelledby={id} className={`overflow-hidden rounded-xl border shadow-card ${card}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3">
        <h2 id={id} className={`font-semibold ${heading}`}>
          <span aria-hidden="true">{icon} </span>
          {title}
        </h2>
        {aside && <div className="text-muted text-xs">{aside}</div>}
      </div>
      {rows.length === 0 && <p className="-mb-8 px-4 py-2 text-muted">{empty}</p>}
      <ul className="px-2 py-2">
        {rows.map(({ key, href, title, mission, when }) => (
          <li key={key} className={`relative rounded-lg px-2 py-1.5 ${row}`}>
            <Link
              data-opens={keys === "list" || undefined}
              data-held-row={keys === "held" ? key : undefined}
              href={href}
              className={`line-clamp-2 sm:line-clamp-1 after:absolute after:inset-0 hover:underline ${look === "person" ? "font-medium" : ""}`}
            >
              {markedLine(title)}
            </Link>
            <p className="gap-1.5 text-muted text-xs sm:flex">
              <span className="line-clamp-1 min-w-0">{markedLine(mission)}</span>
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <span className="shrink-0">{when}</span>
            </p>
          </li>
        ))}
        {PLACES.slice(rows.length, minRows).map((place) => (
          <li key={place} aria-hidden="true" className="invisible px-2 py-1.5">
            <p>…</p>
            <p className="text-xs">…</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
