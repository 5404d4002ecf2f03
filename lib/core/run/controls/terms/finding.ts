import { z } from "zod";
import { WEAKNESSES } from "./weaknesses";

/** A control that a plan weakens, as events keep it: by its title, with what would stand behind less than it. */
export const weakenedControl = z.object({
  control: z.string(),
  /** Of its task; of any other control its name. */
  title: z.string(),
  /** Tasks by id, or the answer; `omitted` more are not kept. */
  exposed: z.array(
    z.object({
      taskId: z.string(),
      title: z.string().optional(),
      /** What the best control before it lacks; none where there is no control. */
      lacks: z.array(z.enum(WEAKNESSES)),
      /** The control did not guard it before it was rewritten either. */
      beside: z.literal(true).optional(),
      /** By which tools it may change something outside; `*` stands for any. */
      tools: z.array(z.string()).optional(),
      moreTools: z.int().min(1).optional(),
      /** Addresses that are written in its instructions, */
      targets: z.array(z.string()).optional(),
      moreTargets: z.int().min(1).optional(),
      /** Where it goes is not, or not only, written in it; absent in earlier logs. */
      open: z.literal(true).optional(),
      /** and in the work that flows into it and has not ended; absent in earlier logs. */
      via: z.array(z.string()).optional(),
      moreVia: z.int().min(1).optional(),
      /** Of a long text that is kept apart only the beginning was looked through for them. */
      cut: z.literal(true).optional(),
      /** How many tasks flow into it. */
      fedBy: z.int().min(1).optional(),
    }),
  ),
  omitted: z.int().min(1).optional(),
});
export type WeakenedFacts = z.infer<typeof weakenedControl>;
