import { isJsonObject, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";

type Names = Readonly<Record<string, readonly [string, ...string[]]>>;

/** Where a setting stands among ours that other programs give another name; in small letters. */
const SETTING_NAMES: Names = {
  enable_reflection: ["retrospect", "enabled"],
  reflection_min_steps: ["retrospect", "minTasks"],
  reflection_quality_threshold: ["retrospect", "below"],
  enable_plan_refinement: ["refinement", "enabled"],
  enable_reasoning_chain: ["reasoning"],
  enable_self_critique: ["selfCritique"],
  reflection_config: ["reflection"],
  reflection_llm: ["reflection", "model"],
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
  const { reflection } = renamed;
  const named = isJsonObject(reflection) ? { reflection: rename(reflection, REFLECTION_NAMES) } : {};
  return { ...renamed, ...named } as T;
}

/** What one attempt may work, where it is given in seconds. */
function inMilliseconds({ deadline_s: seconds, ...settings }: JsonObject): JsonObject {
  if (seconds === undefined) return settings;
  // Given twice, or as no number, it is left for the schema to refuse.
  if (typeof seconds !== "number" || "agentDeadlineMs" in settings)
    return { ...settings, deadline_s: seconds };
  return { ...settings, agentDeadlineMs: Math.round(seconds * 1_000) };
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

/** Ours for a name in any case; a name such as `constructor`, which every object has, is none. */
const nameOf = (key: string, names: Names) => getOwn(names, key.toLowerCase());

const depthOf = (key: string, names: Names): number => nameOf(key, names)?.length ?? 0;
