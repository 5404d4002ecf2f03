import { afterAll, expect, test } from "vitest";
import { loadMissions, MISSION_FILES } from "@/scripts/eval/sets";
import { playMission } from "./play";
import { openRecordedMission, recordedSize } from "./recorded";

const missions = loadMissions().flatMap(({ recorded, ...rest }) => (recorded ? [{ ...rest, recorded }] : []));

/** Of the recorded input tokens; where prompts grow beyond it, something has to go. */
const MOST_OF_RECORDED = 0.63;
const sizes: { now: number; recorded: number }[] = [];

afterAll(() => {
  if (sizes.length < missions.length) return;
  const sum = (key: "now" | "recorded") => sizes.reduce((total, size) => total + size[key], 0);
  expect(sum("now")).toBeLessThanOrEqual(MOST_OF_RECORDED * sum("recorded"));
});

test.concurrent.each(missions)(
  "the recorded mission $id comes to what has to be true at its end",
  async (mission) => {
    const played = await playMission(mission, openRecordedMission(mission), { from: MISSION_FILES });
    sizes.push({ now: played.end.inputTokens, recorded: recordedSize(mission.id).inputTokens });
    const { untrue, needless, lacks, stuck } = played;
    const known = { untrue: mission.recorded.untrue, needless: mission.recorded.needless };
    expect({ untrue, needless, lacks, stuck }).toEqual({ ...known, lacks: [], stuck: undefined });
  },
  // All are played side by side.
  180_000,
);
