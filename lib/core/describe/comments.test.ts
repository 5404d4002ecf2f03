import { describe, expect, it } from "vitest";
import type { Anchor, PlaceChange } from "../comments/schema";
import { formatOutcome, formatPlace, formatQuestionFailure, formatRound, formatSentRound } from "./comments";
import { countOpen, formatOpenComments } from "./gates/open-comments";

const none: PlaceChange = { fields: [], added: 0, removed: false };

describe("formatOutcome", () => {
  it("says what the version shows of what was claimed", () => {
    const addressed = (change: Partial<PlaceChange>) =>
      formatOutcome({ outcome: "addressed", change: { ...none, ...change } }, "task");
    expect(addressed({ fields: ["input", "dependsOn"], added: 1 })).toBe(
      "Addressed: instructions, dependencies changed, +1 task",
    );
    expect(addressed({ added: 2 })).toBe("Addressed: +2 tasks");
    expect(addressed({ removed: true })).toBe("Addressed: task removed");
    expect(addressed({ fields: ["toString"] })).toBe("Addressed: toString changed");
    expect(addressed({})).toBe("Claimed, no change found");
  });

  it("says of the whole plan how much changed, and not that it is what was asked", () => {
    const said = (change: Partial<PlaceChange>) =>
      formatOutcome({ outcome: "addressed", change: { ...none, ...change } }, "plan");
    expect(said({ added: 2, tasks: { removed: 1, changed: 3 } })).toBe(
      "Said to be addressed; plan changed: 2 tasks added, 1 removed, 3 changed",
    );
    expect(said({ fields: ["title", "agents"], tasks: { removed: 1, changed: 0 } })).toBe(
      "Said to be addressed; plan changed: 1 task removed, new title, new agents",
    );
    expect(said({ tasks: { removed: 0, changed: 0 } })).toBe("Claimed, no change found");
    // As versions from before tasks were counted have it.
    expect(said({ fields: ["plan"], added: 1 })).toBe("Said to be addressed; plan changed: 1 task added");
    expect(said({ fields: ["plan"] })).toBe("Said to be addressed; plan changed");
  });

  it("says of the rest what was said, and nothing of the plan", () => {
    const change = { ...none, added: 1 };
    for (const kind of ["plan", "field"] as const) {
      expect(formatOutcome({ outcome: "answered", change }, kind)).toBe("Answered");
      expect(formatOutcome({ outcome: "declined", change }, kind)).toBe("Declined");
      expect(formatOutcome({ outcome: "unanswered", change: none }, kind)).toBe("Unanswered");
    }
  });
});

describe("formatPlace", () => {
  const quoted = { version: 1, digest: "d", excerpt: "e" };
  const task = { lineage: "ramp", id: "ramp", title: "Ramp up" };
  const from = { lineage: "train", id: "train", title: "Train" };
  it.each<[Anchor, string]>([
    [{ kind: "plan", ...quoted }, "Whole plan"],
    [{ kind: "task", task, ...quoted }, "Ramp up"],
    [{ kind: "field", task, field: "input", ...quoted }, "Ramp up › instructions"],
    [{ kind: "edge", task, from, ...quoted }, "Train → Ramp up"],
  ])("names the place of %#", (anchor, words) => {
    expect(formatPlace(anchor)).toBe(words);
  });
});

describe("formatRound", () => {
  const round = { number: 2, comments: 3, sentVersion: 4, sentAt: 0, answeredVersion: null };

  it("says what went out, and counts what the limit counts", () => {
    const wishes = { used: 5, limit: 10 };
    expect(formatRound({ round, wishes })).toBe("Round 2: 3 comments on v4. 5 of 10 revisions used.");
    const answered = { ...round, comments: 1, answeredVersion: 5 };
    expect(formatRound({ round: answered, wishes })).toBe(
      "Round 2: 1 comment on v4. The answer is v5. 5 of 10 revisions used.",
    );
    expect(formatSentRound(answered)).toBe("Round 2: 1 comment on v4. The answer is v5.");
    expect(formatRound({ round: null, wishes })).toMatch(/round\. 5 of 10 revisions used\.$/);
    expect(formatRound({ round: null, wishes: { used: 0, limit: 10 } })).not.toContain("used");
  });
});

describe("formatOpenComments", () => {
  it.each([
    [0, 0, ""],
    [1, 0, "1 comment open"],
    [2, 1, "2 comments open, 1 stale"],
    [0, 1, "1 comment stale"],
    [0, 2, "2 comments stale"],
  ])("counts what is open, and what has lost its place: %d and %d", (open, stale, words) => {
    expect(formatOpenComments({ open, stale })).toBe(words);
  });

  it("counts no questions, and nothing that is answered", () => {
    const statuses = ["open", "stale", "stale", "answered", "resolved"];
    const items = statuses.map((status) => ({ status, isQuestion: false }));
    expect(countOpen([...items, { status: "open", isQuestion: true }])).toEqual({ open: 1, stale: 2 });
  });
});

describe("formatQuestionFailure", () => {
  it("says why no answer came, as calls of models fail or in words of its own", () => {
    expect(formatQuestionFailure("no_room")).toBe("It would have exceeded the run's limits.");
    expect(formatQuestionFailure("auth")).toBe("The provider rejected the API key.");
  });
});
