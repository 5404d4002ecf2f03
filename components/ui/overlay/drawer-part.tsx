import type { ReactNode } from "react";

/** A titled part of a drawer, under a line. */
export function DrawerPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-muted text-xs">{title}</h3>
      {children}
    </section>
  );
}
