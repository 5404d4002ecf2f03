"use client";

import Link from "next/link";
import { headline } from "@/lib/client/headline";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { statusOf } from "@/lib/core/run/status-of";
import { RUN_LOOK, TONE_TEXT } from "../status";
import { RunControls } from "./run-controls";
import { RunFigures } from "./run-figures";
import type { CountedUse } from "./run-use";
import type { CommandRun, RunCommand } from "./types";
import { useOrders } from "./use-orders";

/** Said the moment an order is sent, until the run's state says it itself. */
const ASKED_WORDS: Record<RunCommand, string> = {
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
  use: CountedUse;
  command: CommandRun;
};

/** The mission, its state in a sentence, figures and controls. */
export function RunHeader({ state, events, use, command }: RunHeaderProps) {
  const orders = useOrders(state, command);
  const needsPerson = Object.keys(state.openApprovals).length > 0;
  const look = RUN_LOOK[needsPerson && state.phase !== "ended" ? "waiting" : statusOf(state)];
  const { asked } = orders;
  return (
    <header className="grid gap-2.5 border-line border-b bg-panel px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="line-clamp-3 font-semibold text-lg leading-snug tracking-tight">{state.mission}</h1>
          <p
            role="status"
            className={`mt-0.5 line-clamp-3 font-medium ${TONE_TEXT[asked === undefined ? look.tone : "plain"]}`}
          >
            <span aria-hidden="true">{asked === undefined ? look.icon : "◌"} </span>
            {asked === undefined ? headline(state) : ASKED_WORDS[asked]}
          </p>
          {state.parent && <ForkNote parent={state.parent} />}
        </div>
        <RunControls state={state} events={events} orders={orders} />
      </div>
      <RunFigures state={state} use={use} />
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
