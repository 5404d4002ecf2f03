"use client";

import { type FormEvent, useId, useState, useTransition } from "react";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { StartMission } from "./types";

const FIELD = "w-full rounded-lg border border-edge bg-ground px-3 py-2 placeholder:text-muted";

/** One's own mission, with a plan pasted if there is one. What was typed stays when something is wrong. */
export function MissionForm({ start }: { start: StartMission }) {
  const id = useId();
  const [mission, setMission] = useState("");
  const [plan, setPlan] = useState("");
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    startTransition(async () => {
      const outcome = await start({ mission, plan, key: crypto.randomUUID() });
      setProblem(outcome.problem);
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={`${id}-mission`} className="font-medium">
          What is to be done
        </label>
        <textarea
          id={`${id}-mission`}
          className={FIELD}
          rows={3}
          value={mission}
          onChange={(event) => setMission(event.target.value)}
          placeholder="Deploy the fraud detection model to production"
        />
      </div>
      <details>
        <summary className="cursor-pointer text-muted">Paste a plan (optional)</summary>
        <div className="mt-2 grid gap-1">
          <label htmlFor={`${id}-plan`} className="font-medium">
            Plan, as JSON or as text
          </label>
          <textarea
            id={`${id}-plan`}
            className={`${FIELD} font-mono text-xs`}
            rows={8}
            spellCheck={false}
            value={plan}
            onChange={(event) => setPlan(event.target.value)}
            aria-describedby={`${id}-plan-help`}
          />
          <p id={`${id}-plan-help`} className="text-muted text-xs">
            With a plan the run starts at once; without one a plan is written first.
          </p>
        </div>
      </details>
      <Problem problem={problem} />
      <Button type="submit" look="main" className="justify-self-start" disabled={pending}>
        {pending ? "Starting…" : "Start mission"}
      </Button>
    </form>
  );
}
