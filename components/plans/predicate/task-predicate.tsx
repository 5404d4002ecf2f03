"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { call } from "@/lib/client/call";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { LongText } from "@/lib/core/plan/stored";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/overlay/dialog";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { jsonText, type TrialInput } from "./trial-input";

const loading = () => <Skeleton className="h-64" />;
const PredicateRoom = dynamic(() => import("./predicate-panel").then((room) => room.PredicatePanel), {
  ssr: false,
  loading,
});

type TaskPredicateProps = { state: RunState; task: TaskState };

/** The predicate of a task of a run, to be read and to be tried on the result that is stored. */
export function TaskPredicate({ state, task }: TaskPredicateProps) {
  const { verification } = task.spec;
  const [open, setOpen] = useState(false);
  if (verification === undefined) return null;
  const shown = typeof verification === "string" ? verification : `${verification.preview}…`;
  return (
    <Section title="Predicate">
      <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-ground px-2.5 py-2 font-mono text-xs">
        {shown}
      </pre>
      <Dialog
        title={`Predicate of “${task.spec.title}”`}
        description={
          task.result
            ? "Evaluated against the stored result. Change the result to see what would pass."
            : "No result yet. Try it with a sample result."
        }
        size="wide"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="small" className="justify-self-start">
            {task.result ? "Test with stored result" : "Test predicate"}
          </Button>
        }
      >
        {open && <Opened state={state} task={task} />}
      </Dialog>
    </Section>
  );
}

function Opened({ state, task }: TaskPredicateProps) {
  const { data, isError, refetch } = useQuery(predicateDataQuery(state, task));
  if (isError) {
    return (
      <div role="alert" className="grid justify-items-start gap-2">
        <p className="text-bad">
          <span aria-hidden="true">✕ </span>Could not load the values.
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  if (!data) return loading();
  return <PredicateRoom source={data.source} dependencies={task.spec.dependsOn} initialData={data.start} />;
}

/** A task's predicate and what it speaks of, in full: long values are fetched. */
function predicateDataQuery(state: RunState, task: TaskState) {
  const { runId } = state;
  const { spec, result } = task;
  const depends = spec.dependsOn.map((id) => [id, getOwn(state.tasks, id)?.result] as const);
  return queryOptions({
    queryKey: [
      "predicate",
      runId,
      task.id,
      state.planVersion,
      result?.digest,
      ...depends.map(([, one]) => one?.digest),
    ],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<{ source: string; start: TrialInput }> => {
      const { textRef } = await import("@/lib/core/plan/stored");
      const bodyOf = async (digest: string): Promise<Json> =>
        (await call("GET /api/v1/runs/{id}/values/{digest}", { id: runId, digest }, { signal })).value;
      const storedOf = async (stored: StoredValue | undefined): Promise<Json> => {
        if (!stored) return null;
        return "inline" in stored ? stored.inline : bodyOf(stored.ref);
      };
      const plainOf = async (value: Json | LongText): Promise<Json> => {
        const ref = textRef.safeParse(value);
        return ref.success ? bodyOf(ref.data.$ref) : (value as Json);
      };
      const [source, input, output, ...others] = await Promise.all([
        plainOf(spec.verification ?? ""),
        plainOf(spec.input),
        storedOf(result),
        ...depends.map(([, stored]) => storedOf(stored)),
      ]);
      const byId = Object.fromEntries(depends.map(([id], index) => [id, others[index] ?? null]));
      return {
        source: String(source),
        start: {
          result: result ? jsonText(output) : "",
          input: jsonText(input),
          depends: depends.length === 0 ? "" : jsonText(byId),
        },
      };
    },
  });
}
