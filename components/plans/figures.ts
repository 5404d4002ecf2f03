import { levels } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";

/** `6 tasks in 4 levels, 1 review, 1 human gate`. */
export function planCounts(plan: Plan): string {
  const count = (type: Plan["tasks"][number]["type"]) =>
    plan.tasks.filter((task) => task.type === type).length;
  const depth = new Set(levels(plan).values()).size;
  const parts = [
    `${pluralize(plan.tasks.length, "task")} in ${pluralize(depth, "level")}`,
    count("planning_review") > 0 && pluralize(count("planning_review"), "review"),
    count("human_review") > 0 && pluralize(count("human_review"), "human gate"),
  ];
  return parts.filter(Boolean).join(", ");
}

const pluralize = (n: number, word: string): string => (n === 1 ? `1 ${word}` : `${n} ${word}s`);
