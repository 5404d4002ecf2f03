import type { LessonRole } from "@/lib/core/lessons/words";
import { DEMO_TAG } from "@/lib/core/scenarios";
import { MAX_SEARCH_WORDS, searchWords } from "@/lib/core/search-words";
import { takeWithin } from "@/lib/core/take-within";
import { servesSimulated } from "../../model/fallbacks";
import type { EffectContext } from "../effect";

/** Lessons that the best ones are chosen from: some are too long for the room that is left. */
const MAX_FOUND = 50;

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
    workspaceId,
    words: searchWords(mission).slice(0, MAX_SEARCH_WORDS),
    limit: MAX_FOUND,
    // It says nothing of what a run is about.
    tags: tags.filter((tag) => tag !== DEMO_TAG),
    demo: servesSimulated(context, role, { agentModelId }),
  });
  const lessons = takeWithin(found, { max, maxTokens }, ({ text }) => text);
  if (lessons.length === 0) return;
  const { key } = context;
  const refs = lessons.map(({ id, version }) => ({ id, version }));
  await context.commit([{ suffix: "lessons", command: { type: "lessons_shown", key, role, lessons: refs } }]);
  return lessons.map(({ text }) => text);
}
