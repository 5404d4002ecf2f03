import { expect, it } from "vitest";
import { peopleWordLines } from "./people-words";

it("peopleWordLines says what each person did, where, and their words on one line", () => {
  const said = { by: "Bob", about: "Release", at: 1 };
  expect(
    peopleWordLines([
      { ...said, verb: "approve", words: " only \n\n to Europe " },
      { ...said, verb: "reject" },
      { ...said, verb: "supply" },
    ]),
  ).toEqual([
    "Bob, at “Release”: Approved: only to Europe",
    "Bob, at “Release”: Rejected",
    "Bob, at “Release”: Gave the result",
  ]);
  expect(peopleWordLines([])).toEqual([]);
});
