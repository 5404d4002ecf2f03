import { describe, expect, it } from "vitest";
import type { Vote } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { askedUnder } from "@/lib/testing/runs/asked-question";
import { voteOf } from "@/lib/testing/runs/votes";
import type { ReadSoFar } from "../context/unread";
import { Proposals } from "./proposals";

const IDLE = { pendingVerb: undefined, refusal: undefined, send: async () => true };
const READ: ReadSoFar = { isDrawn: true, isRead: true, next: undefined };

const answers = (name: string, value: string, part: Partial<Vote> = {}) =>
  voteOf(name, { verb: "respond", value: storeValue(value).stored, ...part });

function shown(votes: Vote[], me = "Zoe") {
  const { state, gate } = askedUnder({ quorum: 2 }, ["Bob", "Carl"], { kind: "tool_input" });
  const data = { id: me.toLowerCase(), name: me, roles: [], capabilities: ["review"] };
  return renderText(<Proposals state={state} gate={{ ...gate, votes }} mutation={IDLE} reading={READ} />, {
    queries: [{ queryKey: ["me"], data }],
  });
}

describe("what people propose where an answer takes several", () => {
  it("stands with its voters, how far it has come, why, and the button that votes for the same", () => {
    const votes = [answers("Ada", "prod", { comment: "It is ready" }), answers("Bob", "staging")];
    const text = shown(votes);
    expect(text).toMatch(
      /Proposed answers.*Ada proposes: 1 of 2 prod Ada: It is ready.*Agree with this answer.*Bob proposes: 1 of 2 staging/,
    );
    expect(text.match(/Agree with this answer/g)).toHaveLength(2);
  });

  it("is not offered to those who voted for it already", () => {
    const text = shown([answers("Ada", "prod"), answers("Zoe", "staging")]);
    expect(text).toMatch(/Zoe proposes: 1 of 2 staging You voted for this/);
    expect(text.match(/Agree with this answer/g)).toHaveLength(1);
  });

  it("says what a list is without, and why", () => {
    const items = [
      { verdict: "accept" as const, excerpt: "K-1" },
      { verdict: "reject" as const, excerpt: "K-2", reason: "Sold out" },
    ];
    expect(shown([answers("Ada", "K-1", { items })])).toContain("Without item 2 (K-2), Ada: Sold out");
  });

  it("is nothing where people only approved what is shown", () => {
    expect(shown([voteOf("Ada")])).toBe("");
  });
});
