import { expect, it } from "vitest";
import { type AskedGate, createPeople } from "./people";

const gate = (over: Partial<AskedGate>): AskedGate => ({
  kind: "human_review",
  prompt: "Is it fit?",
  title: "Release",
  verbs: ["approve", "reject"],
  terms: { form: null } as AskedGate["terms"],
  ...over,
});

it("say each thing once, at the first gate that it fits", () => {
  const people = createPeople([
    { at: "human_review", about: "servers", verb: "reject" },
    { at: "human_review", verb: "approve", comment: "Good.", by: "Anna" },
  ]);
  expect(people.answer(gate({}))).toMatchObject({ verb: "approve", comment: "Good.", by: "Anna" });
  expect(people.answer(gate({ prompt: "May we create 6 Servers?" }))).toMatchObject({ verb: "reject" });
  expect(people.answer(gate({}))).toEqual({ verb: "approve", expected: false });
});

it("answer what nobody expected as a session by rule does, and leave what takes a person", () => {
  const people = createPeople([]);
  expect(people.answer(gate({ kind: "budget", verbs: ["raise", "complete", "abort"] }))?.verb).toBe(
    "complete",
  );
  expect(people.answer(gate({ kind: "tool_input", verbs: ["respond"] }))).toBeUndefined();
  expect(people.answer(gate({ verbs: ["respond", "reject"] }))).toBeUndefined();
});

it("fill in a form with what they know, by the names and titles of its fields", () => {
  const form = {
    type: "object",
    properties: { product: {}, raise: { title: "Increase in percent" }, why: { title: "Reason" } },
  };
  const fields = [
    { words: ["Product"], value: "Gold" },
    { words: ["percent"], value: 6 },
  ];
  const people = createPeople([{ at: "human_review", verb: "respond", fields }]);
  const asked = gate({ verbs: ["respond"], terms: { form } as unknown as AskedGate["terms"] });
  expect(people.answer(asked)?.value).toEqual({ product: "Gold", raise: 6 });
});
