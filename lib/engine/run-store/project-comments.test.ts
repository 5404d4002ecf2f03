import { describe, expect, it } from "vitest";
import type { Round } from "@/lib/core/comments/schema";
import type { RunEvent } from "@/lib/core/run";
import { commentWritesOf } from "./project-comments";

const round: Round = {
  number: 2,
  comments: [{ id: "c", text: "Why?", anchor: { kind: "plan", version: 1, digest: "d", excerpt: "P" } }],
};
const event = (type: RunEvent["type"], payload: object): RunEvent =>
  ({ type, payload, at: 5, planVersion: 1 }) as unknown as RunEvent;
const writes = (events: RunEvent[], wishes = 0) => commentWritesOf(events, { counters: { wishes } });
const change = { fields: [], added: 0, removed: false };

describe("commentWritesOf", () => {
  it("sends the comments of a round, at a gate or as a replan", () => {
    const sent = [{ id: "c", round: 2, version: 1, at: 5 }];
    expect(writes([event("approval_decided", { round })])).toMatchObject({ sent, returned: false });
    expect(writes([event("replan_requested", { cause: { round } })])).toMatchObject({ sent });
    expect(writes([event("approval_decided", {}), event("run_started", {})])).toMatchObject({
      sent: [],
    });
  });

  it("answers them with the version, offered or adopted; a claim without a change leaves them open", () => {
    const dispositions = [
      { comment: "a", outcome: "declined", note: "No.", change },
      { comment: "b", outcome: "addressed", change },
    ];
    for (const type of ["plan_version_adopted", "plan_version_offered"] as const)
      expect(writes([event(type, { version: 2, dispositions })]).answered).toMatchObject([
        { id: "a", outcome: "declined", note: "No.", version: 2, status: "declined" },
        { id: "b", outcome: "addressed", note: null, status: "open" },
      ]);
  });

  it.each<[string, RunEvent["type"], object, boolean]>([
    ["a withdrawn replan", "replan_withdrawn", {}, true],
    ["a declined version", "plan_version_declined", {}, true],
    ["a version that is written again", "plan_version_declined", { again: true }, false],
    ["a person's own version", "plan_version_adopted", { origin: "person", version: 2 }, true],
    ["the plan that a run begins with", "plan_version_adopted", { origin: "person", version: 1 }, false],
    [
      "a version for the comments",
      "plan_version_adopted",
      { version: 2, origin: "replan", dispositions: [] },
      false,
    ],
  ])("brings them back after %s: as the table says", (_, type, payload, returned) => {
    expect(writes([event(type, payload)]).returned).toBe(returned);
  });

  it("takes back the answers of a version that people do not let pass", () => {
    expect(writes([event("plan_version_declined", { version: 3 })]).declined).toEqual([3]);
  });

  it("brings them back at the end of a run that has had rounds", () => {
    expect(writes([event("run_finished", {})], 1).returned).toBe(true);
    expect(writes([event("run_finished", {})]).returned).toBe(false);
  });
});
