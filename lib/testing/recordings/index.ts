import { readFileSync } from "node:fs";
import type { Json, JsonObject } from "@/lib/core/json";

/** Answers in the manner of many models, each with what a careful person reads in it (README.md beside this file). */

export type LabelledPlan = {
  id: string;
  style: string;
  mission: string;
  answer: string;
  expect: {
    readable: boolean;
    /** How many entries there are, gates and reviews among them. */
    tasks: number | null;
    humanGates: string[];
    reviews: string[];
    dependsOn: Record<string, string[]>;
    /** Tasks that have a predicate. */
    verification: string[];
    agents: string[];
    /** How the input of some tasks begins. */
    inputs: Record<string, string>;
    /** Gates, reviews, and work that needs a person's approval first. */
    mustNotBecomeTask: string[];
    note: string;
  };
};

export type LabelledAnswer = {
  id: string;
  role: "reviewer" | "critique" | "verification" | "quality_gate" | "summarizer" | "agent";
  style: string;
  /** What the request held. */
  data: string;
  answer: string;
  expect: JsonObject & { value?: Json };
};

export const labelledPlans = (): LabelledPlan[] => linesOf<LabelledPlan>("plans.jsonl");
export const labelledAnswers = (): LabelledAnswer[] => linesOf<LabelledAnswer>("answers.jsonl");

function linesOf<T>(file: string): T[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** What does not agree, as lines for people, with the share that does. */
export function shareOf(differences: readonly string[], count: number): string {
  const share = Math.round(((count - differences.length) / count) * 1_000) / 10;
  return [`${share} % of ${count} agree`, ...differences].join("\n");
}
