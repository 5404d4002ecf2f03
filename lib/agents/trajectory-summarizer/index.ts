import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import { readTrajectorySummary } from "./read-summary";
import { TRAJECTORY_SUMMARY_ANSWER } from "./schema";
import type { TrajectorySummarizerInput, TrajectorySummarizerOutput } from "./types";

/** Writes down what an agent has to know of its first steps, for when they no longer fit its model. */
export const trajectorySummarizer: Role<TrajectorySummarizerInput, TrajectorySummarizerOutput> = {
  name: "trajectory_summarizer",
  version: "1",
  output: { name: "trajectory_summary", schema: TRAJECTORY_SUMMARY_ANSWER },
  buildPrompt: ({ mission, task, earlier, steps }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["task", { id: task.id, title: task.title }],
        ["details", task.details.join("\n")],
        ["input", task.input],
        ["summary", earlier],
        ["steps", steps],
      ]),
    ],
  }),
  parse: readTrajectorySummary,
};
