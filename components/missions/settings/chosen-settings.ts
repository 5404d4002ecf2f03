import { DEFAULT_MAX_EXAMPLE_TOKENS, DEFAULT_MAX_EXAMPLES } from "@/lib/core/examples/limits";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { DEFAULT_MAX_LESSON_TOKENS, DEFAULT_MAX_LESSONS } from "@/lib/core/lessons/limits";
import { getOwn } from "@/lib/core/own";
import { DEFAULT_REFINEMENT } from "@/lib/core/refinement/limits";
import { DEFAULT_CRITERIA, DEFAULT_MAX_REVISIONS, DEFAULT_THRESHOLD } from "@/lib/core/reflection/defaults";
import { DEFAULT_MAX_ITERATIONS } from "@/lib/core/run/replans/route-iteration";
import type { RunSettings } from "@/lib/core/run/settings";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { DEFAULT_MAX_TOTAL_REPLANS, DEFAULT_MAX_WISHES } from "@/lib/core/run/state/ledger";

/** Settings that the form has a field for. What is not chosen stays at its default. */
export type ChosenSettings = Partial<
  Pick<
    RunSettings,
    | "reviewMode"
    | "planApproval"
    | "controls"
    | "afterApproval"
    | "fourEyes"
    | "critic"
    | "planStyle"
    | "detailOnDemand"
    | "llmReviewCritical"
    | "summarizer"
    | "maxIterations"
    | "reflection"
    | "reasoning"
    | "refinement"
    | "selfCritique"
    | "retrospect"
    | "lessons"
    | "examples"
    | "maxConcurrency"
    | "taskTimeoutMs"
    | "modelTimeoutMs"
    | "onBudget"
    | "maxTurns"
    | "agentTokenBudget"
    | "agentCostBudgetMicroUsd"
    | "agentHopBudget"
    | "agentDeadlineMs"
    | "toolPolicy"
  >
> &
  Pick<NonNullable<CreateRunInput["settings"]>, keyof RunBudgets>;

/** What every group of fields is given. */
export type SettingsGroupProps = { chosen: ChosenSettings; onChoose(chosen: ChosenSettings): void };

/**
 * What a run does when nothing is chosen, as the fields show it: what `runSettings` makes of nothing, written down so
 * that the page needs no schemas.
 */
export const DEFAULTS: Readonly<RunSettings> = {
  reviewMode: "hold",
  reviewHoldMs: 15_000,
  maxConcurrency: 10,
  taskTimeoutMs: 120_000,
  modelTimeoutMs: 600_000,
  retryDelayMs: 100,
  replanOnFailure: true,
  replanCooldownMs: 1_000,
  replanGraceMs: 30_000,
  maxTotalReplans: DEFAULT_MAX_TOTAL_REPLANS,
  maxReplansPerTask: 3,
  maxWishes: DEFAULT_MAX_WISHES,
  summarizer: "on",
  maxIterations: DEFAULT_MAX_ITERATIONS,
  maxOutputTokens: 8_192,
  onBudget: "gate",
  modelPatienceMs: 60_000,
  modelRetryDelayMs: 1_000,
  gateOutputTokenLimit: 4_000,
  maxTurns: 8,
  models: {},
  constraints: "",
  planStyle: "full",
  detailOnDemand: false,
  reflection: {
    enabled: false,
    criteria: DEFAULT_CRITERIA,
    threshold: DEFAULT_THRESHOLD,
    maxRevisions: DEFAULT_MAX_REVISIONS,
  },
  reasoning: false,
  refinement: DEFAULT_REFINEMENT,
  selfCritique: false,
  retrospect: { enabled: false, minTasks: 2, below: 0.7 },
  lessons: {
    use: false,
    propose: false,
    max: DEFAULT_MAX_LESSONS,
    maxTokens: DEFAULT_MAX_LESSON_TOKENS,
  },
  examples: { use: false, max: DEFAULT_MAX_EXAMPLES, maxTokens: DEFAULT_MAX_EXAMPLE_TOKENS },
  planApproval: false,
  controls: "ask",
  fourEyes: false,
  llmReviewCritical: false,
  critic: { mode: "static", minScore: 0 },
};

/** The choices with one of them made, or taken back by `undefined`. */
export function withSetting<Key extends keyof ChosenSettings>(
  chosen: ChosenSettings,
  key: Key,
  value: ChosenSettings[Key],
): ChosenSettings {
  const next = { ...chosen };
  delete next[key];
  return value === undefined ? next : { ...next, [key]: value };
}

/** Of the settings of a run those that differ from the defaults, those without a field of the form among them. */
export function chosenOf({ models: _models, ...settings }: RunSettings): ChosenSettings {
  const defaults: Record<string, unknown> = DEFAULTS;
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(getOwn(defaults, name)),
  );
  return Object.fromEntries(changed);
}
