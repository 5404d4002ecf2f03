"use client";

import { Play } from "lucide-react";
import { useState, useTransition } from "react";
import type { Scenario } from "@/lib/core/scenarios";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { StartMission } from "./types";

/** Sample missions, one click each. */
export function SampleCards({ scenarios, start }: { scenarios: readonly Scenario[]; start: StartMission }) {
  const [starting, setStarting] = useState<string>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const run = (scenario: Scenario) => {
    setStarting(scenario.name);
    startTransition(async () => {
      const outcome = await start({ mission: scenario.mission, plan: "", key: crypto.randomUUID() });
      setProblem(outcome?.problem);
    });
  };
  const wordOf = ({ name }: Scenario) => (pending && starting === name ? "Starting sample" : "Run sample");
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-3">
        {scenarios.map((scenario) => (
          <li key={scenario.name} className="flex flex-col gap-2 rounded-lg border border-line p-3">
            <h3 className="font-semibold">{scenario.title}</h3>
            <p className="grow text-muted">{scenario.description}</p>
            <Button
              className="self-start"
              disabled={pending}
              aria-label={`${wordOf(scenario)}: ${scenario.title}`}
              onClick={() => run(scenario)}
            >
              <Play aria-hidden="true" className="size-3.5" />
              {wordOf(scenario)}
            </Button>
          </li>
        ))}
      </ul>
      <Problem problem={problem} />
    </div>
  );
}
