"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { LiveRun } from "@/lib/client/fold-events";
import { runQuery } from "@/lib/client/query";
import { useLiveRun } from "@/lib/client/use-live-run";
import { NEXT_GATE_KEY } from "../../ui/behavior/list-keys";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Drawer } from "../../ui/overlay/dialog";
import { PanelSkeleton } from "../../ui/skeleton";
import type { Draft } from "../decide/use-draft";
import { DrillNote } from "../drill-note";
import { GatePanel } from "../lazy-panels";
import { type NextGate, NextGateRow } from "../next-gate";
import { gateQuery } from "./use-inbox-gates";

type GateDrawerProps = {
  gate: { id: string; runId: string };
  /** A verb that a key of the list began. */
  begin: Partial<Draft> | undefined;
  onClose(): void;
  onOpenGate(approvalId: string): void;
  next: NextGate | undefined;
};

/** A gate beside the list, or as a sheet from below on a narrow page. Its run is followed while it is shown. */
export function GateDrawer({ gate, begin, onClose, onOpenGate, next }: GateDrawerProps) {
  const mission = useQuery(runQuery(gate.runId)).data?.state.mission;
  return (
    <Drawer
      title={shortOf(mission) ?? "Question"}
      description={<RunLink runId={gate.runId} />}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="-mx-5 -mb-5 [--panel-foot:-1.25rem] [--panel-ground:var(--raised)]">
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
  text !== undefined && text.length > 120 ? `${text.slice(0, 119)}…` : text;

type ShownGate = Omit<GateDrawerProps, "gate"> & { gate: { id: string; runId: string } };

function LoadedRun({ gate, ...rest }: ShownGate) {
  const { data, error } = useQuery(runQuery(gate.runId));
  if (error) return <EmptyState title="Could not load this gate">{error.message}</EmptyState>;
  if (!data) return <PanelSkeleton />;
  return <LivePanel snapshot={data} gate={gate} {...rest} />;
}

function LivePanel({ snapshot, gate, begin, onOpenGate, next, onClose }: ShownGate & { snapshot: LiveRun }) {
  const { state } = useLiveRun(snapshot);
  const approval = state.approvals[gate.id];
  if (!approval) return <EmptyState title="This run has no such gate" />;
  return (
    <>
      <GatePanel state={state} gate={approval} onOpenGate={onOpenGate} {...(begin && { begin })} />
      {approval.status !== "open" && (
        <div className="sticky bottom-(--panel-foot) border-line border-t bg-(--panel-ground)">
          <WhatItWas approvalId={gate.id} />
          <NextStep next={next} onOpenGate={onOpenGate} onClose={onClose} />
        </div>
      )}
    </>
  );
}

/** That a closed gate was a drill; of any other there is nothing to say. */
function WhatItWas({ approvalId }: { approvalId: string }) {
  const { data } = useQuery(gateQuery(approvalId));
  return data?.drill ? <DrillNote result={data.drill} /> : null;
}

/** What comes after an answer: the next open gate of the list, or that there is none. Always within a thumb's reach. */
function NextStep({ next, onOpenGate, onClose }: Pick<GateDrawerProps, "next" | "onOpenGate" | "onClose">) {
  if (next) {
    return (
      <NextGateRow next={next}>
        <Button variant="main" aria-keyshortcuts={NEXT_GATE_KEY} onClick={() => onOpenGate(next.id)}>
          Next gate
        </Button>
      </NextGateRow>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Button variant="main" onClick={onClose}>
        Back to inbox
      </Button>
      <span className="text-muted text-xs">No more open gates in this list.</span>
    </div>
  );
}
