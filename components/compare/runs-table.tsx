import type { ReactNode } from "react";
import type { ComparedRun } from "@/lib/core/compare/view";
import { letterOf } from "./address";

type RunsTableProps = {
  /** Names the region that scrolls sideways. */
  label: string;
  /** The heading over the names of rows. */
  corner: ReactNode;
  runs: readonly ComparedRun[];
  /** Room beside the headings of runs. */
  padding: "px-3" | "px-4";
  children: ReactNode;
};

/** Rows with a cell for each compared run, under the letters of the runs. */
export function RunsTable({ label, corner, runs, padding, children }: RunsTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-xl border border-line bg-panel shadow-card"
    >
      <table className="w-full text-left">
        <thead>
          <tr className="border-line border-b text-muted text-xs">
            {corner}
            {runs.map((run, index) => (
              <th
                key={run.runId}
                scope="col"
                className={`min-w-40 ${padding} py-2 font-normal max-sm:min-w-36`}
              >
                {letterOf(index)}
                <span className="sr-only"> {run.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
