"use client";

import { CoverageView } from "@/components/plans/critique/coverage";
import { FindingList } from "@/components/plans/critique/finding-list";
import { VerdictNote } from "@/components/plans/critique/finding-verdict";
import { VersionScore } from "@/components/plans/critique/score";
import { useCritique } from "@/components/plans/critique/use-critique";
import { formatTaskCount } from "@/lib/core/describe/costs/totals";
import { KIND_LABELS } from "@/lib/core/describe/looks/task";
import { getOwn } from "@/lib/core/own";
import { leadingToActs } from "@/lib/core/run/controls/release/leading";
import { actsOf, planInForce } from "@/lib/core/run/controls/release/release";
import type { RunState } from "@/lib/core/run/state";
import { SeenText, TextWarnings } from "../../../ui/seen-text";
import { PanelSection } from "../../panel-section";

type ProposedPlanProps = { state: RunState; version: number };

/** The plan that waits for approval, and the critic's word on it. */
export function ProposedPlan({ state, version }: ProposedPlanProps) {
  return (
    <>
      <PanelSection title="Proposed plan" part="plan" aside={formatTaskCount(state.order.length)}>
        <TextWarnings value={state.order.map((id) => getOwn(state.tasks, id)?.spec.title ?? "")} />
        <PlanTasks state={state} />
      </PanelSection>
      <PlanCritique state={state} version={version} />
    </>
  );
}

const SHOWN_TASKS = 14;

/** A drafted plan as a list: what is done, by whom, and what can change something outside. */
function PlanTasks({ state }: Pick<ProposedPlanProps, "state">) {
  const plan = planInForce(state);
  const marks = new Map(
    leadingToActs(plan, actsOf(plan)).map(({ task, feeds }) => [
      task.id,
      feeds ? " → feeds what acts" : " ▲ acts outside",
    ]),
  );
  const tasks = state.order.flatMap((id, index) => {
    const spec = getOwn(state.tasks, id)?.spec;
    return spec ? [{ spec, number: index + 1, note: marks.get(id) }] : [];
  });
  // Nothing that acts outside, or flows into what does, is left out; the rest of a long plan is on the canvas.
  const harmless = tasks.filter(({ note }) => note === undefined);
  const room = Math.max(0, SHOWN_TASKS - (tasks.length - harmless.length));
  const kept = new Set(harmless.slice(0, room));
  const shown = tasks.filter((task) => task.note !== undefined || kept.has(task));
  const more = tasks.length - shown.length;
  return (
    <ol className="grid gap-1">
      {shown.map(({ spec, number, note }) => (
        <li key={spec.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-1">
          <span className="text-muted">{number}</span>
          <span>
            <SeenText text={spec.title} />
          </span>
          <span className="text-muted text-xs">
            {KIND_LABELS[spec.type]}
            {note !== undefined && <span className="text-amber">{note}</span>}
          </span>
        </li>
      ))}
      {more > 0 && <li className="pl-7 text-muted">and {more} more that change nothing outside</li>}
    </ol>
  );
}

function PlanCritique({ state, version }: ProposedPlanProps) {
  const critique = useCritique(state, version);
  if (!critique) return null;
  const titles = new Map(Object.values(state.tasks).map(({ id, spec }) => [id, spec.title]));
  return (
    <PanelSection title="Critique">
      <div className="grid gap-2">
        <VersionScore critique={critique} />
        <FindingList
          label="Critic findings"
          findings={critique.findings ?? []}
          titles={titles}
          below={({ verdict }) => verdict && <VerdictNote verdict={verdict} />}
        />
        {critique.coverage && <CoverageView coverage={critique.coverage} titles={titles} />}
      </div>
    </PanelSection>
  );
}
