import { expect, it } from "vitest";
import { beginningOf, quotesCut, takesPanel, takesReading } from "./reading";
import type { Risk } from "./risk";

const LONG = "Look at each row. ".repeat(60);

it("the beginning of a text is what stands there before it is opened", () => {
  expect(beginningOf("short")).toBeUndefined();
  expect(beginningOf("a line\n".repeat(40))).toBe("a line\n".repeat(16).trimEnd());
  expect(LONG).toContain(beginningOf(LONG));
});

it("a question that quotes more than stands in it is not in view as a whole", () => {
  const quote = { text: "a", source: { taskId: "t", title: "T", path: "" } } as never;
  expect(quotesCut({ quotes: [quote] })).toBe(false);
  expect(quotesCut({ quotes: [quote, { ...(quote as object), left: 5 } as never] })).toBe(true);
  expect(quotesCut({})).toBe(false);
});

it("an answer that lets a call run, or risky work go on, takes reading; no refusal does", () => {
  expect(takesReading("tool_approval", "approve", false)).toBe(true);
  expect(takesReading("human_review", "approve", false)).toBe(false);
  expect(takesReading("human_review", "approve", true)).toBe(true);
  expect(takesReading("tool_approval", "reject", true)).toBe(false);
  expect(takesReading("tool_approval", "edit", false)).toBe(true);
  expect(takesReading("tool_input", "respond", false)).toBe(true);
  expect(takesReading("human_review", "respond", true)).toBe(true);
  expect(takesReading("unknown_outcome", "happened", false)).toBe(false);
});

it("an answer that lets a call run, or work act, is given in the panel; no other is", () => {
  const acts: Risk = { code: "starts_changes", tasks: [] };
  expect(takesPanel("tool_approval", "approve", undefined)).toBe(true);
  expect(takesPanel("tool_approval", "edit", undefined)).toBe(true);
  expect(takesPanel("unknown_outcome", "run", { code: "repeats_call", tool: "pay" })).toBe(true);
  expect(takesPanel("human_review", "approve", acts)).toBe(true);
  expect(takesPanel("human_review", "approve", undefined)).toBe(false);
  expect(takesPanel("tool_approval", "reject", undefined)).toBe(false);
  expect(takesPanel("unknown_outcome", "abort", { code: "ends_run", verb: "abort" })).toBe(false);
});
