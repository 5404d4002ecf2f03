import type { RunSettings } from "@/lib/core/run/settings";

/** Limits of the whole run, as its settings name them. */
export type Limits = Partial<
  Pick<
    RunSettings,
    | "maxCostMicroUsd"
    | "maxTokens"
    | "maxHops"
    | "maxDurationMs"
    | "maxTotalReplans"
    | "maxWishes"
    | "maxIterations"
    | "modelTimeoutMs"
    | "taskTimeoutMs"
  >
>;

type Limit = { option: string; setting: keyof Limits; scale: number; least: number; wanted: string };

const LIMITS = [
  { option: "max-cost", setting: "maxCostMicroUsd", scale: 1_000_000, least: 1, wanted: "dollars above 0" },
  { option: "max-tokens", setting: "maxTokens", scale: 1, least: 1, wanted: "a whole number from 1" },
  { option: "max-hops", setting: "maxHops", scale: 1, least: 0, wanted: "a whole number from 0" },
  { option: "max-minutes", setting: "maxDurationMs", scale: 60_000, least: 1, wanted: "minutes above 0" },
  { option: "max-replans", setting: "maxTotalReplans", scale: 1, least: 0, wanted: "a whole number from 0" },
  { option: "max-wishes", setting: "maxWishes", scale: 1, least: 0, wanted: "a whole number from 0" },
  { option: "max-iterations", setting: "maxIterations", scale: 1, least: 0, wanted: "a whole number from 0" },
  { option: "model-timeout", setting: "modelTimeoutMs", scale: 1_000, least: 1, wanted: "seconds above 0" },
  { option: "task-timeout", setting: "taskTimeoutMs", scale: 1_000, least: 1, wanted: "seconds above 0" },
] as const satisfies readonly Limit[];

type OptionName = (typeof LIMITS)[number]["option"];

export const LIMIT_OPTIONS = Object.fromEntries(LIMITS.map(({ option }) => [option, { type: "string" }])) as {
  [option in OptionName]: { type: "string" };
};

/** The limits that options give, in the units of the settings; money and time may have a fraction. */
export function readLimits(
  values: { [option in OptionName]?: string | undefined },
): { ok: true; value: Limits } | { ok: false; message: string } {
  const limits: Limits = {};
  for (const { option, setting, scale, least, wanted } of LIMITS) {
    const text = values[option];
    if (text === undefined) continue;
    const amount = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) * scale : Number.NaN;
    const limit = scale === 1 ? amount : Math.round(amount);
    if (!Number.isSafeInteger(limit) || limit < least) {
      return { ok: false, message: `--${option} is ${wanted}, not “${text}”.` };
    }
    limits[setting] = limit;
  }
  return { ok: true, value: limits };
}
