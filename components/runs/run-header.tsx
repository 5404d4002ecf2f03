"use client";

import Link from "next/link";
import { headline } from "@/lib/client/headline";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { statusOf } from "@/lib/core/run/status-of";
import { RUN_STATUS_DISPLAY, TONE_TEXT } from "../status";
import { RunControls } from "./run-controls";
import { RunMetrics } from "./run-figures";
import type { CountedUsage } from "./run-use";
import type { RunCommandType, SendCommand } from "./types";
import { useRunCommands } from "./use-orders";

/** Said the moment an order is sent, until the run's state says it itself. */
const PENDING_LABELS: Record<RunCommandType, string> = {
  pause: "Pausing…",
  resume: "Resuming…",
  cancel: "Cancelling…",
  abort: "Aborting…",
  edit_plan: "Changing the plan…",
  request_replan: "Asking for a new plan…",
};

type RunHeaderProps = {
  state: RunState;
  events: readonly RunEvent[];
  usage: CountedUsage;
  sendCommand: SendCommand;
};

/** The mission, its state in a sentence, figures and controls. */
export function RunHeader({ state, events, usage, sendCommand }: RunHeaderProps) {
  const commands = useRunCommands(state, sendCommand);
  const needsPerson = Object.keys(state.openApprovals).length > 0;
  const look = RUN_STATUS_DISPLAY[needsPerson && state.phase !== "ended" ? "waiting" : statusOf(state)];
  const { pending } = commands;
  return (
    <header className="grid gap-2.5 border-line border-b bg-panel px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="line-clamp-3 font-semibold text-lg leading-snug tracking-tight">{state.mission}</h1>
          <p
            role="status"
            className={`mt-0.5 line-clamp-3 font-medium ${TONE_TEXT[pending === undefined ? look.tone : "plain"]}`}
          >
            <span aria-hidden="true">{pending === undefined ? look.icon : "◌"} </span>
            {pending === undefined ? headline(state) : PENDING_LABELS[pending]}
          </p>
          {state.parent && <ForkNote parent={state.parent} />}
        </div>
        <RunControls state={state} events={events} commands={commands} />
      </div>
      <RunMetrics state={state} usage={usage} />
    </header>
  );
}

/** Which run this one was forked from, and where. */
function ForkNote({ parent: { runId, seq } }: { parent: NonNullable<RunState["parent"]> }) {
  return (
    <p className="mt-0.5 text-muted text-xs">
      A fork of{" "}
      <Link href={`/runs/${encodeURIComponent(runId)}`} className="underline">
        another run
      </Link>{" "}
      at its event {seq}
    </p>
  );
}
