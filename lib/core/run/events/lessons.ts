import { z } from "zod";
import { LESSON_ROLES } from "../../lessons/words";
import { similarMission } from "../../similar-missions";

/** A version of a lesson: its text does not change any more. */
const lessonRef = z.object({ id: z.string(), version: z.int().min(1) });
export type LessonRef = z.infer<typeof lessonRef>;

export const lessonEvents = {
  /** What the prompts of a piece of work carry, said before the model is asked. `key` is that of its effect. */
  lessons_shown: z.object({
    key: z.string(),
    role: z.enum(LESSON_ROLES),
    lessons: z.array(lessonRef).min(1),
  }),
  /** Finished missions like this one that the planner's prompt carries, as they stood, said before the model is asked. */
  missions_shown: z.object({ key: z.string(), missions: z.array(similarMission).min(1) }),
} as const;
