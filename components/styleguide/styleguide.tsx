"use client";

import { useEffect } from "react";
import { PageHeader } from "../ui/page-header";
import { Controls } from "./controls";
import { Gates } from "./gates";
import { Layers } from "./layers";
import { Messages } from "./messages";
import { Nodes } from "./nodes";

const PARTS = [
  ["Controls", Controls],
  ["Messages", Messages],
  ["Layers", Layers],
  ["Nodes", Nodes],
  ["Gates", Gates],
] as const;

/** Shows the primitives of the console in their states, as they are: for those who change one, and those who look for one. */
export function Styleguide() {
  // Some take the focus as they appear: the page begins at its top all the same.
  useEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (location.hash === "") window.scrollTo(0, 0);
  }, []);
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
