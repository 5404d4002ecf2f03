import { expect, it } from "vitest";
import { CAPABILITIES } from "./capabilities";
import { COMMANDS } from "./run/command-table";

it("are what the commands of people take and no others", () => {
  const rights = Object.values(COMMANDS).flatMap((row) => (row.by === "person" ? [row.right] : []));
  const taken = CAPABILITIES.filter((one) => rights.some((right) => right === one));
  expect(taken).toEqual(["operate", "review"]);
  expect(rights.filter((right) => !CAPABILITIES.some((one) => one === right))).toEqual([]);
});
