"use client";

import { FindingList } from "@/components/plans/critique/finding-list";
import { VerdictNote } from "@/components/plans/critique/finding-verdict";
import { VersionScore } from "@/components/plans/critique/score";
import { useCritique } from "@/components/plans/critique/use-critique";
import { formatTaskCount } from "@/lib/core/describe/costs/totals";
import { KIND_LABELS } from "@/lib/core/describe/looks/task";
import { changingTools, type ToolSideEffects } from "@/lib/core/run/gates/risk";
import type { RunState } from "@/lib/core/run/state";
import { SeenText, TextWarnings } from "../../../ui/seen-text";
import { PanelSection } from "../../panel-section";

type ProposedPlanProps = { state: RunState; version: number; effects: ToolSideEffects };

/** The plan that waits for approval, and the critic's word on it. */
export function ProposedPlan({ state, version, effects }: ProposedPlanProps) {
  return (
    <>
      <PanelSection title="Proposed plan" aside={formatTaskCount(state.order.length)}>
        <TextWarnings value={state.order.map((id) => state.tasks[id]?.spec.title ?? "")} />
        <PlanTasks state={state} effects={effects} />
      </PanelSection>
      <PlanCritique state={state} version={version} />
    </>
  );
}

const SHOWN_TASKS = 14;

/** A drafted plan as a list: what is done, by whom, and what can change something outside. */
function PlanTasks({ state, effects }: Omit<ProposedPlanProps, "version">) {
  const tasks = state.order.flatMap((id) => state.tasks[id] ?? []);
  const more = tasks.length - SHOWN_TASKS;
  return (
    <ol className="grid gap-1">
      {tasks.slice(0, SHOWN_TASKS).map((task, index) => {
        const changing = effects ? changingTools(state, task, effects) : [];
        return (
          <li key={task.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-1">
            <span className="text-muted">{index + 1}</span>
            <span>
              <SeenText text={task.spec.title} />
            </span>
            <span className="text-muted text-xs">
              {KIND_LABELS[task.spec.type]}
              {changing.length > 0 && <span className="text-amber">▲ has side effects</span>}
            </span>
          </li>
        );
      })}
      {more > 0 && <li className="pl-7 text-muted">and {more} more</li>}
    </ol>
  );
}

function PlanCritique({ state, version }: Omit<ProposedPlanProps, "effects">) {
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
      </div>
    </PanelSection>
  );
}
