import { afterAll, expect, test } from "vitest";
import { loadMissions, MISSION_FILES } from "@/scripts/eval/sets";
import { playMission, shortOfPlan } from "./play";
import { openRecordedMission, recordedSize } from "./recorded";

const missions = loadMissions().flatMap(({ recorded, ...rest }) => (recorded ? [{ ...rest, recorded }] : []));

/** Of what was recorded; where prompts grow beyond it, something has to go. */
const MOST_OF_RECORDED = { inputTokens: 0.6, calls: 0.89 } as const;
/** Of a plan's prompt, what asking for a change of its tail may cost where edits may do. */
const MOST_OF_PLAN = 0.4;
type Size = Record<keyof typeof MOST_OF_RECORDED, number>;
const sizes: { now: Size; recorded: Size }[] = [];

afterAll(() => {
  if (sizes.length < missions.length) return;
  for (const [what, most] of Object.entries(MOST_OF_RECORDED) as [keyof Size, number][]) {
    const sum = (key: "now" | "recorded") => sizes.reduce((total, size) => total + size[key][what], 0);
    expect(sum("now")).toBeLessThanOrEqual(most * sum("recorded"));
  }
});

test.concurrent.each(missions)(
  "the recorded mission $id comes to what has to be true at its end",
  async (mission) => {
    const played = await playMission(mission, openRecordedMission(mission), { from: MISSION_FILES });
    sizes.push({ now: played.end, recorded: recordedSize(mission.id) });
    expect(shortOfPlan(played.calls) ?? 0).toBeLessThanOrEqual(MOST_OF_PLAN);
    const { untrue, needless, lacks, stuck } = played;
    const known = { untrue: mission.recorded.untrue, needless: mission.recorded.needless };
    expect({ untrue, needless, lacks, stuck }).toEqual({ ...known, lacks: [], stuck: undefined });
  },
  // All are played side by side.
  180_000,
);
