import { formatRetrospect, GOAL_LABELS } from "@/lib/core/describe/learning/retrospect";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import type { RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";
import { TitledList, toPercent } from "./critique";

type Said = Exclude<NonNullable<RunState["retrospect"]>, { skipped: unknown }>;

const VERDICT_ICONS: Record<Said["goalAchieved"], string> = { yes: "✓", partial: "◐", no: "✕" };

/** What the run says of itself once its outcome stands: whether the goal was achieved, and what would have been better. */
export function Retrospect({ state }: { state: RunState }) {
  const { phase, retrospect } = state;
  if (!retrospect && phase !== "retrospect") return null;
  return (
    <Card title="Retrospective" aside={retrospect ? undefined : "at most 30 s"}>
      <div className="grid gap-3" data-testid="retrospect">
        {!retrospect && (
          <p className="text-run">
            <span aria-hidden="true">◐ </span>
            The outcome is final. A model is writing the retrospective.
          </p>
        )}
        {retrospect && "skipped" in retrospect && (
          <p className="text-muted">{formatRetrospect(retrospect)}</p>
        )}
        {retrospect && !("skipped" in retrospect) && <Assessment said={retrospect} state={state} />}
      </div>
    </Card>
  );
}

function Assessment({ said, state }: { said: Said; state: RunState }) {
  const { goalAchieved, efficiency, unnecessaryTasks, workedWell, improvements, lesson, byRule } = said;
  const titles = unnecessaryTasks.map((id) => getOwn(state.tasks, id)?.spec.title ?? id);
  return (
    <>
      <p className="font-medium">
        <span aria-hidden="true">{VERDICT_ICONS[goalAchieved]} </span>
        {GOAL_LABELS[goalAchieved]}
        <span className="font-normal text-muted"> · efficiency {toPercent(efficiency)} of 100</span>
      </p>
      {byRule && (
        <p className="text-muted">Counted from the tasks, not judged by a model: {formatReason(byRule)}.</p>
      )}
      {lesson !== "" && <blockquote className="border-line border-l-2 pl-3 break-words">{lesson}</blockquote>}
      <TitledList title="Worked well" items={workedWell} />
      <TitledList title="Could be better" items={improvements} />
      <TitledList title="Tasks that were not needed" items={titles} />
    </>
  );
}

/** What a critic of the plan found wrong with how it was carried out, the last plan first. */
export function SelfCritiques({ state: { selfCritiques = [] } }: { state: RunState }) {
  if (selfCritiques.length === 0) return null;
  return (
    <Card title="Self-critique">
      <ol className="grid gap-4" data-testid="self-critique">
        {selfCritiques.toReversed().map((said) => (
          <li key={said.iteration} className="grid gap-2">
            {selfCritiques.length > 1 && (
              <p className="text-muted text-xs">
                {said.iteration === 0 ? "First plan" : `Iteration ${said.iteration}`}
              </p>
            )}
            <SelfCritiqueView said={said} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function SelfCritiqueView({ said }: { said: NonNullable<RunState["selfCritiques"]>[number] }) {
  if ("failed" in said) return <p className="text-muted">Not critiqued: {formatReason(said.failed)}.</p>;
  const { wasBestApproach, selfRating, mistakes, simplerAlternatives, expertAdvice } = said;
  return (
    <>
      <p className="font-medium">
        {wasBestApproach ? "The approach was sound" : "There was a better approach"}
        <span className="font-normal text-muted"> · {toPercent(selfRating)} of 100</span>
      </p>
      <TitledList title="Mistakes" items={mistakes} />
      <TitledList title="Simpler ways" items={simplerAlternatives} />
      {expertAdvice !== "" && (
        <blockquote className="break-words border-line border-l-2 pl-3">{expertAdvice}</blockquote>
      )}
    </>
  );
}
