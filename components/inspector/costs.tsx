"use client";

import { formatCounted, formatDuration } from "@/lib/core/describe/amounts";
import type { RunEvent } from "@/lib/core/run/events";
import { attemptNumber } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Money } from "../ui/money";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { PromptButton } from "./prompts-button";
import { useTaskCalls } from "./use-task-calls";

/** Sums of calls. A sum is null when a part of it is unknown; `knownUsd` leaves those parts out. */
type CostSum = {
  usd: number | null;
  knownUsd: number;
  inputTokens: number | null;
  outputTokens: number | null;
};

const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);

type CostsProps = { state: RunState; now: RunState; events: readonly RunEvent[]; task: TaskState };

/** What the task's requests to models used: by request, and in all. */
export function Costs({ state, now, events, task }: CostsProps) {
  const { calls, isError, refetch } = useTaskCalls({ now, events, taskId: task.id });
  if (isError && calls === undefined) {
    const again = <Button onClick={() => refetch()}>Try again</Button>;
    return <EmptyState title="Could not load model calls" action={again} />;
  }
  if (calls === undefined) {
    return (
      <div role="status" className="grid gap-2 p-4">
        <span className="sr-only">Loading model calls…</span>
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (calls.length === 0) {
    return (
      <EmptyState title="No model calls yet">
        Each model call of this task is listed here with its cost.
      </EmptyState>
    );
  }
  const sum = costSum(calls);
  return (
    <>
      <Section title="Total" aside={formatCounted(calls.length, "model call", "model calls")}>
        <p>
          <Money usd={sum.usd} />
          {sum.usd === null && sum.knownUsd > 0 && (
            <span className="text-muted">
              {" "}
              (at least <Money usd={sum.knownUsd} />)
            </span>
          )}
          <span className="text-muted">
            {" "}
            · {sum.inputTokens ?? "unknown"} tokens in, {sum.outputTokens ?? "unknown"} out
          </span>
        </p>
      </Section>
      <Section title="By call">
        <ol className="grid gap-2">
          {calls.map((call) => (
            <CallLine key={call.callId} runId={state.runId} task={task} call={call} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function CallLine({ runId, task, call }: { runId: string; task: TaskState; call: ModelCallView }) {
  const { role, model, attempt, step, inputTokens, outputTokens, costUsd, latencyMs, failure } = call;
  const { wantedModel, wantedFailure } = call;
  const origin = [
    attempt !== null && `attempt ${attemptNumber(task, attempt)}`,
    step !== null && `step ${step}`,
    `prompt v${call.promptVersion}`,
  ].filter(Boolean);
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {role}{" "}
          <span className="text-muted text-xs" title={`Prompt ${call.promptHash}`}>
            {origin.join(", ")}
          </span>
        </span>
        <span className="flex items-baseline gap-2">
          <PromptButton runId={runId} call={call} />
          <Money usd={costUsd} />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span className="font-mono">{model}</span>
        <span>
          {inputTokens ?? "?"} in · {outputTokens ?? "?"} out · {formatDuration(latencyMs)}
        </span>
      </span>
      {wantedModel !== null && (
        <span className="text-amber text-xs">
          In place of <span className="font-mono">{wantedModel}</span>
          {wantedFailure !== null && ` (${wantedFailure})`}
        </span>
      )}
      {failure !== null && (
        <span className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          {failure}
        </span>
      )}
    </li>
  );
}

/** Adds up what calls used: an unknown part makes the whole unknown, never smaller. */
export function costSum(calls: readonly ModelCallView[]): CostSum {
  return {
    usd: sumOf(calls.map((call) => call.costUsd)),
    knownUsd: calls.reduce((sum, call) => sum + (call.costUsd ?? 0), 0),
    inputTokens: sumOf(calls.map((call) => call.inputTokens)),
    outputTokens: sumOf(calls.map((call) => call.outputTokens)),
  };
}
