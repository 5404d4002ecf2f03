"use client";

import { usePathname } from "next/navigation";
import { DiffLines } from "@/components/plans/diff-lines";
import { VersionDiff } from "@/components/replans/comparison";
import { useRunAddress } from "@/components/runs/use-run-address";
import { readUrlParam } from "@/components/ui/behavior/use-url-param";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/links/button-link";
import { formatEndedTasks } from "@/lib/core/describe/costs/totals";
import { titledLines } from "@/lib/core/describe/plans/plan-diff";
import { formatReason } from "@/lib/core/describe/reason";
import type { Question } from "@/lib/core/run/events/questions";
import type { RunState } from "@/lib/core/run/state";
import { SeenText, TextWarnings } from "../../../ui/seen-text";
import { PanelSection } from "../../panel-section";
import { Part } from "../unread";
import { useOfferedDiff } from "./use-offered-diff";

/** The way to the change on the canvas, where it can be commented on. */
function ShowOnCanvas({ runId, from, to }: { runId: string; from: number; to: number }) {
  const page = `/runs/${encodeURIComponent(runId)}`;
  const isHere = usePathname() === page;
  const { compare, openTab } = useRunAddress();
  const look = { size: "small", className: "mt-2" } as const;
  if (!isHere)
    return (
      <ButtonLink {...look} href={`${page}?from=${from}&to=${to}`}>
        Show on canvas
      </ButtonLink>
    );
  const show = () => {
    compare({ from, to });
    if (readUrlParam("tab") !== undefined) openTab(undefined);
  };
  return (
    <Button {...look} onClick={show}>
      Show on canvas
    </Button>
  );
}

type ChangeFactsProps = { state: RunState; question: Extract<Question, { about: "plan_change" }> };

/** Why a model wants to change a settled plan, what has ended, what would change, and as long as it is asked the difference in full. */
export function ChangeFacts({ state, question }: ChangeFactsProps) {
  const { version, title, cause, ended, tasks, changes } = question;
  const compared = useOfferedDiff(state, state.offered?.version === version ? state.offered : undefined);
  return (
    <Part name="changes">
      <PanelSection title="Reason" aside={formatEndedTasks(ended, tasks)}>
        <TextWarnings value={[title, formatReason(cause)]} />
        <p className="whitespace-pre-wrap">
          <SeenText text={formatReason(cause)} />
        </p>
      </PanelSection>
      <PanelSection title={`Changes in plan v${version}`} aside={<SeenText text={title} />}>
        <DiffLines lines={titledLines(changes)} />
        {compared && <ShowOnCanvas runId={state.runId} from={state.planVersion} to={version} />}
      </PanelSection>
      {compared && <VersionDiff runId={state.runId} {...compared} summed={false} />}
    </Part>
  );
}
