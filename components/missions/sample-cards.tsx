"use client";

import { Play } from "lucide-react";
import { useState, useTransition } from "react";
import { SAMPLE_SETTINGS, type Scenario } from "@/lib/core/scenarios";
import { Problem, type ProblemFacts } from "../ui/problem";
import { SampleGrid } from "./sample-grid";
import type { StartMission } from "./types";

/** Sample missions, one click each. */
export function SampleCards({ scenarios, start }: { scenarios: readonly Scenario[]; start: StartMission }) {
  const [starting, setStarting] = useState<string>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const run = (scenario: Scenario) => {
    setStarting(scenario.name);
    startTransition(async () => {
      const outcome = await start({
        ...{ mission: scenario.mission, plan: "", settings: SAMPLE_SETTINGS },
        key: crypto.randomUUID(),
      });
      setProblem(outcome?.problem);
    });
  };
  const labelOf = ({ name }: Scenario) => (pending && starting === name ? "Starting sample" : "Run sample");
  return (
    <div className="grid gap-3">
      <SampleGrid
        scenarios={scenarios}
        labelOf={labelOf}
        icon={<Play aria-hidden="true" className="size-3.5" />}
        disabled={pending}
        onPick={run}
      />
      <Problem problem={problem} />
    </div>
  );
}
