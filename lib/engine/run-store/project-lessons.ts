import { lessonsOfRun } from "@/lib/core/lessons/of-run";
import { lessonIdOf, lessonKey } from "@/lib/core/lessons/text";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { PlanOrigin } from "@/lib/core/run/events/mission";
import { DEMO_TAG } from "@/lib/core/scenarios";
import { MAX_SEARCH_WORDS, searchWords } from "@/lib/core/search-words";

/** Plans that a prompt of the planner or the replanner led to. */
const WRITTEN_BY_MODELS: ReadonlySet<PlanOrigin> = new Set(["planner", "replan", "review", "iteration"]);

/** Every lesson that the prompt of a piece of work carried. A review judges the plan that is in force. */
export function lessonUseRowsOf(events: RunEvent[]): object[] {
  return events.flatMap((event) => {
    if (event.type !== "lessons_shown") return [];
    const { planVersion: fromVersion, at, payload } = event;
    const { key, role, lessons } = payload;
    const planVersion = role === "reviewer" ? fromVersion : null;
    return lessons.map(({ id, version }) => ({
      key,
      role,
      lessonId: id,
      version,
      fromVersion,
      planVersion,
      at,
    }));
  });
}

/** Plan versions that models wrote, each with the one that was in force before. */
export function writtenVersionsOf(events: RunEvent[]): object[] {
  return events.flatMap((event) => {
    if (event.type !== "plan_version_adopted" || !WRITTEN_BY_MODELS.has(event.payload.origin)) return [];
    const { version, parent = 0 } = event.payload;
    return [{ version, parent }];
  });
}

/** The words by which planners of similar missions find an ended run. */
export function finishedMissionOf({ mission, tags, finished, lastAt }: RunState) {
  const words = searchWords(mission).slice(0, MAX_SEARCH_WORDS).join(" ");
  return { words, demo: tags.includes(DEMO_TAG), finishedAt: finished?.at ?? lastAt };
}

/** What an ended run proposes. What the simulated model alone has learned is marked. */
export function proposedLessonRowsOf(state: RunState): object[] {
  const tags = state.tags.filter((tag) => tag !== DEMO_TAG);
  const demo = state.tags.includes(DEMO_TAG);
  return lessonsOfRun(state).map(({ text, by: person, ...facts }) => {
    const key = lessonKey(text);
    const words = searchWords(text).join(" ");
    return { ...facts, key, id: lessonIdOf(key), text, words, tags, demo, person };
  });
}
