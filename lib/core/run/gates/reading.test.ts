import { expect, it } from "vitest";
import { beginningOf, takesReading } from "./reading";

const LONG = "Look at each row. ".repeat(60);

it("the beginning of a text is what stands there before it is opened", () => {
  expect(beginningOf("short")).toBeUndefined();
  expect(beginningOf("a line\n".repeat(40))).toBe("a line\n".repeat(16).trimEnd());
  expect(LONG).toContain(beginningOf(LONG));
});

it("an answer that lets a call run, or risky work go on, takes reading; no refusal does", () => {
  expect(takesReading("tool_approval", "approve", false)).toBe(true);
  expect(takesReading("human_review", "approve", false)).toBe(false);
  expect(takesReading("human_review", "approve", true)).toBe(true);
  expect(takesReading("tool_approval", "reject", true)).toBe(false);
});
