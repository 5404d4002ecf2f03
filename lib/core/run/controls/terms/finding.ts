import { z } from "zod";
import { actPlaces } from "../../events/release";
import { CHECK_WEAKNESSES, WEAKNESSES } from "./weaknesses";

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
      /** The check as it was, and as it would be, part by part in its beginning; `now` is absent of what would be gone. */
      check: z
        .array(z.object({ part: z.enum(CHECK_WEAKNESSES), was: z.string(), now: z.string().optional() }))
        .optional(),
      /** By what it may change something outside, and where; absent where it may not, and in part in earlier logs. */
      ...actPlaces.partial().shape,
    }),
  ),
  omitted: z.int().min(1).optional(),
  /** What acts behind checks that would be others; absent where nothing does, and of other controls. */
  behind: z
    .array(z.object({ taskId: z.string(), title: z.string(), ...actPlaces.partial().shape }))
    .optional(),
  moreBehind: z.int().min(1).optional(),
  /** What it guarded and is done: by what it acted; absent where nothing is, and in earlier logs. */
  done: z.array(z.object({ taskId: z.string(), title: z.string(), ...doneAt.shape })).optional(),
  moreDone: z.int().min(1).optional(),
});
export type WeakenedFacts = z.infer<typeof weakenedControl>;
