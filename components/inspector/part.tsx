import type { ReactNode } from "react";

/** A titled part of the inspector. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-1.5 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold text-muted text-xs">{title}</h3>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
