import { describe, expect, it } from "vitest";
import { forkPreviewInput, forkRunInput } from "./create-run";

describe("a fork", () => {
  const fork = (changes: object) => forkRunInput.safeParse({ runId: "run_1", fromSeq: 3, changes });

  it("with another plan says why", () => {
    expect(fork({ plan: "1. Go", reason: "Shorter" }).success).toBe(true);
    expect(fork({ settings: {}, reviews: { look: "ABORT" } }).success).toBe(true);
    expect(fork({ plan: "1. Go" }).error?.issues).toMatchObject([
      { path: ["changes", "reason"], message: "Say why the plan is changed." },
    ]);
  });

  it("takes no other change", () => {
    expect(fork({ agents: {} }).success).toBe(false);
  });

  it("is looked at from one place", () => {
    const at = (place: object) => forkPreviewInput.safeParse({ runId: "run_1", ...place }).success;
    expect([at({ fromSeq: "3" }), at({ approvalId: "apr_1" }), at({ taskId: "a" })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([at({}), at({ fromSeq: 3, taskId: "a" })]).toEqual([false, false]);
  });
});
