"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { RunListItem } from "@/lib/core/views";
import { Badge } from "../ui/badge";
import { RelativeTime } from "../ui/moment";
import { Money } from "../ui/money";
import { StatusLabel } from "../ui/status-word";
import { RunTime } from "./run-time";
import { runStatusDisplay } from "./words";

/** Columns of the list where it is wide; each row repeats the names for a screen reader and for narrow pages. */
export const COLUMNS = "md:grid-cols-[minmax(0,1fr)_8.5rem_5.5rem_5rem_4.5rem_5.5rem_8rem] md:gap-x-4";
export const COLUMN_NAMES = ["Mission", "Status", "Duration", "Tasks", "Replans", "Cost", "Started"] as const;

/** One run: a line of a table, or a card where the page is narrow. */
export function RunRow({ run }: { run: RunListItem }) {
  const { total, open } = run.tasks;
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
        <Tags tags={run.tags} />
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 max-md:text-xs md:contents">
        <Fact name="Status" hideName>
          <StatusLabel status={runStatusDisplay(run)} />
        </Fact>
        <Fact name="Duration">
          <RunTime run={run} />
        </Fact>
        <Fact name="Tasks">{total === 0 ? "–" : `${total - open} of ${total}`}</Fact>
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

type FactProps = { name: string; hideName?: boolean; children: ReactNode };

function Fact({ name, hideName = false, children }: FactProps) {
  return (
    <div className="flex gap-1.5 max-md:first:w-full max-md:first:text-sm">
      <dt className={hideName ? "sr-only" : "text-muted md:sr-only"}>{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>{tag === "demo" ? "simulated" : tag}</Badge>
      ))}
    </p>
  );
}
