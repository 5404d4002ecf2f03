import { expect, it } from "vitest";
import { missionOf, type PlayedStory, playStory } from "@/lib/testing/engine/play-story";

const outcome = ({ state, gates, calls }: PlayedStory) => ({
  reason: state.finished?.reason,
  tasks: Object.values(state.tasks).map(({ id, status, attempt }) => `${id} ${status} ${attempt}`),
  gates,
  calls: calls.toSorted(),
});

it.each([
  ["a story", missionOf("cloud-quota")],
  ["any other mission", "Compare two databases and write a report"],
])("%s plays the same when its plan is written in short and its details late", async (_, mission) => {
  const short = await playStory(mission, { settings: { planStyle: "short", detailOnDemand: true } });
  expect(outcome(short)).toEqual(outcome(await playStory(mission)));
  const begun = Object.values(short.state.tasks).filter(
    ({ spec, attempt }) => spec.type === "task" && attempt > 0,
  );
  expect(begun.length).toBeGreaterThan(1);
  for (const { spec, detailed } of begun) {
    expect(spec.details).toEqual([]);
    expect(detailed?.details?.length).toBeGreaterThan(0);
  }
  const asked = short.prompts.filter(({ role }) => role === "detailer");
  expect(asked).toHaveLength(begun.length);
});
