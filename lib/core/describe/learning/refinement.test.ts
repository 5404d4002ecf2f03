import { expect, it } from "vitest";
import { eventOf, NAMES_BY_ID as names } from "@/lib/testing/runs/event-of";
import type { Question } from "../../run/events/questions";
import { describeEvent } from "../events";
import { questionLead, questionText } from "../gates/questions";

const facts = {
  summary: "It is shop:2 now.",
  modified: [{ taskId: "b", reason: "built" }],
  added: [{ taskId: "n", reason: "cold" }],
  skipped: [],
  dropped: [{ part: "skip", taskId: "x", why: "started" }],
} as const;

it.each([
  [
    "refinement_started",
    { number: 1, about: ["a", "b"], until: 5 },
    "Does the rest of the plan still fit? Ended: Task a, Task b",
  ],
  [
    "refinement_offered",
    { number: 1, ...facts, holds: [] },
    "number 1 waits for a person: 1 changed, 1 added: It is shop:2 now.",
  ],
  [
    "refined",
    { number: 1, outcome: "adopted", ...facts, toVersion: 2 },
    "number 1 adopted, plan version 2: 1 changed, 1 added: It is shop:2 now. (left out: skip x: already started)",
  ],
  ["refined", { number: 2, outcome: "timed_out" }, "number 2 not answered in time"],
  [
    "refined",
    { number: 3, outcome: "rejected", reason: { code: "stated", text: "leave it" } },
    "number 3 rejected: leave it",
  ],
] as const)("says what %s tells", (type, payload, text) => {
  expect(describeEvent(eventOf(type, payload), names)?.text).toBe(text);
});

it("asks people with every change and its reason", () => {
  const titled = (title: string, reason: string) => [{ taskId: title, title, reason }];
  const changes = {
    modified: titled("Test", "built"),
    added: titled("Warm up", ""),
    skipped: titled("Build", "done"),
  };
  const question: Question = { about: "refinement", number: 1, summary: "It is shop:2 now.", ...changes };
  const gate = { kind: "plan_refinement", question } as const;
  expect(questionLead(gate)).toBe("Change the rest of the plan?");
  expect(questionText(gate)).toBe(
    "Change the rest of the plan? It is shop:2 now.\n+ “Warm up”\n~ “Test”: built\n- “Build”: done",
  );
});
