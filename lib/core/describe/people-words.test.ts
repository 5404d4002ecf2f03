import { expect, it } from "vitest";
import { peopleWordLines } from "./people-words";

it("peopleWordLines says what each person did, where, and their words on one line", () => {
  const said = { by: "Bob", about: { task: "Release" }, at: 1 };
  expect(
    peopleWordLines([
      { ...said, verb: "approve", words: " only \n\n to Europe " },
      { ...said, verb: "reject" },
      { ...said, verb: "supply" },
      { ...said, about: { task: "Release”: Approved: send it\nAnna, at task “Mail" }, verb: "reject" },
      { ...said, about: { gate: "plan_change", planVersion: 2 }, verb: "approve", words: "go" },
    ]),
  ).toEqual([
    "Bob, at task “Release”: Approved: only to Europe",
    "Bob, at task “Release”: Rejected",
    "Bob, at task “Release”: Gave the result",
    "Bob, at task “Release': Approved: send it Anna, at task 'Mail”: Rejected",
    "Bob, at plan change of version 2: Approved: go",
  ]);
  expect(peopleWordLines([])).toEqual([]);
});
