"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useServerRendered } from "@/lib/client/page-settled";
import { runsQuery } from "@/lib/client/query";
import type { Page, RunListItem } from "@/lib/core/views";
import { Button, ButtonLink } from "../ui/button";
import { addressOf, filterOf, type RunsView } from "./groups";
import { NoRuns } from "./no-runs";
import { COLUMN_NAMES, COLUMNS, RunRow } from "./run-row";
import { stableRows } from "./steady-rows";

type RunTableProps = { view: RunsView; initial: Page<RunListItem> };

/** The runs of a view, live. Rows keep their places; new ones come when they are asked for. */
export function RunTable({ view, initial }: RunTableProps) {
  const { data } = useQuery({
    ...runsQuery(filterOf(view)),
    ...useServerRendered(initial),
  });
  const [shown, setShown] = useState(data.items);
  const { rows, newCount } = stableRows(shown, data.items);
  // A run that leaves the filter stays in its place, as it was last known.
  useEffect(() => setShown((now) => stableRows(now, data.items).rows), [data.items]);
  if (rows.length === 0) return <NoRuns view={view} />;
  return (
    <>
      <p role="status" className={newCount > 0 ? "" : "sr-only"}>
        {newCount > 0 && (
          <Button variant="plain" className="w-full" onClick={() => setShown(data.items)}>
            Show {newCount === 1 ? "1 new run" : `${newCount} new runs`}
          </Button>
        )}
      </p>
      <section
        aria-label="Runs"
        className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
      >
        <div
          aria-hidden="true"
          className={`hidden border-line border-b px-4 py-2 text-muted text-xs md:grid ${COLUMNS}`}
        >
          {COLUMN_NAMES.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <ul className="divide-y divide-line">
          {rows.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      </section>
      <Pages view={view} next={data.nextCursor} />
    </>
  );
}

function Pages({ view, next }: { view: RunsView; next: string | null }) {
  if (view.cursor === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="flex justify-between gap-2">
      {view.cursor === undefined ? (
        <span />
      ) : (
        <ButtonLink href={addressOf({ ...view, cursor: undefined })}>Newest runs</ButtonLink>
      )}
      {next !== null && <ButtonLink href={addressOf({ ...view, cursor: next })}>Older runs</ButtonLink>}
    </nav>
  );
}
