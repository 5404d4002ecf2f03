import { weakenedLines } from "@/lib/core/describe/controls";
import type { DiffLine } from "@/lib/core/describe/plan-diff";
import type { ApprovalState } from "@/lib/core/run/state";
import { PanelSection } from "../panel-section";
import { PlanChanges } from "./plan-changes";

/** What a version that waits for the people of a control would change, and what would stand behind less than it. */
export function ControlFacts({ gate: { question } }: { gate: ApprovalState }) {
  if (question?.about === "answer") {
    return (
      <PanelSection title="Not approved by">
        <Lines lines={question.controls} />
      </PanelSection>
    );
  }
  if (question?.about !== "control") return null;
  const { weakened, changes, version } = question;
  const diff: DiffLine[] = [
    ...changes.added.map((text) => ({ sign: "+", text }) as const),
    ...changes.changed.map((text) => ({ sign: "~", text }) as const),
    ...changes.removed.map((text) => ({ sign: "−", text }) as const),
  ];
  return (
    <>
      <PanelSection title={`No longer behind “${weakened.title}”, or with less of it`}>
        <Lines lines={weakenedLines(weakened)} />
      </PanelSection>
      <PanelSection title={`Changes in plan v${version}`} aside={question.title}>
        <PlanChanges lines={diff} />
      </PanelSection>
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid gap-0.5 text-amber">
      {lines.map((line) => (
        <li key={line}>
          <span aria-hidden="true">▲ </span>
          {line}
        </li>
      ))}
    </ul>
  );
}
