import type { ReactNode } from "react";

type CardProps = { title: string; aside?: ReactNode; children: ReactNode; id?: string };

/** A titled part of a page. */
export function Card({ title, aside, children, id }: CardProps) {
  const headingId = id ?? `part-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    <section aria-labelledby={headingId} className="rounded-xl border border-line bg-panel shadow-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 id={headingId} className="font-semibold">
          {title}
        </h2>
        {aside && <div className="text-muted text-xs">{aside}</div>}
      </div>
      <div className="px-4 py-3">{children}</div>
    </section>
  );
}
