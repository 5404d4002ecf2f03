"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { runsQuery } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatProgress } from "@/lib/core/describe/costs/totals";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { isTerminalRun } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";
import { tokensText } from "../runs/run-usage";
import { useRendered } from "../shell/server-rendered";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { LiveInput } from "../ui/live";
import { Money } from "../ui/money";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { RunTime } from "./run-time";
import {
  addressOf,
  filterOf,
  groupLabel,
  isFiltered,
  isOfReport,
  queryOf,
  type RunsView,
  startedLabels,
  tagLabel,
} from "./runs-view";
import { useSelection } from "./use-selection";

const SelectedRuns = dynamic(() => import("./selected-runs").then((room) => room.SelectedRuns), {
  ssr: false,
});

type Row = { id: string; createdAt: number };

/** Columns of the list where it is wide; each row repeats the names for a screen reader and for narrow pages. */
const COLUMNS =
  "xl:grid-cols-[minmax(0,1fr)_9.5rem_5.5rem_6rem_3.5rem_4rem_4.5rem_5.5rem] xl:gap-x-4 min-[88rem]:grid-cols-[minmax(0,1fr)_12rem_5.5rem_6rem_3.5rem_4rem_4.5rem_6rem]";
const COLUMN_NAMES = [
  "Mission",
  "Status",
  "Duration",
  "Tasks",
  "Replans",
  "Tokens",
  "Cost",
  "Started",
] as const;
type FactProps = { name: string; hideName?: boolean; children: ReactNode };

