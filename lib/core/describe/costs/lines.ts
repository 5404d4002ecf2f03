import { getOwn } from "../../own";
import type { RunState } from "../../run/state";
import type { CostLine, Spending } from "../../views";
import { formatCount, formatUsd } from "../amounts";

/** How the sides of a bill are distinguished, and what calls that belong to none of a side's names are. */
export const COST_DIMENSIONS = [
  { side: "roles", title: "By role", unassigned: "No role" },
  { side: "tasks", title: "By task", unassigned: "Whole run" },
  { side: "agents", title: "By agent", unassigned: "No agent (planning, answer)" },
  { side: "models", title: "By model", unassigned: "No model" },
] as const;

type CostDimension = (typeof COST_DIMENSIONS)[number]["side"];

/** `quality_gate` as people read it. */
const spaced = (name: string): string => name.replaceAll("_", " ");

/** What a line is called: a task by its title. */
export function costLineName(
  dimension: CostDimension,
  { key }: CostLine,
  { tasks }: Pick<RunState, "tasks">,
): string {
  if (key === null) return COST_DIMENSIONS.find((one) => one.side === dimension)?.unassigned ?? "";
  if (dimension === "tasks") return getOwn(tasks, key)?.spec.title || key;
  return dimension === "roles" ? spaced(key) : key;
}

/** Version 0 is the time before there was a plan. */
export function versionName({ key }: CostLine): string {
  if (key === null) return "Version not recorded";
  return key === "0" ? "Before the plan" : `Plan v${key}`;
}

/** What a whole is shared by: what is known to be spent, or the tokens where no price is known. */
export const shareBasis = (total: CostLine): "cost" | "tokens" => (total.knownUsd > 0 ? "cost" : "tokens");

/** A line's part of the whole, 0 to 1. */
export function shareOf(line: CostLine, total: CostLine): number {
  if (shareBasis(total) === "cost") return line.knownUsd / total.knownUsd;
  return total.knownTokens > 0 ? line.knownTokens / total.knownTokens : 0;
}

/** The largest first: by what is known to be spent, then by tokens. */
export function bySize(a: CostLine, b: CostLine): number {
  return b.knownUsd - a.knownUsd || b.knownTokens - a.knownTokens || b.modelCalls - a.modelCalls;
}

/** What calls have used; a sum with an unknown part is unknown, and what is known of it is said beside. */
export function formatSpending({ usd, knownUsd, modelCalls, tokens, knownTokens }: Spending): string {
  if (modelCalls === 0) return "nothing";
  const formatTokens = (count: number) => `${formatCount(count)} tokens`;
  const parts = [
    usd === null ? `unknown${knownUsd > 0 ? ` (${formatUsd(knownUsd)} known)` : ""}` : formatUsd(usd),
    tokens === null
      ? `tokens unknown${knownTokens > 0 ? ` (${formatTokens(knownTokens)} known)` : ""}`
      : formatTokens(tokens),
    `${modelCalls} model ${modelCalls === 1 ? "call" : "calls"}`,
  ];
  return parts.join(" · ");
}
