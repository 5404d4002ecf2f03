"use client";

import { useMemo } from "react";
import { fetchPlanFile } from "@/lib/client/plan-version-file";
import type { PlanVersion } from "@/lib/core/run/plan-versions";
import type { RunState } from "@/lib/core/run/state";
import type { ReviewFinding } from "../plans/finding-verdict";
import { PlanExport } from "../plans/plan-export";
import { useCritique } from "../plans/use-critique";
import { VersionCritiqueView } from "../plans/version-critique";
import type { SendCommand } from "../runs/types";
import { UNREACHABLE } from "../runs/use-orders";
import { Card } from "../ui/card";

type VersionCardProps = {
  state: RunState;
  version: PlanVersion;
  sendCommand: SendCommand;
  onSelect(taskId: string): void;
};

/** One plan version: what the critic says of it, people's word on that, and the way to take it away. */
export function VersionCard({ state, version: { version, plan }, sendCommand, onSelect }: VersionCardProps) {
  const { runId } = state;
  const critique = useCritique(state, version);
  const titles = useMemo(() => new Map(plan.tasks.map(({ id, title }) => [id, title])), [plan]);
  const review: ReviewFinding = async (given) => {
    const command = { type: "review_finding" as const, planVersion: version, ...given };
    const sent = sendCommand({ runId, key: crypto.randomUUID(), ...command });
    return (await sent.catch(() => ({ problem: UNREACHABLE }))).problem;
  };
  return (
    <Card
      title={`Version ${version}, as the critic sees it`}
      aside={<PlanExport fileOf={(format) => fetchPlanFile({ runId, version, format })} />}
    >
      <VersionCritiqueView
        key={version}
        critique={critique}
        titles={titles}
        onSelect={onSelect}
        review={state.phase === "ended" ? undefined : review}
      />
    </Card>
  );
}
