"use client";

import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { type Scenario, sampleSettings } from "@/lib/core/scenarios";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import { useStartMission } from "./use-start-mission";

type SampleGridProps = {
  scenarios: readonly Scenario[];
  /** What the button of a sample says. */
  labelOf(scenario: Scenario): string;
  icon: ReactNode;
  disabled?: boolean;
  /** The first is the one to begin with, and says so. */
  leads?: boolean;
  onPick(scenario: Scenario): void;
};

/** Where the canvas keeps enough room above it, a newcomer meets the timeline without looking for it. */
const ROOM_FOR_TIMELINE = "(min-width: 1024px) and (min-height: 800px)";

/** Sample missions, one click each. */
export function SampleCards({ scenarios, leads = false }: Pick<SampleGridProps, "scenarios" | "leads">) {
  const { pending, problem, startMission } = useStartMission();
  const run = ({ name, mission }: Scenario) => {
    const query = window.matchMedia(ROOM_FOR_TIMELINE).matches ? "?timeline=open" : "";
    void startMission({ mission, settings: sampleSettings(name) }, query);
  };
  const labelOf = ({ mission }: Scenario) => (pending?.mission === mission ? "Starting…" : "Run sample");
  return (
    <div className="grid gap-3">
      <SampleGrid
        scenarios={scenarios}
        labelOf={labelOf}
        icon={<Play aria-hidden="true" className="size-3.5" />}
        disabled={pending !== undefined}
        leads={leads}
        onPick={run}
      />
      <Problem problem={problem} />
    </div>
  );
}

/** The sample missions side by side, each with what happens in it and one button. */
export function SampleGrid(props: SampleGridProps) {
  const { scenarios, labelOf, icon, disabled = false, leads = false, onPick } = props;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(17.5rem,100%),1fr))] gap-3">
      {scenarios.map((scenario, at) => (
        <li key={scenario.name} className="flex flex-col gap-2 rounded-lg border border-line p-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-2">
            <h3 className="font-semibold">{scenario.title}</h3>
            {leads && at === 0 && <span className="text-muted text-xs">Start here · 2 minutes</span>}
          </div>
          <p className="grow text-muted">{scenario.description}</p>
          <Button
            className="self-start"
            variant={leads && at === 0 ? "main" : "plain"}
            disabled={disabled}
            aria-label={`${labelOf(scenario)}: ${scenario.title}`}
            onClick={() => onPick(scenario)}
          >
            {icon}
            {labelOf(scenario)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
