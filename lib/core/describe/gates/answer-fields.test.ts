import { describe, expect, it } from "vitest";
import { APPROVAL_KINDS, verbRow, verbsOfKind } from "../../run/gates/table";
import { answerField, decisionReasonField, tailField } from "./answer-fields";

describe("the field of what an answer brings", () => {
  it("is named by what the answer leads to at this kind of gate", () => {
    expect(answerField("human_review", "edit").label).toBe("Edited value");
    expect(answerField("tool_approval", "edit").label).toBe("Arguments");
    expect(answerField("human_review", "respond").help).toBe("This becomes the task’s result.");
    expect(answerField("tool_input", "respond").help).toBeUndefined();
    expect(answerField("tool_input", "respond", { asData: true }).help).toBe("JSON or plain text.");
    expect(answerField("budget", "abort")).toEqual({ label: "Comment" });
  });

  it.each(APPROVAL_KINDS)("says at a gate of the kind %s what is missing of what an answer needs", (kind) => {
    for (const verb of verbsOfKind(kind)) {
      const { needs } = verbRow(verb);
      if (needs === "comment" || needs === "model") expect(answerField(kind, verb).missing).toBeTruthy();
      if (needs !== undefined) expect(answerField(kind, verb).label).toBeTruthy();
    }
  });

  it("asks for a reason where a review is decided otherwise than proposed", () => {
    expect(decisionReasonField("CONTINUE", "CONTINUE")).toEqual({ label: "Comment" });
    expect(decisionReasonField("CONTINUE", undefined)).toEqual({ label: "Reason" });
    expect(decisionReasonField(undefined, "ABORT")).toEqual({ label: "Comment" });
    expect(decisionReasonField("CONTINUE", "ABORT")).toEqual({
      label: "Reason (required: CONTINUE was proposed)",
      missing: "Explain why you chose ABORT instead.",
    });
  });

  it("says whose tail stands in it", () => {
    expect(tailField({ isEdited: true, fromReviewer: true }).help).toContain("Your own tail");
    expect(tailField({ isEdited: false, fromReviewer: true }).help).toContain("proposed by the reviewer");
    expect(tailField({ isEdited: false, fromReviewer: false }).help).toContain("The rest of the plan");
  });
});
