"use client";

import type { ReactNode } from "react";
import { formatDuration, formatUsd } from "@/lib/client/format";
import { runCounts } from "@/lib/client/run-facts";
import { useNow } from "@/lib/client/use-now";
import type { RunState } from "@/lib/core/run/state";
import { Badge } from "../ui/badge";
import { type CountedUsage, tokensText } from "./run-use";

/** How long, how far, which plan, how much. */
export function RunMetrics({ state, usage }: { state: RunState; usage: CountedUsage }) {
  const { total, ended, done, replans, iterations } = runCounts(state);
  const endedEarly = state.phase === "ended" && done < total;
  const metrics: [string, ReactNode][] = [
    ["Elapsed", <Elapsed key="elapsed" state={state} />],
    ["Tasks", total === 0 ? "none yet" : endedEarly ? `${done} of ${total} done` : `${ended} of ${total}`],
    ["Plan", state.planVersion === 0 ? "not written yet" : versionText(state.planVersion, replans)],
    ...iterationMetric(iterations, state.settings.maxIterations),
    ["Cost", <Cost key="cost" usage={usage} />],
    ["Tokens", tokensText(usage.inputTokens + usage.outputTokens)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-1.5 text-xs">
      {metrics.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium text-sm">{value}</dd>
        </div>
      ))}
      {state.tags.length > 0 && (
        <div>
          <dt className="sr-only">Tags</dt>
          <dd className="flex flex-wrap gap-1 pt-2">
            {state.tags.map((tag) => (
              <Badge key={tag}>{tag === "demo" ? "simulated" : tag}</Badge>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Shown once there is one: what the summarizer missed is being added, or was. */
function iterationMetric(iterations: number, limit: number): [string, ReactNode][] {
  return iterations === 0 ? [] : [["Iteration", `${iterations} of ${limit}`]];
}

function Elapsed({ state }: { state: RunState }) {
  const now = useNow(state.phase !== "ended");
  const until = state.finished?.at ?? now;
  return until === undefined ? "…" : formatDuration(until - state.createdAt);
}

/** A cost with an unknown part is unknown; what is known of it is said beside. */
function Cost({ usage: { knownUsd, unknownCalls } }: { usage: CountedUsage }) {
  if (unknownCalls === 0) return formatUsd(knownUsd);
  const calls =
    unknownCalls === 1 ? "1 model call has no price" : `${unknownCalls} model calls have no price`;
  return (
    <span title={`${calls}; the others cost ${formatUsd(knownUsd)}`}>
      unknown{knownUsd > 0 && <span className="text-muted"> · {formatUsd(knownUsd)} known</span>}
    </span>
  );
}

function versionText(version: number, replans: number): string {
  if (replans === 0) return `v${version}`;
  return `v${version} · ${replans === 1 ? "1 replan" : `${replans} replans`}`;
}
