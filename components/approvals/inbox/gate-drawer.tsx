"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { LiveRun } from "@/lib/client/fold-events";
import { runQuery } from "@/lib/client/query";
import { useLiveRun } from "@/lib/client/use-live-run";
import { EmptyState } from "../../ui/empty-state";
import { Drawer } from "../../ui/overlay/dialog";
import { PanelSkeleton } from "../../ui/skeleton";
import type { Draft } from "../decide/use-draft";
import { GatePanel } from "../lazy-panels";

type GateDrawerProps = {
  gate: { id: string; runId: string };
  /** A verb that a key of the list began. */
  begin: Partial<Draft> | undefined;
  onClose(): void;
  onOpenGate(approvalId: string): void;
};

/** A gate beside the list, or as a sheet from below on a narrow page. Its run is followed while it is shown. */
export function GateDrawer({ gate, begin, onClose, onOpenGate }: GateDrawerProps) {
  const mission = useQuery(runQuery(gate.runId)).data?.state.mission;
  return (
    <Drawer
      title={shortOf(mission) ?? "Question"}
      description={<RunLink runId={gate.runId} />}
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="-mx-5 -mb-5 [--panel-foot:-1.25rem] [--panel-ground:var(--raised)]">
        <LoadedRun key={gate.id} gate={gate} begin={begin} onOpenGate={onOpenGate} />
      </div>
    </Drawer>
  );
}

function RunLink({ runId }: { runId: string }) {
  return (
    <Link href={`/runs/${runId}`} className="text-run underline">
      View run
    </Link>
  );
}

const shortOf = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > 120 ? `${text.slice(0, 119)}…` : text;

type ShownGate = Pick<GateDrawerProps, "begin" | "onOpenGate"> & { gate: { id: string; runId: string } };

function LoadedRun({ gate, ...rest }: ShownGate) {
  const { data, error } = useQuery(runQuery(gate.runId));
  if (error) return <EmptyState title="Could not load this gate">{error.message}</EmptyState>;
  if (!data) return <PanelSkeleton />;
  return <LivePanel snapshot={data} gate={gate} {...rest} />;
}

function LivePanel({ snapshot, gate, begin, onOpenGate }: ShownGate & { snapshot: LiveRun }) {
  const { state } = useLiveRun(snapshot);
  const approval = state.approvals[gate.id];
  if (!approval) return <EmptyState title="This run has no such gate" />;
  return <GatePanel state={state} gate={approval} onOpenGate={onOpenGate} {...(begin && { begin })} />;
}
