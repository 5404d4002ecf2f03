"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { familyQuery, runsQuery } from "@/lib/client/query";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { MAX_COMPARED } from "@/lib/core/inputs/limits";
import { NO_TASKS, type TaskTotals } from "@/lib/core/run/state/totals";
import type { RunStatus } from "@/lib/core/run/status";
import { SearchRunsField } from "../runs/search-runs-field";
import { Button } from "../ui/button";
import { LiveInput } from "../ui/live";
import { Money } from "../ui/money";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { letterOf } from "./address";

const LISTED = 20;

type RunPickerProps = {
  /** Runs that are compared in any case, in their order. */
  fixed: readonly string[];
  onClose(): void;
};

type Offered = {
  id: string;
  title: string;
  /** What tells it from another run of the same mission. */
  facts: ReactNode;
};

/** A search of runs to be compared: the family of the first run comes first, then the newest that fit the words. */
export function RunPicker({ fixed, onClose }: RunPickerProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { family, others, problem, isLoading } = useOffered(fixed, useDeferredValue(text.trim()));
  const ids = [...fixed, ...chosen];
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const list = (name: string, runs: readonly Offered[]) =>
    runs.length > 0 && (
      <section aria-label={name}>
        <h3 className="mb-1 text-muted text-xs">{name}</h3>
        <ul className="grid gap-1">
          {runs.map((run) => (
            <li key={run.id}>
              <RunChoice
                run={run}
                isChosen={chosen.includes(run.id)}
                disabled={!chosen.includes(run.id) && ids.length >= MAX_COMPARED}
                onToggle={() => toggle(run.id)}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Dialog
      title={fixed.length === 1 ? "Compare with…" : fixed.length === 0 ? "Compare runs" : "Add runs"}
      description={
        fixed.length === 0
          ? `Choose two to ${MAX_COMPARED} runs.`
          : `Choose up to ${MAX_COMPARED - fixed.length} runs.`
      }
      open
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          {/* A plain form: the page of other runs begins from nothing. */}
          <form action="/compare">
            {ids.map((runId, index) => (
              <input key={runId} type="hidden" name={letterOf(index).toLowerCase()} value={runId} />
            ))}
            <Button type="submit" variant="main" disabled={chosen.length === 0 || ids.length < 2}>
              {ids.length < 2 ? "Compare" : `Compare ${ids.length} runs`}
            </Button>
          </form>
        </>
      }
    >
      <div className="grid gap-3">
        <SearchRunsField value={text} onChange={setText} />
        <div className="grid h-72 content-start gap-3 overflow-y-auto">
          {list("Same family", family)}
          {list(family.length > 0 ? "Other runs" : "Runs", others)}
          <p role="status" className="text-muted">
            {problem ??
              (family.length + others.length > 0 ? "" : isLoading ? "Loading…" : "No other run matches.")}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function useOffered(fixed: readonly string[], text: string) {
  const [first = ""] = fixed;
  const ofFamily = useQuery({ ...familyQuery(first), enabled: first !== "" });
  const ofAll = useQuery({
    ...runsQuery({ limit: LISTED + fixed.length, ...(text !== "" && { text }) }),
    placeholderData: keepPreviousData,
  });
  const wanted = text.toLowerCase();
  const members = (ofFamily.data?.members ?? []).filter(({ runId }) => !fixed.includes(runId));
  const family = members
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map((run): Offered => {
      const origin = run.parentSeq === null ? "First run" : `Forked at event ${run.parentSeq}`;
      return { id: run.runId, title: run.title, facts: <Facts {...run} origin={origin} /> };
    });
  const isListed = (id: string) => fixed.includes(id) || members.some(({ runId }) => runId === id);
  const others = (ofAll.data?.items ?? [])
    .filter(({ id }) => !isListed(id))
    .map((run): Offered => ({ id: run.id, title: run.title, facts: <Facts {...run} /> }));
  return {
    family,
    others,
    isLoading: ofAll.isFetching || ofFamily.isLoading,
    problem: ofAll.isError ? "Could not search runs. Change the search to try again." : undefined,
  };
}

type FactsProps = {
  status: RunStatus;
  openApprovals?: number;
  tasks?: TaskTotals;
  planVersion: number;
  cost: { usd: number | null };
  createdAt: number;
  origin?: string;
};

function Facts({
  status,
  openApprovals = 0,
  tasks = NO_TASKS,
  planVersion,
  cost,
  createdAt,
  origin,
}: FactsProps) {
  return (
    <>
      <StatusLabel status={runStatusDisplay({ status, openApprovals, tasks })} />
      {origin !== undefined && <> · {origin}</>} · plan v{planVersion} · <Money usd={cost.usd} /> ·{" "}
      <RelativeTime at={createdAt} />
    </>
  );
}

type RunChoiceProps = { run: Offered; isChosen: boolean; disabled: boolean; onToggle(): void };

function RunChoice({ run: { title, facts }, isChosen, disabled, onToggle }: RunChoiceProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-lg border border-line px-3 py-2 has-disabled:cursor-not-allowed has-checked:border-ink has-disabled:opacity-60">
      <LiveInput
        type="checkbox"
        className="mt-1 size-4"
        checked={isChosen}
        disabled={disabled}
        onChange={onToggle}
      />
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere font-medium">{title}</span>
        <span className="block text-muted text-xs">{facts}</span>
      </span>
    </label>
  );
}
