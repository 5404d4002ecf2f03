import { describe, expect, it } from "vitest";
import { MAX_MARK_NOTE_CHARS } from "../marks";
import { saveMarkInput } from "./marks";

const answer = { kind: "answer", runId: "r", verdict: "wrong" };

describe("saveMarkInput", () => {
  it("has no note unless one is given, and trims that", () => {
    expect(saveMarkInput.parse(answer)).toEqual({ ...answer, note: "" });
    expect(saveMarkInput.parse({ ...answer, note: " No. " })).toMatchObject({ note: "No." });
  });

  it.each([
    ["a decision without its review", { ...answer, kind: "decision" }],
    ["an answer with a review", { ...answer, taskId: "t" }],
    ["another verdict", { ...answer, verdict: "perhaps" }],
    ["a note that is too long", { ...answer, note: "x".repeat(MAX_MARK_NOTE_CHARS + 1) }],
  ])("refuses %s", (_, input) => {
    expect(saveMarkInput.safeParse(input).success).toBe(false);
  });
});
