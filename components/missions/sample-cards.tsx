"use client";

import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { type Scenario, sampleSettings } from "@/lib/core/scenarios";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import type { StartMission } from "./mission-draft";
import { useStartMission } from "./use-start-mission";

type SampleGridProps = {
  scenarios: readonly Scenario[];
  /** What the button of a sample says. */
  labelOf(scenario: Scenario): string;
  icon: ReactNode;
  disabled?: boolean;
  onPick(scenario: Scenario): void;
};

/** Sample missions, one click each. */
export function SampleCards({ scenarios, start }: { scenarios: readonly Scenario[]; start: StartMission }) {
  const { pending, problem, startMission } = useStartMission(start);
  const run = ({ mission }: Scenario) => void startMission({ mission, settings: sampleSettings(mission) });
  const labelOf = ({ mission }: Scenario) => (pending?.mission === mission ? "Starting…" : "Run sample");
  return (
    <div className="grid gap-3">
      <SampleGrid
        scenarios={scenarios}
        labelOf={labelOf}
        icon={<Play aria-hidden="true" className="size-3.5" />}
        disabled={pending !== undefined}
        onPick={run}
      />
      <Problem problem={problem} />
    </div>
  );
}

/** The sample missions side by side, each with what happens in it and one button. */
export function SampleGrid({ scenarios, labelOf, icon, disabled = false, onPick }: SampleGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
      {scenarios.map((scenario) => (
        <li key={scenario.name} className="flex flex-col gap-2 rounded-lg border border-line p-3">
          <h3 className="font-semibold">{scenario.title}</h3>
          <p className="grow text-muted">{scenario.description}</p>
          <Button
            className="self-start"
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
