import { describe, expect, it } from "vitest";
import { placeOf } from "@/lib/testing/plans/place-of";
import { byteLength } from "../bytes";
import { anchorOn } from "./anchor";
import { makeRound, type SendableComment } from "./round";
import { type Anchor, round as roundSchema } from "./schema";
import { MAX_COMMENT_CHARS, MAX_ROUND_BYTES, MAX_ROUND_COMMENTS } from "./words";

const place = placeOf([{ id: "ramp", title: "Ramp up" }]);
const anchor = anchorOn(place, { kind: "task", taskId: "ramp" }) as Anchor;
const one = (id: string, facts: Partial<SendableComment> = {}): SendableComment => ({
  id,
  anchor,
  label: null,
  text: "Look.",
  replies: [],
  ...facts,
});
const several = (count: number, facts = {}) => Array.from({ length: count }, (_, n) => one(`c${n}`, facts));

describe("makeRound", () => {
  it("takes comments along as the version in force has their places, with the last of their threads", () => {
    const next = placeOf([{ id: "raise", title: "Raise", replaces: "ramp" }], 2, place);
    const replies = ["a", "b", "c", "d"];
    const made = makeRound([one("x", { label: "clarify", replies }), one("y")], [next], 3);
    expect(made).toMatchObject({
      round: {
        number: 3,
        comments: [
          {
            id: "x",
            label: "clarify",
            replies: ["b", "c", "d"],
            anchor: { version: 2, task: { id: "raise" } },
          },
          { id: "y", text: "Look." },
        ],
      },
    });
    expect(roundSchema.parse("round" in made && made.round)).toEqual("round" in made && made.round);
  });

  it("takes the place in a proposal for what was said of it, and for nothing that was said before", () => {
    const inForce = placeOf([{ id: "ramp", title: "Ramp up", input: "20 %" }], 1);
    const proposed = placeOf([{ id: "ramp", title: "Ramp up", input: "5 %" }], 2, inForce);
    const input = { kind: "field" as const, taskId: "ramp", field: "input" };
    const [before, since] = [anchorOn(inForce, input), anchorOn(proposed, input)] as [Anchor, Anchor];
    const places = [inForce, { ...proposed, proposal: "digest" }];
    const made = makeRound([one("x", { anchor: before }), one("y", { anchor: since })], places, 1);
    expect("round" in made && made.round.comments).toMatchObject([
      { anchor: { version: 1, excerpt: "20 %" } },
      { anchor: { version: 2, excerpt: "5 %" }, proposal: "digest" },
    ]);
    expect("round" in made && "proposal" in (made.round.comments[0] ?? {})).toBe(false);
  });

  it("takes the place in the version that is offered where the one in force has none", () => {
    const offered = placeOf([{ id: "check", title: "Check" }], 2, place);
    const check = anchorOn(offered, { kind: "task", taskId: "check" }) as Anchor;
    const made = makeRound([one("x"), one("y", { anchor: check })], [place, offered], 1);
    expect("round" in made && made.round.comments.map((sent) => sent.anchor.version)).toEqual([1, 2]);
  });

  it("says what keeps comments from being a round", () => {
    const problem = (comments: SendableComment[], at = place) => makeRound(comments, [at], 1);
    expect(problem([])).toEqual({ problem: { code: "none" } });
    expect(problem(several(MAX_ROUND_COMMENTS + 1))).toEqual({ problem: { code: "too_many" } });
    expect(problem([one("x")], placeOf([], 2))).toEqual({ problem: { code: "stale", ids: ["x"] } });
    const long = "é".repeat(MAX_COMMENT_CHARS);
    expect(problem(several(MAX_ROUND_COMMENTS, { text: long }))).toEqual({ problem: { code: "too_large" } });
  });

  it("is small enough for its event", () => {
    const made = makeRound(several(10, { text: "x".repeat(MAX_COMMENT_CHARS) }), [place], 1);
    expect("round" in made && byteLength(JSON.stringify(made.round))).toBeLessThanOrEqual(MAX_ROUND_BYTES);
  });
});
