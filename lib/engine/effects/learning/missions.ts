import { MAX_SEARCH_WORDS, searchWords } from "@/lib/core/search-words";
import { MAX_SIMILAR_MISSIONS, type SimilarMission, shownMission } from "@/lib/core/similar-missions";
import { servesSimulated } from "../../model/fallbacks";
import type { EffectContext } from "../effect";

/**
 * Finished missions of the workspace like this one, for the planner of the first plan; undefined where there are none.
 * What is shown is committed before it is returned. Throws `unavailable`.
 */
export async function missionsFor(context: EffectContext): Promise<SimilarMission[] | undefined> {
  const { mission, workspaceId } = context.state();
  const found = await context.reads.missions({
    workspaceId,
    words: searchWords(mission).slice(0, MAX_SEARCH_WORDS),
    limit: MAX_SIMILAR_MISSIONS,
    demo: servesSimulated(context, "planner", {}),
  });
  if (found.length === 0) return;
  const { key } = context;
  const missions = found.map(shownMission);
  await context.commit([{ suffix: "missions", command: { type: "missions_shown", key, missions } }]);
  return missions;
}
