import { expect, test } from "vitest";
import { loadMissions, MISSION_FILES } from "@/scripts/eval/sets";
import { openSample, playDrills, sampleMissions } from "./drills";
import { openRecordedMission } from "./recorded";

const from = MISSION_FILES;
const passing = { kind: "explicit", lasts: false } as const;
const lasting = { kind: "explicit", lasts: true } as const;

test("a sample goes another way where a tool fails for good, and only there", async () => {
  const mission = sampleMissions().find(({ id }) => id === "reflect") as never;
  const drills = await playDrills(mission, openSample, { from, kinds: [passing, lasting] });
  const borne = { callsAlike: 2, retried: true, replanned: false, found: false, wrong: false };
  // Once in each attempt of the task; what the other plan comes to has no check.
  const given = { callsAlike: 2, replanned: true, told: true, wrong: false };
  expect(drills).toMatchObject(
    ["estimate_resources", "run_tests"].flatMap((tool) => [
      { fault: { tool, ...passing }, ...borne },
      { fault: { tool, ...lasting }, ...given },
    ]),
  );
});

test("a recorded mission does not notice a fault that passes", async () => {
  const mission = loadMissions().find(({ id }) => id === "budget-found") as never;
  const drills = await playDrills(mission, openRecordedMission, { from, kinds: [passing] });
  expect(drills).toMatchObject([{ retried: true, replanned: false, reached: true, wrong: false }]);
});

test("a wrong result that passes the checks of its form is told at the end", async () => {
  const mission = sampleMissions().find(({ id }) => id === "reflect") as never;
  const drills = await playDrills(mission, openSample, { from, kinds: [{ kind: "silent", lasts: true }] });
  expect(drills).toMatchObject(
    ["estimate_resources", "run_tests"].map((tool) => ({ fault: { tool }, told: true, wrong: false })),
  );
});
