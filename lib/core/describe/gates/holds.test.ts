import { describe, expect, it } from "vitest";
import type { EventOf } from "../../run/events";
import { heldListText, holdClockText, holdEndText } from "./holds";

const claim = { by: { id: "ann", name: "Ann" }, since: 1, at: 1, until: 60_001, remainingMs: 14_000 };

describe("holdClockText", () => {
  it.each([
    [{ heldUntil: 5_000 }, undefined, "Applies automatically in 4 s"],
    [{ heldUntil: 1_000 }, undefined, "Applying…"],
    [{}, undefined, "Applying…"],
    [{ heldUntil: 5_000, claimedMs: 599_999 }, undefined, "Applies automatically in 4 s"],
    [
      { heldUntil: 5_000, claimedMs: 600_000 },
      undefined,
      "Applies automatically in 4 s. The countdown has been stopped for ten minutes, the longest possible: decide by hand to keep it open",
    ],
    [{ heldUntil: 5_000 }, "unapproved" as const, "Not applied before the plan is approved"],
    [{ heldUntil: 5_000 }, "replanning" as const, "Not applied: a person asked for another plan"],
    [{ heldUntil: 500 }, "paused" as const, "The countdown is stopped until the run is resumed"],
    [
      { heldUntil: 60_001, claim },
      "paused" as const,
      "Being decided by Ann; the countdown is stopped at 14 s",
    ],
  ])("says of %o, %s: %s", (task, standsStill, words) => {
    expect(holdClockText(task, 1_000, standsStill)).toBe(words);
  });
});

describe("holdEndText", () => {
  const decided = (provenance: "person" | "auto", actor: EventOf<"review_decided">["actor"]) =>
    ({
      run: "r",
      seq: 1,
      at: 1,
      v: 3,
      commandId: "c",
      planVersion: 1,
      type: "review_decided",
      actor,
      payload: { taskId: "t", decision: "REPLAN", reasoning: { code: "stated", text: "why" }, provenance },
    }) satisfies EventOf<"review_decided">;

  it("names the person who decided, or says that time did", () => {
    expect(holdEndText(decided("person", { kind: "person", id: "ann", name: "Ann" }))).toBe(
      "Ann decided REPLAN.",
    );
    expect(holdEndText(decided("auto", { kind: "system" }))).toBe("REPLAN was applied automatically.");
    expect(holdEndText(decided("person", { kind: "system" }))).toBe("REPLAN was applied automatically.");
  });

  it("says so where nothing was decided", () => {
    expect(holdEndText(undefined)).toBe("The decision is no longer asked for.");
  });
});

it("a list says when a held decision applies, once it is known what time it is", () => {
  expect([undefined, 60_000, 300_000].map((now) => heldListText(300_000, now))).toEqual([
    "Applies unless overridden",
    "Applies in 4 m 00 s unless overridden",
    "Not applied yet",
  ]);
});
