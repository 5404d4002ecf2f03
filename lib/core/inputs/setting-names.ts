import { isJsonObject, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";
import { snakeCase } from "../plan/read/fields";
import { FLAT_POLICY, POLICY_NAMES, withPolicyNames } from "../policy/names";
import { newSettings } from "../run/settings";
import { suggest } from "../suggest";

type Names = Readonly<Record<string, readonly [string, ...string[]]>>;

const OWN_NAMES = Object.keys(newSettings.shape);

/** Where a setting stands among ours that other programs give another name, or spell in snake_case. */
const SETTING_NAMES: Names = {
  ...Object.fromEntries(OWN_NAMES.map((name) => [snakeCase(name), [name]] as const)),
  ...Object.fromEntries(
    FLAT_POLICY.map((name) => [name, ["toolPolicy", POLICY_NAMES.get(name) ?? name]] as const),
  ),
  enable_reflection: ["retrospect", "enabled"],
  reflection_min_steps: ["retrospect", "minTasks"],
  reflection_quality_threshold: ["retrospect", "below"],
  enable_plan_refinement: ["refinement", "enabled"],
  enable_reasoning_chain: ["reasoning"],
  enable_self_critique: ["selfCritique"],
  reflection_config: ["reflection"],
  reflection_llm: ["reflection", "model"],
  max_replan_iterations: ["maxIterations"],
  max_replan_attempts: ["maxReplansPerTask"],
  timeout: ["taskTimeoutMs"],
  hop_budget: ["agentHopBudget"],
  token_budget: ["agentTokenBudget"],
  deadline_ms: ["agentDeadlineMs"],
};

const REFLECTION_NAMES: Names = {
  quality_threshold: ["threshold"],
  max_revisions: ["maxRevisions"],
  reflection_llm: ["model"],
};

/**
 * Settings of a run with each under our name for it (docs/cli.md, "Settings under other names"). One that is given under
 * both names is left, so that the schema refuses it instead of passing one of the two over.
 */
export function withOurNames<T>(settings: T): T {
  if (!isJsonObject(settings as Json)) return settings;
  const renamed = rename(inMilliseconds(settings as JsonObject), SETTING_NAMES);
  const { reflection, toolPolicy } = renamed;
  return {
    ...renamed,
    ...(isJsonObject(reflection) && { reflection: namedReflection(reflection) }),
    ...(toolPolicy !== undefined && { toolPolicy: withPolicyNames(toolPolicy) }),
  } as T;
}

/** A model of its own is one that is named; a switch that says otherwise is left for the schema to refuse. */
function namedReflection(given: JsonObject): JsonObject {
  const { use_separate_llm: separate, ...named } = rename(given, REFLECTION_NAMES);
  // Programs write out that they name no model.
  const { model = null, ...unnamed } = named;
  const reflection = model === null ? unnamed : named;
  const agrees = separate === undefined || separate === "model" in reflection;
  return agrees ? reflection : { ...reflection, use_separate_llm: separate as Json };
}

/** What one attempt may work, where it is given in seconds. */
function inMilliseconds({ deadline_s: seconds, ...settings }: JsonObject): JsonObject {
  if (seconds === undefined) return settings;
  // Given twice, or as no number, it is left for the schema to refuse.
  if (typeof seconds !== "number" || "agentDeadlineMs" in settings)
    return { ...settings, deadline_s: seconds };
  return { ...settings, agentDeadlineMs: Math.round(seconds * 1_000) };
}

/** Our setting, or the group that it stands in, for a name that is or nearly is one of another program. */
export function ourNameFor(key: string): string | undefined {
  const meant = nameOf(key, SETTING_NAMES) ? key : suggest(key, Object.keys(SETTING_NAMES));
  return meant === undefined ? undefined : nameOf(meant, SETTING_NAMES)?.join(".");
}

function rename(given: JsonObject, names: Names): JsonObject {
  const result = new Map<string, Json>();
  // Whole groups come before what belongs into one of them.
  const entries = Object.entries(given).toSorted(([a], [b]) => depthOf(a, names) - depthOf(b, names));
  for (const [key, value] of entries) {
    const [name, field] = nameOf(key, names) ?? [key];
    const group = field === undefined ? undefined : (result.get(name) ?? {});
    if (field === undefined && !result.has(name)) result.set(name, value);
    else if (field !== undefined && isJsonObject(group) && !Object.hasOwn(group, field))
      result.set(name, { ...group, [field]: value });
    else result.set(key, value);
  }
  // A key such as `__proto__` stays the plain data that it is.
  return Object.fromEntries(result);
}

/** Ours for another name in any case; a name such as `constructor`, which every object has, is none. */
function nameOf(key: string, names: Names): Names[string] | undefined {
  const ours = getOwn(names, key.toLowerCase()) ?? getOwn(names, snakeCase(key));
  return ours?.length === 1 && ours[0] === key ? undefined : ours;
}

const depthOf = (key: string, names: Names): number => nameOf(key, names)?.length ?? 0;
