"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { runsQuery } from "@/lib/client/query";
import { formatProgress } from "@/lib/core/describe/totals";
import { isTerminalRun } from "@/lib/core/run/status";
import type { RunListItem } from "@/lib/core/views";
import { runStatusDisplay } from "../status";
import { Badge } from "../ui/badge";
import { Button, ButtonLink } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Money } from "../ui/money";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { RunTime } from "./run-time";
import { addressOf, filterOf, type RunsView, tagLabel } from "./runs-view";

type Row = { id: string; createdAt: number };

/** Columns of the list where it is wide; each row repeats the names for a screen reader and for narrow pages. */
const COLUMNS = "md:grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_5rem_4.5rem_5.5rem_8rem] md:gap-x-4";
const COLUMN_NAMES = ["Mission", "Status", "Duration", "Tasks", "Replans", "Cost", "Started"] as const;
type FactProps = { name: string; hideName?: boolean; children: ReactNode };

/** The runs of a view, live. Rows keep their places; new ones come when they are asked for. */
export function RunTable({ view }: { view: RunsView }) {
  const { data } = useSuspenseQuery(runsQuery(filterOf(view)));
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
            <RunRow key={run.id} run={run} view={view} />
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

/** One run: a line of a table, or a card where the page is narrow. */
function RunRow({ run, view }: { run: RunListItem; view: RunsView }) {
  return (
    <li
      data-run={run.id}
      data-status={run.status}
      className={`relative grid gap-y-1 px-4 py-3 focus-within:bg-ground hover:bg-ground md:items-baseline md:py-2.5 ${COLUMNS}`}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Link
          href={`/runs/${run.id}`}
          className="line-clamp-2 font-medium after:absolute after:inset-0 hover:underline"
        >
          {run.title}
        </Link>
        <Tags tags={run.tags} view={view} />
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 max-md:text-xs md:contents">
        <Fact name="Status" hideName>
          <StatusLabel status={runStatusDisplay(run)} />
        </Fact>
        <Fact name="Duration">
          <RunTime run={run} />
        </Fact>
        <Fact name="Tasks">
          {run.tasks.total === 0 ? "–" : formatProgress(run.tasks, isTerminalRun(run.status))}
        </Fact>
        <Fact name="Replans">{run.replans}</Fact>
        <Fact name="Cost">
          <Money usd={run.cost.usd} />
        </Fact>
        <Fact name="Started" hideName>
          <RelativeTime at={run.createdAt} />
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ name, hideName = false, children }: FactProps) {
  return (
    <div className="flex gap-1.5 max-md:first:w-full max-md:first:text-sm">
      <dt className={hideName ? "sr-only" : "text-muted md:sr-only"}>{name}</dt>
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
          className="rounded-md hover:underline"
        >
          <Badge wraps>{tagLabel(tag)}</Badge>
        </Link>
      ))}
    </p>
  );
}

/** Why there is no row: nothing has been started yet, or the filters hide everything. */
function NoRuns({ view }: { view: RunsView }) {
  const { group, text, tag, cursor } = view;
  const filtered = group !== "all" || text !== "" || tag !== "" || cursor !== undefined;
  return (
    <section aria-label="Runs" className="rounded-xl border border-line bg-panel shadow-card">
      {filtered ? (
        <EmptyState
          title={
            group === "needs-me" && text === "" && tag === ""
              ? "Nothing is waiting for you"
              : "No matching runs"
          }
          action={<ButtonLink href="/runs">Show all runs</ButtonLink>}
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

function noRunsText({ text, tag }: RunsView): string {
  const tagged = tag === "" ? "" : ` is tagged “${tagLabel(tag)}”`;
  if (text === "") return tag === "" ? "No runs in this group." : `No run in this group${tagged}.`;
  return `No mission in this group contains “${text}”${tag === "" ? "" : ` and${tagged}`}.`;
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
