import { formatCounted } from "@/lib/core/describe/amounts";
import { formatOpenQuestion } from "@/lib/core/describe/learning/reflection";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { reflectionOfAgent } from "@/lib/core/plan/read/reflection";
import type { AnswerCritique } from "@/lib/core/reflection/critique";
import type { ReflectionOutcome } from "@/lib/core/reflection/next";
import type { AttemptReflection, RunState, TaskState } from "@/lib/core/run/state";
import type { StepCritique } from "@/lib/core/trajectory";
import { Progress } from "../ui/progress";
import { StatusLabel } from "../ui/status-label";

type AgentReflectionNoteProps = { agents: RunState["agents"]; task: Pick<TaskState, "spec"> };

/** How each end of a reflection looks. */
export const OUTCOME_DISPLAY: Record<ReflectionOutcome, StatusDisplay> = {
  passed: { icon: "✓", word: "Passed", tone: "ok" },
  requires_followup: { icon: "△", word: "Requires follow-up", tone: "amber" },
  unrevised: { icon: "△", word: "Below threshold, not revised", tone: "amber" },
  not_critiqued: { icon: "○", word: "Not critiqued", tone: "amber" },
};

export const toPercent = (score: number): number => Math.round(score * 100);

type CritiqueViewProps = {
  critique: AnswerCritique;
  /** Whose answer it is, for those who do not see the page. */
  of: string;
  /** The score from which on it passes, where that is known. */
  threshold?: number;
};

/** What a critic said of one answer: the score, what is wrong, and how to fix it. */
export function CritiqueView({ critique, of, threshold }: CritiqueViewProps) {
  const { score, feedback, issues, suggestions } = critique;
  const below = threshold !== undefined && score < threshold;
  const needed = below ? `, ${toPercent(threshold)} required` : "";
  return (
    <div className="grid gap-2">
      <div className="grid max-w-xs gap-1.5">
        <p className="font-medium">
          Score {toPercent(score)} of 100{needed}
        </p>
        <Progress
          label={`Score of ${of}`}
          value={toPercent(score)}
          max={100}
          tone={below ? "amber" : "run"}
        />
      </div>
      {feedback !== "" && <p className="whitespace-pre-wrap">{feedback}</p>}
      <TitledList title="Issues" items={issues} />
      <TitledList title="Suggestions" items={suggestions} />
    </div>
  );
}

export function TitledList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <p className="text-muted text-xs">{title}</p>
      <ul className="list-disc pl-5">
        {[...new Set(items)].map((point) => (
          <li key={point} className="break-words">
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A critic's word on the answer of one step, and whether the agent was to fix it. */
export function StepCritiqueView({ critique, step }: { critique: StepCritique; step: number }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line px-2.5 py-2" data-critique={step}>
      <p className={`text-xs ${critique.revise ? "text-retry" : "text-muted"}`}>
        <span aria-hidden="true">{critique.revise ? "↻ " : "◇ "}</span>
        {critique.revise ? "The critic asked for a revision" : "Critique"}
      </p>
      <CritiqueView critique={critique} of={`the answer of step ${step}`} />
    </div>
  );
}

/** What became of an agent's answers in an attempt, in a line; the words themselves stand with its steps. */
export function AttemptReflectionView({ reflection }: { reflection: AttemptReflection }) {
  const { outcome, score, last, step, questions = [], reason } = reflection;
  const value = outcome === undefined ? last?.score : score;
  const of = step === undefined ? "" : `, the answer of step ${step}`;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-muted">
          Answer critiqued{value === undefined ? "" : `: ${toPercent(value)} of 100`}
          {of}
        </span>
        <span className="text-xs">
          <StatusLabel
            status={outcome ? OUTCOME_DISPLAY[outcome] : { icon: "↻", word: "being revised", tone: "retry" }}
          />
        </span>
      </p>
      {reason !== undefined && <p className="text-muted">{formatReason(reason)}</p>}
      <TitledList title="Questions for you" items={questions.map(formatOpenQuestion)} />
    </div>
  );
}

/** That critics score the answers of a task's agent, and by what measure; nothing where nobody does. */
export function AgentReflectionNote({ agents, task }: AgentReflectionNoteProps) {
  const { type, agent } = task.spec;
  const reflection = type === "task" ? reflectionOfAgent(getOwn(agents, agent) ?? {}) : undefined;
  if (!reflection) return null;
  const { threshold, maxRevisions } = reflection;
  const revisions = formatCounted(maxRevisions, "revision", "revisions");
  return (
    <p className="text-muted">
      A critic scores this agent’s answers: minimum {toPercent(threshold)} of 100, up to {revisions}.
    </p>
  );
}
