"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { LiveRun } from "@/lib/client/live/fold-events";
import { runQuery } from "@/lib/client/query";
import { useLiveRun } from "@/lib/client/use-live-run";
import { getOwn } from "@/lib/core/own";
import { elideText } from "@/lib/core/text";
import { INBOX_KEYS, keyOf } from "../../ui/behavior/shortcuts";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Drawer } from "../../ui/overlay/dialog";
import { PanelSkeleton } from "../../ui/skeleton";
import type { Draft } from "../drafts/kept-drafts";
import { DrillNote } from "../drill-note";
import { GatePanel } from "../lazy-panels";
import { type NextGate, NextGateRow, NextHeld } from "../next-gate";
import { UnsentWords, useUnsentWords } from "../unsent-words";

type GateDrawerProps = {
  gate: { id: string; runId: string };
  /** Of its run, where the list behind it has it. */
  mission?: string | undefined;
  /** A verb that a key of the list began. */
  begin: Partial<Draft> | undefined;
  onClose(): void;
  onOpenGate(approvalId: string): void;
  next: NextGate | undefined;
};

/** A gate beside the list, or as a sheet from below on a narrow page. Its run is followed while it is shown. */
export function GateDrawer({ gate, mission, begin, onClose, onOpenGate, next }: GateDrawerProps) {
  const run = useQuery(runQuery(gate.runId)).data;
  const [isTitleLate] = useState(run === undefined && mission === undefined);
  return (
    <Drawer
      title={shortOf(run?.state.mission ?? mission) ?? "Question"}
      isTitleLate={isTitleLate}
      description={run?.drill ? "A drill" : <RunLink runId={gate.runId} />}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="-mx-5 -mb-5 sheet:flex sheet:grow sheet:flex-col [--panel-foot:-1.25rem] [--panel-ground:var(--raised)]">
        <LoadedRun
          key={gate.id}
          gate={gate}
          begin={begin}
          onOpenGate={onOpenGate}
          next={next}
          onClose={onClose}
        />
      </div>
    </Drawer>
  );
}

function RunLink({ runId }: { runId: string }) {
  return (
    <Link
      href={`/runs/${runId}`}
      className="text-run underline pointer-coarse:-my-3 pointer-coarse:inline-block pointer-coarse:py-3"
    >
      View run
    </Link>
  );
}

const shortOf = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : elideText(text, 120);

type ShownGate = Omit<GateDrawerProps, "gate" | "mission"> & { gate: { id: string; runId: string } };

function LoadedRun({ gate, ...rest }: ShownGate) {
  const { data, error } = useQuery(runQuery(gate.runId));
  if (error) return <EmptyState title="Could not load this gate">{error.message}</EmptyState>;
  if (!data) return <PanelSkeleton />;
  return <LivePanel snapshot={data} gate={gate} {...rest} />;
}

function LivePanel({ snapshot, gate, begin, onOpenGate, next, onClose }: ShownGate & { snapshot: LiveRun }) {
  const { state, log, drill } = useLiveRun(snapshot);
  const unsent = useUnsentWords(state).filter((one) => one.gate?.approvalId === gate.id && !drill);
  const approval = getOwn(state.approvals, gate.id);
  const [wasOpen] = useState(approval?.status === "open");
  if (!approval) return <EmptyState title="This run has no such gate" />;
  return (
    <>
      {drill && !wasOpen && <DrillNote result={drill} />}
      <GatePanel
        state={state}
        onOpenGate={onOpenGate}
        gate={approval}
        {...(begin && { begin })}
        next={
          <>
            {drill && wasOpen && <DrillNote result={drill} />}
            <NextStep next={next} onOpenGate={onOpenGate} onClose={onClose} />
          </>
        }
      />
      {unsent.map((one) => (
        <UnsentWords key={one.draftKey} state={state} events={log} unsent={one} isBelowGate />
      ))}
    </>
  );
}

/** What comes after an answer: the next open gate of the list, a decision that is held, or that there is neither. Always within a thumb's reach. */
function NextStep({ next, onOpenGate, onClose }: Pick<GateDrawerProps, "next" | "onOpenGate" | "onClose">) {
  if (next) {
    return (
      <NextGateRow next={next}>
        <Button
          variant="main"
          aria-keyshortcuts={keyOf(INBOX_KEYS, "nextGate")}
          onClick={() => onOpenGate(next.id)}
        >
          Next gate
        </Button>
      </NextGateRow>
    );
  }
  return (
    <NextHeld>
      <div className="flex flex-wrap items-center gap-3 px-4 py-3">
        <Button variant="main" onClick={onClose}>
          Back to inbox
        </Button>
        <span className="text-muted text-xs">No more open gates in this list.</span>
      </div>
    </NextHeld>
  );
}
