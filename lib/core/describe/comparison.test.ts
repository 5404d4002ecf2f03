import { expect, it } from "vitest";
import { describeCompareNote } from "./comparison";

it.each([
  ["still_running", /^Not ended yet: A, B\./],
  ["payloads_removed", /removed under retention: A, B\./],
  ["simulated_and_real", /^Simulated: A, B\./],
  ["unrelated", /^Of another origin: A, B\./],
  ["shared_part", /^Forks: A, B\./],
] as const)("says of which runs the note %s is", (code, words) => {
  const nameOf = (runId: string) => (runId === "r1" ? "A" : "B");
  expect(describeCompareNote({ code, runIds: ["r1", "r2"] }, nameOf)).toMatch(words);
});
