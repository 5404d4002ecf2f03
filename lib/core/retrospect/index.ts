import { z } from "zod";
import { type Assessment, GOAL_VERDICTS } from "./rules";

const when = { "retrospect/enabled": [true] };

/** When a run looks back before it ends (docs/agents.md, "Retrospect"). */
export const retrospectWith = (whole: z.ZodInt) =>
  z.strictObject({
    enabled: z
      .boolean()
      .default(false)
      .meta({
        title: "Write a retrospective after the run",
        description:
          "Says what worked and what would have been better. At most one more model call, and never a change of the outcome.",
        look: { as: "switch" },
      }),
    minTasks: whole.min(1).default(2).meta({
      title: "Minimum tasks",
      description: "Skipped for smaller plans.",
      look: { when },
    }),
    below: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .meta({
        title: "Below quality (0–100)",
        description: "Above it, only if something went wrong.",
        look: { scale: 0.01, when },
      }),
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
