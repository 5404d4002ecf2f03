"use client";

import type { ReactNode } from "react";
import type { Coverage, Demand } from "@/lib/core/plan/critic/types";
import { SeenText } from "../../ui/seen-text";
import { TaskName } from "./finding-list";
import { useShowMore } from "./use-show-more";

const PORTION = 8;

type CoverageViewProps = {
  coverage: Coverage | "failed";
  titles: ReadonlyMap<string, string>;
  /** Left out where there is nothing to select. */
  onSelect?: (taskId: string) => void;
};

/** What of a mission no task answers, and which tasks serve nothing that it asks for, as a model sees it. */
export function CoverageView({ coverage, titles, onSelect }: CoverageViewProps) {
  if (coverage === "failed") {
    return (
      <p className="text-bad">
        <span aria-hidden="true">✕ </span>Could not load whether the plan covers the mission.
      </p>
    );
  }
  const { demands, unquoted, extra } = coverage;
  const open = demands.filter(({ tasks }) => tasks.length === 0);
  const names = { titles, ...(onSelect && { onSelect }) };
  return (
    <section aria-label="Mission and plan" className="grid gap-2 border-line border-t pt-3">
      <div>
        <p className="font-medium">Does the plan cover the mission?</p>
        <p className="text-muted text-xs">A model’s opinion. It holds nothing up.</p>
      </div>
      <Unmet
        title={open.length === 1 ? "No task answers this demand" : "No task answers these demands"}
        none={
          demands.length === 1
            ? "A task answers the one demand."
            : `Tasks answer all ${demands.length} demands.`
        }
        items={open.map(({ demand }) => ({ key: demand, shown: <Quote text={demand} /> }))}
      />
      <Unmet
        title={extra.length === 1 ? "This task serves no demand" : "These tasks serve no demand"}
        none="Every task serves a demand."
        items={extra.map((taskId) => ({ key: taskId, shown: <TaskName taskId={taskId} {...names} /> }))}
      />
      <details>
        <summary className="cursor-pointer text-xs">All demands and their tasks</summary>
        <DemandList label="Demands of the mission" demands={demands} {...names} />
        {unquoted.length > 0 && (
          <>
            <p className="mt-2 text-muted text-xs">
              Not counted: the mission does not say this in these words.
            </p>
            <DemandList label="Demands in other words" demands={unquoted} {...names} />
          </>
        )}
      </details>
    </section>
  );
}

type UnmetProps = { title: string; none: string; items: { key: string; shown: ReactNode }[] };

/** A list of what is missing under its title, or a line that says that nothing is. */
function Unmet({ title, none, items }: UnmetProps) {
  const [shown, more] = useShowMore(items, PORTION);
  if (items.length === 0) {
    return (
      <p className="text-muted">
        <span aria-hidden="true">✓ </span>
        {none}
      </p>
    );
  }
  return (
    <div className="grid gap-1">
      <p>
        <span aria-hidden="true" className="text-amber">
          △{" "}
        </span>
        {title}
      </p>
      <ul aria-label={title} className="grid gap-0.5 pl-5">
        {shown.map((item) => (
          <li key={item.key}>{item.shown}</li>
        ))}
      </ul>
      {more}
    </div>
  );
}

type DemandListProps = Omit<CoverageViewProps, "coverage"> & { label: string; demands: readonly Demand[] };

function DemandList({ label, demands, ...names }: DemandListProps) {
  return (
    <ul aria-label={label} className="mt-1 grid gap-1.5">
      {demands.map(({ demand, tasks }) => (
        <li key={demand} className="grid">
          <Quote text={demand} />
          <span className="flex flex-wrap items-baseline gap-x-3 pl-5">
            {tasks.length === 0 && <span className="text-muted text-xs">no task</span>}
            {tasks.map((taskId) => (
              <TaskName key={taskId} taskId={taskId} {...names} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const Quote = ({ text }: { text: string }) => (
  <span className="wrap-anywhere">
    “<SeenText text={text} />”
  </span>
);
