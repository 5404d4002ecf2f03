"use client";

import type { LiveRun } from "@/lib/client/fold-events";
import { closedGates, openGates } from "@/lib/client/run-facts";
import { useRun } from "@/lib/client/use-run";
import { ClosedGates } from "../approvals/closed-gates";
import { GateCard } from "../approvals/gate-card";
import type { DecideApproval } from "../approvals/types";
import { AnswerCard } from "./answer-card";
import { ConnectionNote } from "./connection-note";
import { EventLog } from "./event-log";
import { ReplanCard } from "./replan-card";
import { RunHeader } from "./run-header";
import { TaskList } from "./task-list";
import type { CommandRun } from "./types";

type RunScreenProps = { snapshot: LiveRun; command: CommandRun; decide: DecideApproval };

/** A run as it happens: what needs a person first, then the answer, the tasks, the causes of replans, the log. */
export function RunScreen({ snapshot, command, decide }: RunScreenProps) {
  const { state, log, connection, caughtUp } = useRun(snapshot);
  const gates = openGates(state);
  return (
    <>
      <RunHeader state={state} command={command} />
      <ConnectionNote connection={connection} caughtUp={caughtUp} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4 empty:hidden lg:col-start-2">
          {gates.map((gate) => (
            <GateCard key={gate.approvalId} state={state} gate={gate} decide={decide} />
          ))}
        </div>
        <div
          className={`grid gap-4 lg:col-start-1 lg:row-start-1 ${gates.length > 0 ? "lg:row-span-2" : ""}`}
        >
          <AnswerCard state={state} />
          <TaskList state={state} />
        </div>
        <div className="grid gap-4 lg:col-start-2">
          <ReplanCard log={log} />
          <ClosedGates state={state} gates={closedGates(state)} />
          <EventLog state={state} log={log} />
        </div>
      </div>
    </>
  );
}
