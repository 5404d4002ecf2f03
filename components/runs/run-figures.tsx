"use client";

import type { ReactNode } from "react";
import { durationText, moneyText } from "@/lib/client/format";
import { runFigures } from "@/lib/client/run-facts";
import { useNow } from "@/lib/client/use-now";
import type { RunState } from "@/lib/core/run/state";
import { Badge } from "../ui/badge";
import { type CountedUse, tokensText } from "./run-use";

/** How long, how far, which plan, how much. */
export function RunFigures({ state, use }: { state: RunState; use: CountedUse }) {
  const { total, ended, done, replans, iterations } = runFigures(state);
  const isOver = state.phase === "ended" && done < total;
  const figures: [string, ReactNode][] = [
    ["Elapsed", <Elapsed key="elapsed" state={state} />],
    ["Tasks", total === 0 ? "none yet" : isOver ? `${done} of ${total} done` : `${ended} of ${total}`],
    ["Plan", state.planVersion === 0 ? "not written yet" : versionText(state.planVersion, replans)],
    ...iterationFigure(iterations, state.settings.maxIterations),
    ["Cost", <Cost key="cost" use={use} />],
    ["Tokens", tokensText(use.inputTokens + use.outputTokens)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-1.5 text-xs">
      {figures.map(([name, value]) => (
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
function iterationFigure(iterations: number, limit: number): [string, ReactNode][] {
  return iterations === 0 ? [] : [["Iteration", `${iterations} of ${limit}`]];
}

function Elapsed({ state }: { state: RunState }) {
  const now = useNow(state.phase !== "ended");
  const until = state.finished?.at ?? now;
  return until === undefined ? "…" : durationText(until - state.createdAt);
}

/** A cost with an unknown part is unknown; what is known of it is said beside. */
function Cost({ use: { knownUsd, unknownCalls } }: { use: CountedUse }) {
  if (unknownCalls === 0) return moneyText(knownUsd);
  const calls =
    unknownCalls === 1 ? "1 model call has no price" : `${unknownCalls} model calls have no price`;
  return (
    <span title={`${calls}; the others cost ${moneyText(knownUsd)}`}>
      unknown{knownUsd > 0 && <span className="text-muted"> · {moneyText(knownUsd)} known</span>}
    </span>
  );
}

function versionText(version: number, replans: number): string {
  if (replans === 0) return `v${version}`;
  return `v${version} · ${replans === 1 ? "1 replan" : `${replans} replans`}`;
}
