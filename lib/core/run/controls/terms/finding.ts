import { z } from "zod";
import { actPlaces } from "../../events/release";
import { WEAKNESSES } from "./weaknesses";

/** By what an act acted that is done, and the addresses that are written in it. */
const doneAt = actPlaces
  .pick({ tools: true, moreTools: true, targets: true, moreTargets: true })
  .partial({ targets: true });

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
  /** What it guarded and is done: by what it acted; absent where nothing is, and in earlier logs. */
  done: z.array(z.object({ taskId: z.string(), title: z.string(), ...doneAt.shape })).optional(),
  moreDone: z.int().min(1).optional(),
});
export type WeakenedFacts = z.infer<typeof weakenedControl>;
