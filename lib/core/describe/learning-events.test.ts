import { expect, it } from "vitest";
import { eventOf, NAMES_BY_ID as names } from "@/lib/testing/runs/event-of";
import { describeEvent } from "./events";

it.each([
  ["planner", 1, "1 lesson shown to the planner"],
  ["reviewer", 2, "2 lessons shown to the reviewer"],
])("says how many lessons the %s was shown", (role, count, text) => {
  const lessons = Array.from({ length: count }, (_, n) => ({ id: `les_${n}`, version: 1 }));
  expect(describeEvent(eventOf("lessons_shown", { role, lessons }), names)).toMatchObject({ text });
});

it.each([
  [1, "1 similar mission shown to the planner"],
  [3, "3 similar missions shown to the planner"],
])("says how many missions the planner was shown: %i", (length, text) => {
  expect(describeEvent(eventOf("missions_shown", { missions: Array(length).fill({}) }), names)).toMatchObject(
    {
      text,
    },
  );
});

it.each([
  ["approach_critiqued", { failed: { code: "stated", text: "No model answered." } }, /No model answered/],
  ["retrospected", { skipped: "few_tasks" }, /\w/],
] as const)("says what %s has found, or why nothing was looked at", (type, payload, text) => {
  expect(describeEvent(eventOf(type, payload), names)?.text).toMatch(text);
});

it.each([
  [{ role: "planner", examples: 1 }, "1 example of the library shown to the planner"],
  [{ role: "agent", own: 1, examples: 0 }, "1 example of the plan shown to the agent"],
  [
    { role: "agent", own: 2, examples: 2 },
    "2 examples of the plan and 2 examples of the library shown to the agent",
  ],
])("says which examples a prompt carried: %j", ({ examples: count, ...shown }, text) => {
  const examples = Array.from({ length: count }, (_, n) => ({ id: `exm_${n}`, version: 1 }));
  expect(describeEvent(eventOf("examples_shown", { ...shown, examples }), names)).toMatchObject({ text });
});
