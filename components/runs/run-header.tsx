"use client";

import { durationText } from "@/lib/client/format";
import { headline } from "@/lib/client/headline";
import { runFigures } from "@/lib/client/run-facts";
import { useNow } from "@/lib/client/use-now";
import type { RunState } from "@/lib/core/run/state";
import { statusOf } from "@/lib/core/run/status-of";
import { RUN_LOOK, TONE_TEXT } from "../status";
import { RunControls } from "./run-controls";
import type { CommandRun } from "./types";

/** The mission, its state in a sentence, figures and controls. */
export function RunHeader({ state, command }: { state: RunState; command: CommandRun }) {
  const needsPerson = Object.keys(state.openApprovals).length > 0;
  const look = RUN_LOOK[needsPerson ? "waiting" : statusOf(state)];
  return (
    <header className="grid gap-3 rounded-xl border border-line bg-panel px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="line-clamp-4 font-semibold text-lg leading-snug">{state.mission}</h1>
          <p role="status" className={`mt-0.5 line-clamp-4 font-medium ${TONE_TEXT[look.tone]}`}>
            <span aria-hidden="true">{look.icon} </span>
            {headline(state)}
          </p>
        </div>
        <RunControls state={state} command={command} />
      </div>
      <Figures state={state} />
    </header>
  );
}

function Figures({ state }: { state: RunState }) {
  const ended = state.phase === "ended";
  const now = useNow(!ended);
  const until = state.finished?.at ?? now;
  const { total, ended: endedTasks, replans } = runFigures(state);
  const figures = [
    ["Elapsed", until === undefined ? "…" : durationText(until - state.createdAt)],
    ["Tasks", total === 0 ? "none yet" : `${endedTasks} of ${total}`],
    ["Plan", state.planVersion === 0 ? "not written yet" : versionText(state.planVersion, replans)],
    ["Attempts", String(state.counters.attempts)],
    ["Model calls", String(state.counters.modelCalls)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-2 text-xs">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function versionText(version: number, replans: number): string {
  if (replans === 0) return `v${version}`;
  return `v${version} · ${replans === 1 ? "1 replan" : `${replans} replans`}`;
}
