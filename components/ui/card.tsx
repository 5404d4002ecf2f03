import type { ReactNode } from "react";

type CardProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A titled part of a page. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-panel shadow-card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">{title}</h2>
        {aside && <div className="text-muted text-xs">{aside}</div>}
      </div>
      <div className="px-4 py-3">{children}</div>
    </section>
  );
}
