import { chooseLessons } from "@/lib/core/lessons/choose";
import { lessonWords } from "@/lib/core/lessons/text";
import type { LessonRole } from "@/lib/core/lessons/words";
import { servingModel } from "../model/fallbacks";
import type { EffectContext } from "./effect";

/** Lessons that the best ones are chosen from: some are too long for the room that is left. */
const MAX_FOUND = 50;
/** Words of a mission by which lessons are found: a long one says what it is about in its beginning. */
const MAX_WORDS = 300;

/**
 * The accepted lessons that fit the run's mission, as its prompt for this role carries them; undefined where the run
 * wants none or none fits. What is shown is committed before it is returned. Throws `unavailable`.
 */
export async function lessonsFor(
  context: EffectContext,
  role: LessonRole,
  agentModelId?: string,
): Promise<string[] | undefined> {
  const { settings, mission, tags, workspaceId } = context.state();
  const { use, max, maxTokens } = settings.lessons;
  if (!use) return;
  const found = await context.reads.lessons({
    ...{ workspaceId, words: lessonWords(mission).slice(0, MAX_WORDS), limit: MAX_FOUND },
    tags: tags.filter((tag) => tag !== DEMO_TAG),
    demo: isSimulated(context, role, agentModelId),
  });
  const lessons = chooseLessons(found, { max, maxTokens });
  if (lessons.length === 0) return;
  const { key } = context;
  const refs = lessons.map(({ id, version }) => ({ id, version }));
  await context.commit([{ suffix: "lessons", command: { type: "lessons_shown", key, role, lessons: refs } }]);
  return lessons.map(({ text }) => text);
}

/** Every demo run has it: it says nothing of what a run is about. */
const DEMO_TAG = "demo";

/** Whether only simulated models may come to see the prompt. */
function isSimulated(context: EffectContext, role: LessonRole, agentModelId: string | undefined): boolean {
  const models = context.model.list();
  return servingModel(context, role, { agentModelId }).models.every(
    (id) => models.find((model) => model.id === id)?.simulated === true,
  );
}
