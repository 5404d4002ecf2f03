import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { GraphTask } from "../peers/graphs";

/** A run of programs without work, which ends with its plain answer. */
export function runOf(tasks: readonly GraphTask[]): CreateRunInput {
  const programs = tasks.map(({ id, dependsOn }) => ({
    id,
    title: id,
    dependsOn,
    type: "direct",
    input: `"done"`,
  }));
  return {
    mission: "Measure",
    plan: { title: "One of many", tasks: programs },
    settings: { reviewMode: "auto", summarizer: "off" },
  };
}

/** The same, but that every other task is work for a model. */
export function mixedRunOf(tasks: readonly GraphTask[]): CreateRunInput {
  const work = tasks.map(({ id, dependsOn }, n) => ({
    id,
    title: id,
    dependsOn,
    ...(n % 2 === 0 ? { type: "direct", input: `"done"` } : { input: "Say that you are done." }),
  }));
  return { ...runOf(tasks), plan: { title: "One of many", tasks: work } };
}
