"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { examplesOfRunQuery } from "@/lib/client/query";
import { readEffectKey } from "@/lib/core/run/effects/keys";
import type { RunState } from "@/lib/core/run/state";
import { Problem } from "../ui/problem";
import { ExampleMarks } from "./example-row";
import { exampleHref } from "./labels";

type Work = { taskId: string; attempt: number };

/** Ids of the examples that prompts of a run carried; with `work`, those of that attempt alone. */
export function shownExampleIds({ runId, examplesShown = {} }: RunState, work?: Work): string[] {
  const shown = Object.entries(examplesShown).filter(([key]) => {
    const { taskId, attempt } = readEffectKey(runId, key);
    return work === undefined || (taskId === work.taskId && attempt === work.attempt);
  });
  return [...new Set(shown.flatMap(([, refs]) => refs.map(({ id }) => id)))];
}

/** The examples of the library that prompts of the run, or of one attempt, carried; what there is to say where none did. */
export function ShownExamples({ state, work, none }: { state: RunState; work?: Work; none?: string }) {
  const ids = shownExampleIds(state, work);
  const { data, error } = useQuery({ ...examplesOfRunQuery(state.runId), enabled: ids.length > 0 });
  if (ids.length === 0) return none === undefined ? null : <p className="text-muted">{none}</p>;
  if (error) return <Problem problem={{ message: "The examples could not be loaded.", issues: [] }} />;
  if (!data) return <p className="text-muted">Loading…</p>;
  return (
    <ul className="grid gap-2">
      {data
        .filter(({ id }) => ids.includes(id))
        .map((example) => (
          <li key={example.id} className="grid gap-1">
            <Link
              href={exampleHref(example.id)}
              className="wrap-anywhere line-clamp-2 underline underline-offset-2"
            >
              {example.question}
            </Link>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
              <ExampleMarks example={example} />
            </p>
          </li>
        ))}
    </ul>
  );
}
