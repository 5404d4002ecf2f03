import { describe, expect, it } from "vitest";
import { MAX_COMMENT_CHARS } from "../comments/words";
import { addCommentInput, askInput, commentTarget, sendRoundInput } from "./comments";

const comment = { runId: "run_1", target: { kind: "plan" }, version: 1, text: " Why so late? " };

describe("a comment", () => {
  it("has words, which may have a label", () => {
    expect(addCommentInput.parse(comment)).toMatchObject({ text: "Why so late?", label: null });
    for (const text of ["  ", "x".repeat(MAX_COMMENT_CHARS + 1)])
      expect(addCommentInput.safeParse({ ...comment, text }).success).toBe(false);
    expect(addCommentInput.safeParse({ ...comment, label: "urgent" }).success).toBe(false);
  });

  it("is kept without what no store accepts", () => {
    expect(addCommentInput.parse({ ...comment, text: "a\u0000b \ud800" }).text).toBe("a\uFFFDb \uFFFD");
  });

  it.each([
    [{ kind: "task", taskId: "a" }, true],
    [{ kind: "field", taskId: "a", field: "input" }, true],
    [{ kind: "edge", taskId: "b", fromId: "a" }, true],
    [{ kind: "edge", taskId: "b" }, false],
    [{ kind: "plan", taskId: "a" }, false],
  ])("is about one place of the plan: %j", (target, isOne) => {
    expect(commentTarget.safeParse(target).success).toBe(isOne);
  });

  it("is sent with all others, or with those that are named", () => {
    expect(sendRoundInput.parse({ runId: "run_1" })).toEqual({ runId: "run_1" });
    expect(sendRoundInput.safeParse({ runId: "run_1", commentIds: [] }).success).toBe(false);
  });
});

describe("a question", () => {
  const asked = { runId: "run_1", text: " Why? " };

  it("is about a place of a version, or in a thread, and not both", () => {
    const about = { target: { kind: "plan" }, version: 1 };
    expect(askInput.parse({ ...asked, ...about })).toMatchObject({ text: "Why?", version: 1 });
    expect(askInput.parse({ ...asked, commentId: "cmt_1" })).toMatchObject({ commentId: "cmt_1" });
    for (const wrong of [
      asked,
      { ...asked, ...about, commentId: "cmt_1" },
      { ...asked, ...about, text: " " },
    ])
      expect(askInput.safeParse(wrong).success).toBe(false);
  });
});
