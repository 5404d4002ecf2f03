import { z } from "zod";
import { actPlaces } from "../../events/release";
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
      /** By what it may change something outside, and where; absent where it may not, and in part in earlier logs. */
      ...actPlaces.partial().shape,
    }),
  ),
  omitted: z.int().min(1).optional(),
});
export type WeakenedFacts = z.infer<typeof weakenedControl>;
