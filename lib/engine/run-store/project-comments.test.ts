import { describe, expect, it } from "vitest";
import type { Round } from "@/lib/core/comments/schema";
import type { RunEvent } from "@/lib/core/run";
import { commentWritesOf } from "./project-comments";

const round: Round = {
  number: 2,
  comments: [{ id: "c", text: "Why?", anchor: { kind: "plan", version: 1, digest: "d", excerpt: "P" } }],
};
const event = (type: RunEvent["type"], payload: object): RunEvent =>
  ({ seq: 9, type, payload, at: 5, planVersion: 1 }) as unknown as RunEvent;
const writes = (events: RunEvent[], wishes = 0) => commentWritesOf(events, { counters: { wishes } });
const write = (event: RunEvent, wishes = 0) => writes([event], wishes)[0];
const change = { fields: [], added: 0, removed: false };

describe("commentWritesOf", () => {
  it("sends the comments of a round, at a gate or as a replan", () => {
    const sent = { round: 2, version: 1, at: 5, comments: [{ id: "c", text: "Why?", label: null }] };
    expect(write(event("approval_decided", { round }))).toEqual({ seq: 9, sent, returned: false });
    expect(write(event("replan_requested", { cause: { round } }))).toEqual({ seq: 9, sent, returned: false });
    expect(writes([event("approval_decided", {}), event("run_started", {})])).toEqual([]);
  });

  it("answers them with the version, offered or adopted; a claim without a change leaves them open", () => {
    const dispositions = [
      { comment: "a", outcome: "declined", note: "No.", change },
      { comment: "b", outcome: "addressed", change },
    ];
    for (const type of ["plan_version_adopted", "plan_version_offered"] as const)
      expect(write(event(type, { version: 2, dispositions }))?.answered).toMatchObject({
        version: 2,
        answers: [
          { id: "a", outcome: "declined", note: "No.", status: "declined" },
          { id: "b", outcome: "addressed", note: null, status: "open" },
        ],
      });
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
    expect(write(event(type, payload))?.returned ?? false).toBe(returned);
  });

  it("takes back the answers of a version that people do not let pass", () => {
    for (const again of [false, true])
      expect(write(event("plan_version_declined", { version: 3, ...(again && { again }) }))).toMatchObject({
        declined: { version: 3, again },
      });
  });

  it("keeps to the order of events: what is sent and comes to nothing in one commit is open again", () => {
    const events = [event("replan_requested", { cause: { round } }), event("replan_failed", {})];
    expect(writes(events)).toMatchObject([{ sent: { round: 2 }, returned: false }, { returned: true }]);
  });

  it("brings them back at the end of a run that has had rounds", () => {
    expect(write(event("run_finished", {}), 1)?.returned).toBe(true);
    expect(writes([event("run_finished", {})])).toEqual([]);
  });
});
