"use client";

import { PageHeader } from "../ui/page-header";
import { Composites } from "./composites";
import { Controls } from "./controls";
import { Layers } from "./layers";
import { Messages } from "./messages";

const PARTS = [
  ["Controls", Controls],
  ["Messages", Messages],
  ["Layers", Layers],
  ["Composites", Composites],
] as const;

/** Every component of the console in every state, as it is: for those who change one, and those who look for one. */
export function Styleguide() {
  return (
    <>
      <PageHeader title="Style guide">
        Each component in each state, in light and dark. Tab shows the focus; docs/style.md has the words.
      </PageHeader>
      {PARTS.map(([title, Part]) => (
        <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 className="font-semibold text-lg">{title}</h2>
          <Part />
        </section>
      ))}
    </>
  );
}
