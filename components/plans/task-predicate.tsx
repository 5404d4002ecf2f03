"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { Section } from "../inspector/part";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Skeleton } from "../ui/skeleton";
import { predicateDataQuery } from "./predicate-data";

const loading = () => <Skeleton className="h-64" />;
const PredicateRoom = dynamic(() => import("./predicate-room"), { ssr: false, loading });

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
            ? "Tried on the result that is stored. Change the result to see when it would pass."
            : "There is no result yet: try it on one of your own."
        }
        size="wide"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="small" className="justify-self-start">
            {task.result ? "Try it on the stored result" : "Open and try it"}
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
          <span aria-hidden="true">✕ </span>The values could not be loaded.
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  if (!data) return loading();
  return <PredicateRoom source={data.source} dependencies={task.spec.dependsOn} initialData={data.start} />;
}