/** The runs of a view, live. Rows keep their places; new ones come when they are asked for. */
export function RunTable({ view, viewerId }: { view: RunsView; viewerId: string }) {
  const data = useRendered(runsQuery(filterOf(view)));
  const [shown, setShown] = useState(data.items);
  const { rows, newCount } = stableRows(shown, data.items);
  // A run that leaves the filter stays in its place, as it was last known.
  useEffect(() => setShown((now) => stableRows(now, data.items).rows), [data.items]);
  const { selected, select, clear } = useSelection(rows);
  const [hasSelected, setHasSelected] = useState(false);
  if (selected.size > 0 && !hasSelected) setHasSelected(true);
  if (rows.length === 0) return <NoRuns view={view} />;
  // The list on the server may leave them out now; here they keep their places.
  const markCancelled = (ids: readonly string[]) =>
    setShown((now) =>
      now.map((row) =>
        ids.includes(row.id)
          ? { ...row, status: "cancelled", openApprovals: 0, finishedAt: row.finishedAt ?? Date.now() }
          : row,
      ),
    );
  const takeOut = (ids: readonly string[]) => setShown((now) => now.filter(({ id }) => !ids.includes(id)));
  const chosen = rows.filter(({ id }) => selected.has(id));
  return (
    <>
      <p role="status" className="sr-only">
        {chosen.length > 0 && `${chosen.length} selected`}
      </p>
      {(chosen.length > 0 || hasSelected) && (
        <SelectedRuns runs={chosen} onClear={clear} onCancelled={markCancelled} onDeleted={takeOut} />
      )}
      {/* One height with and without news: rows keep their places on the page, too. */}
      <p role="status" className="-my-2 flex min-h-9 pointer-coarse:min-h-11 items-center text-muted text-xs">
        {newCount > 0 ? (
          <Button variant="plain" className="w-full" onClick={() => setShown(data.items)}>
            Show {formatCounted(newCount, "new run", "new runs")}
          </Button>
        ) : (
          `${formatCounted(rows.length, "run", "runs")}, newest first`
        )}
      </p>
      <section
        aria-label="Runs"
        className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
      >
        <div
          aria-hidden="true"
          className={`hidden border-line border-b py-2 pr-4 pl-13 text-muted text-xs xl:grid ${COLUMNS}`}
        >
          {COLUMN_NAMES.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <ul className="divide-y divide-line">
          {rows.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              view={view}
              viewerId={viewerId}
              isSelected={selected.has(run.id)}
              onSelect={(toIt) => select(run.id, toIt)}
            />
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

type RunRowProps = {
  run: RunListItem;
  view: RunsView;
  viewerId: string;
  isSelected: boolean;
  /** `toIt`: with all between it and the one before. */
  onSelect(toIt: boolean): void;
};

/** One run: a line of a table, or a card where the page is narrow. */
function RunRow({ run, view, viewerId, isSelected, onSelect }: RunRowProps) {
  const { owner } = run;
  return (
    <li
      data-run={run.id}
      data-status={run.status}
      className="relative grid grid-cols-[auto_minmax(0,1fr)] focus-within:bg-ground hover:bg-ground"
    >
      <SelectRun run={run} isSelected={isSelected} onSelect={onSelect} />
      <div className={`grid gap-y-1 py-3 pr-4 pl-3 xl:items-baseline xl:py-2 ${COLUMNS}`}>
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            data-opens
            href={`/runs/${run.id}`}
            className="line-clamp-2 py-0.5 font-medium after:absolute after:inset-0 hover:underline"
          >
            {run.title}
          </Link>
          {owner && owner.id !== viewerId && (
            <Link
              href={addressOf({ ...view, owner: owner.id, cursor: undefined })}
              className="relative z-10 inline-flex min-h-6 items-center text-muted text-xs hover:underline"
            >
              by {owner.name}
            </Link>
          )}
          <Tags tags={run.tags} view={view} />
        </div>
        {/* In columns: figures that grow while one looks would wrap, and move the rows below. */}
        <dl className="grid grid-cols-[repeat(2,minmax(6.5rem,auto))] justify-start gap-x-4 gap-y-0.5 max-xl:text-xs sm:grid-cols-[repeat(3,minmax(8rem,auto))] xl:contents">
          <Fact name="Status" hideName>
            <StatusLabel status={runStatusDisplay(run)} className="xl:whitespace-normal" />
          </Fact>
          <Fact name="Duration">
            <RunTime run={run} />
          </Fact>
          <Fact name="Tasks">
            {run.tasks.total === 0 ? "–" : formatProgress(run.tasks, isTerminalRun(run.status))}
          </Fact>
          <Fact name="Replans">{run.replans}</Fact>
          <Fact name="Tokens">{tokensText(run.tokens)}</Fact>
          <Fact name="Cost">
            <Money usd={run.cost.usd} />
          </Fact>
          <Fact name="Started" hideName>
            <RelativeTime at={run.createdAt} />
          </Fact>
        </dl>
      </div>
    </li>
  );
}

/** Selects the run, to be compared or cancelled with others. It lies above the link to its run. */
function SelectRun({ run, isSelected, onSelect }: Pick<RunRowProps, "run" | "isSelected" | "onSelect">) {
  return (
    <label className="relative z-10 flex items-start py-3 pl-4" title="Select (x)">
      <span className="sr-only">Select: {run.title}</span>
      <LiveInput
        type="checkbox"
        className="size-6"
        checked={isSelected}
        onClick={({ shiftKey }) => onSelect(shiftKey)}
        onChange={() => {}}
      />
    </label>
  );
}

function Fact({ name, hideName = false, children }: FactProps) {
  return (
    <div className="flex gap-1.5 max-xl:first:col-span-full max-xl:first:text-sm">
      <dt className={hideName ? "sr-only" : "text-muted xl:sr-only"}>{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Each leads to the runs with the same tag; it lies above the link to its run. */
function Tags({ tags, view }: { tags: readonly string[]; view: RunsView }) {
  if (tags.length === 0) return null;
  return (
    <p className="relative z-10 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Link
          key={tag}
          href={addressOf({ ...view, tag, cursor: undefined })}
          aria-label={`Runs tagged ${tagLabel(tag)}`}
          className="inline-flex min-h-6 items-center rounded-md hover:underline"
        >
          <Badge wraps>{tagLabel(tag)}</Badge>
        </Link>
      ))}
    </p>
  );
}

/** Why there is no row: nothing has been started yet, or the filters hide everything. */
function NoRuns({ view }: { view: RunsView }) {
  const isNeedsMe = queryOf(view) === "show=needs-me";
  return (
    <section aria-label="Runs" className="rounded-xl border border-line bg-panel shadow-card">
      {isFiltered(view) || view.cursor !== undefined ? (
        <EmptyState
          title={isNeedsMe ? "Nothing is waiting for you" : "No matching runs"}
          action={
            <ButtonLink href="/runs">{isFiltered(view) ? "Clear filters" : "Show all runs"}</ButtonLink>
          }
        >
          {noRunsText(view)}
        </EmptyState>
      ) : (
        <EmptyState
          title="No runs yet"
          action={
            <>
              <ButtonLink href="/runs/new" variant="main">
                New mission
              </ButtonLink>
              <ButtonLink href="/">Try a sample</ButtonLink>
            </>
          }
        >
          Runs appear here when you start a mission and keep their full history.
        </EmptyState>
      )}
    </section>
  );
}

/** Which filters hide everything. */
function noRunsText(view: RunsView): string {
  const { show, q, tag } = view;
  const filters = [
    show && groupLabel(show),
    q !== undefined && `mission contains “${q}”`,
    tag !== undefined && `tagged “${tagLabel(tag)}”`,
    ...startedLabels(view).map(({ label }) => label),
    isOfReport(view) && "part of a report",
  ].filter(Boolean);
  return filters.length === 0
    ? "There are no older runs."
    : `No run fits all of the filters that are set: ${filters.join(" · ")}.`;
}

/**
 * The rows to show when the list on the server changed: those that are shown keep their places with what is known of
 * them now, older ones that moved up are added at the end, and newer ones only counted: nothing jumps under a finger.
 */
export function stableRows<R extends Row>(
  shown: readonly R[],
  fresh: readonly R[],
): { rows: R[]; newCount: number } {
  const [first] = shown;
  if (!first) return { rows: [...fresh], newCount: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map((row) => row.id));
  const others = fresh.filter((row) => !known.has(row.id));
  const newer = others.filter((row) => row.createdAt >= first.createdAt);
  const older = others.filter((row) => row.createdAt < first.createdAt);
  return { rows: [...shown.map((row) => byId.get(row.id) ?? row), ...older], newCount: newer.length };
}
