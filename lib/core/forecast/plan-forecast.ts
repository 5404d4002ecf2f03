import { setOwn } from "../own";
import type { TaskType } from "../plan/words";
import type { SideEffects } from "../ports";
import { type Range, rangeOf, ZERO } from "./range";
import type {
  History,
  PlanForecast,
  RoleEstimate,
  RoleSample,
  TaskEstimate,
  TaskSample,
  Unknown,
} from "./types";

/** Fewer earlier tasks than this say nothing: a coarser key is asked instead. */
export const MIN_SAMPLES = 3;

/** Roles whose work is done when a plan is there. */
const BEFORE_PLAN: ReadonlySet<string> = new Set(["planner", "critic"]);
/** A role that fewer runs had is taken for one that need not come, and one that more had for one that must. */
const RARE = 0.1;
const CERTAIN = 0.9;

/** A task of a plan, as far as what it takes depends on it. */
export type PlannedWork = { id: string; type: TaskType; model: string | null; tools: readonly string[] };

/** What is known of a tool; undefined of one that is not there now. */
export type ToolKnowledge = (
  name: string,
) => { sideEffects: SideEffects; costHint?: number | undefined } | undefined;

/**
 * What the tasks of a plan and the rest of its run are expected to take, by earlier runs: each task by its type, model
 * and tools, else by coarser keys; what no key has enough of stays unknown (docs/costs.md, "Forecasts").
 */
export function forecastPlan(
  plan: { tasks: readonly PlannedWork[]; modelOfRole(role: string): string; demo: boolean },
  history: History,
  toolNamed: ToolKnowledge,
): PlanForecast {
  const index = indexSamples(history.tasks);
  const numbers = new Map<string, number>();
  const estimates: TaskEstimate[] = [];
  const tasks: Record<string, number> = {};
  for (const task of plan.tasks) {
    const key = keyOf("all", task);
    let number = numbers.get(key);
    if (number === undefined) {
      number = estimates.push(estimateTask(task, index, toolNamed)) - 1;
      numbers.set(key, number);
    }
    setOwn(tasks, task.id, number);
  }
  return {
    demo: plan.demo,
    runs: history.runs,
    estimates,
    tasks,
    roles: estimateRoles(plan.modelOfRole, history),
  };
}

type Key = "all" | "model" | "tools" | "type";
type Keyed = Pick<TaskSample, "type" | "model" | "tools">;

function keyOf(kind: Key, { type, model, tools }: Keyed): string {
  const named = kind === "all" || kind === "tools" ? [...tools].sort() : [];
  return JSON.stringify([kind, type, kind === "all" || kind === "model" ? model : null, named]);
}

const KEYS: readonly Key[] = ["all", "model", "tools", "type"];
type Index = ReadonlyMap<string, TaskSample[]>;

function indexSamples(samples: readonly TaskSample[]): Index {
  const index = new Map<string, TaskSample[]>();
  for (const sample of samples) {
    for (const kind of KEYS) {
      addTo(index, keyOf(kind, sample), sample);
    }
  }
  return index;
}

/** One more of the values under a key. */
function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The samples of the first key that has enough of them. */
function samplesFor(index: Index, task: Keyed, keys: readonly Key[]): TaskSample[] | undefined {
  for (const kind of keys) {
    const samples = index.get(keyOf(kind, task)) ?? [];
    if (samples.length >= MIN_SAMPLES) return samples;
  }
  return undefined;
}

function estimateTask(task: PlannedWork, index: Index, toolNamed: ToolKnowledge): TaskEstimate {
  // People take their time and no money: what waits for them is no part of a forecast.
  if (task.type === "human_review") return { n: 0, microUsd: ZERO, ms: ZERO, writes: ZERO, toolMicroUsd: 0 };
  // Another model has other prices: money never leaves it.
  const priced = samplesFor(index, task, ["all", "model"]);
  const timed = samplesFor(index, task, ["all", "model", "tools", "type"]);
  const written = samplesFor(index, task, ["all", "tools"]);
  const writesNothing = task.type !== "direct" && task.tools.every((name) => isHarmless(toolNamed(name)));
  return {
    n: timed?.length ?? 0,
    microUsd: moneyOf(priced),
    ms: timed ? rangeOf(timed.map(({ ms }) => ms)) : "no_history",
    writes: writesNothing ? ZERO : written ? rangeOf(written.map(({ writes }) => writes)) : "no_history",
    toolMicroUsd: toolCost(written ?? [], toolNamed),
  };
}

const isHarmless = (tool: ReturnType<ToolKnowledge>): boolean =>
  tool?.sideEffects === "none" || tool?.sideEffects === "read";

function moneyOf(samples: readonly { microUsd: number | null }[] | undefined): Range | Unknown {
  if (!samples) return "no_history";
  const known = samples.flatMap(({ microUsd }) => microUsd ?? []);
  return known.length < MIN_SAMPLES ? "no_price" : rangeOf(known);
}

function toolCost(samples: readonly TaskSample[], toolNamed: ToolKnowledge): number {
  if (samples.length === 0) return 0;
  const usd = samples.flatMap(({ toolCalls }) =>
    Object.entries(toolCalls).map(([name, calls]) => calls * (toolNamed(name)?.costHint ?? 0)),
  );
  return Math.round((usd.reduce((sum, one) => sum + one, 0) / samples.length) * 1_000_000);
}

/** Roles that come after the plan: as often as earlier runs had them, by the model that serves them now. */
function estimateRoles(modelOfRole: (role: string) => string, { runs, roles }: History): RoleEstimate[] {
  const byRole = new Map<string, RoleSample[]>();
  for (const sample of roles) addTo(byRole, sample.role, sample);
  return [...byRole].flatMap(([role, samples]) => {
    const share = samples.length / runs;
    if (BEFORE_PLAN.has(role) || share <= RARE) return [];
    const sameModel = samples.filter(({ model }) => model === modelOfRole(role));
    const money = moneyOf(sameModel.length < MIN_SAMPLES ? undefined : sameModel);
    return [
      {
        role,
        share: Math.min(1, share),
        microUsd: typeof money === "string" ? money : byChance(money, share),
        ms: byChance(rangeOf(samples.map(({ ms }: RoleSample) => ms)), share),
      },
    ];
  });
}

/** The range of what comes with this chance only. */
const byChance = ({ low, expected, high }: Range, share: number): Range =>
  share >= CERTAIN ? { low, expected, high } : { low: 0, expected: expected * share, high };
