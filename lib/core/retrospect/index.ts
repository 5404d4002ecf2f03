import { z } from "zod";
import { type Assessment, GOAL_VERDICTS } from "./rules";

/** When a run looks back before it ends (docs/agents.md, "Retrospect"). */
export const retrospectWith = (whole: z.ZodInt) =>
  z.strictObject({
    enabled: z.boolean().default(false),
    /** Runs whose plan has fewer tasks are not looked back on. */
    minTasks: whole.min(1).default(2),
    /** An answer of at least this quality (0 to 1) leaves nothing to ask, unless something went wrong on the way. */
    below: z.number().min(0).max(1).default(0.7),
  });
export const retrospectSettings = retrospectWith(z.int());

/** An assessment as its event keeps it. */
export const assessment = z.object({
  goalAchieved: z.enum(GOAL_VERDICTS),
  efficiency: z.number().min(0).max(1),
  unnecessaryTasks: z.array(z.string()),
  workedWell: z.array(z.string()),
  improvements: z.array(z.string()),
  lesson: z.string(),
}) satisfies z.ZodType<Assessment>;
