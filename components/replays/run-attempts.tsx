"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { type RunTask, runsQuery, runTasksQuery } from "@/lib/client/query";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import type { RunListItem } from "@/lib/core/views";
import { SearchRunsField } from "../runs/search-runs-field";
import { useDebounced } from "../ui/behavior/use-debounced";
import { Button } from "../ui/button";
import { LiveButton, LiveInput } from "../ui/live";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { RUNS_AT_FIRST } from "./address";
import { type AttemptRef, type Chosen, keyOfAttempt } from "./chosen";

type RunAttemptsProps = {
  chosen: ReadonlySet<string>;
  /** No more can be chosen. */
  isFull: boolean;
  onAdd(chosen: readonly Chosen[]): void;
  onRemove(attempts: readonly AttemptRef[]): void;
};

/** Runs by their missions, and of each the last attempts of its agents. */
export function RunAttempts(props: RunAttemptsProps) {
  const [typed, setTyped] = useState("");
  const text = useDebounced(typed.trim());
  const { data, isError, isFetching, refetch } = useQuery({
    ...runsQuery({ ...RUNS_AT_FIRST, ...(text !== "" && { text }) }),
    placeholderData: keepPreviousData,
  });
  const runs = data?.items ?? [];
  return (
    <div className="grid gap-3">
      <SearchRunsField value={typed} onChange={setTyped} />
      <p role="status" className="text-muted text-xs empty:sr-only">
        {isError ? undefined : data === undefined ? "Loading runs…" : runs.length === 0 && "No runs found."}
      </p>
      {isError && (
        <p className="text-bad">
          Could not load runs.{" "}
          <Button size="small" disabled={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {runs.length > 0 && (
        <ul aria-label="Runs" className="-mx-4 -mb-3 border-line border-t">
          {runs.map((run) => (
            <RunRow key={run.id} run={run} {...props} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RunRow({ run, ...props }: RunAttemptsProps & { run: RunListItem }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <li className="border-line border-b last:border-b-0">
      <LiveButton
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2 px-4 py-2 text-left hover:bg-ground"
      >
        <ChevronRight
          aria-hidden="true"
          className={`mt-1 size-3.5 shrink-0 text-muted ${isOpen ? "rotate-90" : ""}`}
        />
        <span className="grid min-w-0 grow gap-0.5">
          <span className="wrap-anywhere line-clamp-2">{run.title}</span>
          <span className="flex flex-wrap gap-x-3 text-muted text-xs">
            <StatusLabel status={runStatusDisplay(run)} />
            <RelativeTime at={run.createdAt} />
          </span>
        </span>
      </LiveButton>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Attempts run={run} {...props} />}
      </div>
    </li>
  );
}

function Attempts({ run, chosen, isFull, onAdd, onRemove }: RunAttemptsProps & { run: RunListItem }) {
  const { data, isError, refetch } = useQuery(runTasksQuery(run.id));
  if (isError)
    return (
      <p className="px-4 pb-3 pl-10 text-bad">
        Could not load its attempts.{" "}
        <Button size="small" onClick={() => refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <p className="px-4 pb-3 pl-10 text-muted">Loading attempts…</p>;
  const attempts = attemptsOf(run, data.tasks);
  if (attempts.length === 0)
    return <p className="px-4 pb-3 pl-10 text-muted">No attempt of an agent has ended in this run.</p>;
  const open = attempts.filter(({ key }) => !chosen.has(key));
  return (
    <fieldset className="grid gap-1 px-4 pb-3 pl-10">
      <legend className="sr-only">Attempts of {run.title}</legend>
      {attempts.map((one) => (
        <label key={one.key} className="flex min-h-7 items-start gap-2">
          <LiveInput
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-ink"
            checked={chosen.has(one.key)}
            disabled={isFull && !chosen.has(one.key)}
            onChange={({ target }) => (target.checked ? onAdd([one]) : onRemove([one.recording.from]))}
          />
          <span className="wrap-anywhere min-w-0">{one.title}</span>
        </label>
      ))}
      {attempts.length > 1 && (
        <Button
          size="small"
          className="justify-self-start"
          disabled={open.length > 0 && isFull}
          onClick={() =>
            open.length > 0 ? onAdd(open) : onRemove(attempts.map(({ recording }) => recording.from))
          }
        >
          {open.length > 0 ? "Select all" : "Clear all"}
        </Button>
      )}
    </fieldset>
  );
}

type ChosenAttempt = Chosen & { recording: { from: AttemptRef } };

/** The last attempts of a run's agents, as far as they have ended. */
export function attemptsOf(
  run: Pick<RunListItem, "id" | "title">,
  tasks: readonly RunTask[],
): ChosenAttempt[] {
  return tasks.flatMap(({ id, title, type, attempt, endedAt }) => {
    if (type !== "task" || attempt === 0 || endedAt === null) return [];
    const from = { runId: run.id, taskId: id, attempt };
    return [
      {
        key: keyOfAttempt(from),
        title: `${title || id}, attempt ${attempt}`,
        from: run.title,
        recording: { from },
      },
    ];
  });
}
