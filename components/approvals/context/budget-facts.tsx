import { verbHelp } from "@/lib/core/describe/gates/answers";
import { verbLabel } from "@/lib/core/describe/gates/words";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { BudgetBar } from "../../budgets/budget-bar";
import { raiseOf } from "../decide/raise";
import { PanelSection } from "../panel-section";

/** The budget that a gate asks about, and what each answer does. */
export function BudgetFacts({ state, gate }: { state: RunState; gate: ApprovalState }) {
  const raise = raiseOf(state, gate);
  if (!raise || gate.status !== "open") return null;
  return (
    <>
      <PanelSection title="Budget" aside={raise.line.setting}>
        <BudgetBar line={raise.line} />
      </PanelSection>
      <PanelSection title="What each option does">
        <dl className="grid gap-1">
          {gate.verbs.map((verb) => (
            <div key={verb} className="grid grid-cols-[9rem_1fr] gap-2">
              <dt className="font-medium">{verbLabel(verb)}</dt>
              <dd className="text-muted">{verbHelp(verb, gate)}</dd>
            </div>
          ))}
        </dl>
      </PanelSection>
    </>
  );
}
