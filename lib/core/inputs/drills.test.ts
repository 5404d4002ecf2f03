import { expect, it } from "vitest";
import { changeDrillsInput, joinDrillsInput, listDrillsInput, sendDrillInput } from "./drills";

it.each([
  [0, true],
  [7, true],
  [8, false],
  [-1, false],
  [1.5, false],
])("%j drills a week: %j", (perWeek, fits) => {
  const read = changeDrillsInput.safeParse({ enabled: true, perWeek });
  expect(read.success).toBe(fits);
  if (!fits) expect(read.error?.issues[0]?.message).toBe("Enter a whole number from 0 to 7.");
});

it("a drill goes to somebody, about a kind of gate that there is", () => {
  expect(sendDrillInput.safeParse({ personId: "" }).success).toBe(false);
  expect(sendDrillInput.safeParse({ personId: "ada", kind: "tool_approval" }).success).toBe(true);
  expect(sendDrillInput.safeParse({ personId: "ada", kind: "anything" }).success).toBe(false);
  expect(joinDrillsInput.safeParse({ joined: "yes" }).success).toBe(false);
});

it("the list takes days and what a drill came to, and a page of fifty unless told otherwise", () => {
  expect(listDrillsInput.parse({ from: "2026-11-02", outcome: "missed" })).toMatchObject({ limit: 50 });
  expect(listDrillsInput.safeParse({ from: "soon" }).success).toBe(false);
});
