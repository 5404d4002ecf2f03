import { describe, expect, it, vi } from "vitest";
import { apiProblem, unreachable } from "@/lib/client/call";
import * as hydration from "@/lib/client/use-is-hydrated";
import type { Decision, ReviewSpec } from "@/lib/core/plan/schema";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import { planOf } from "@/lib/testing/runs/run-world";
import { holdingReview } from "@/lib/testing/runs/waiting-gate";
import type { ApprovalContext } from "./context/use-approval-context";
import { saveDraft } from "./drafts/kept-drafts";
import { HeldReview, holdClaim } from "./held-review";

const COST = { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 };

function show(state: RunState, context?: Partial<ApprovalContext>): string {
  const { runId, planVersion: version } = state;
  const queryKey = ["approval-context", { runId, taskId: "r", version, attempt: 1 }];
  return renderText(<HeldReview state={state} task={state.tasks.r as TaskState} />, {
    queries: context ? [{ queryKey, data: { cost: COST, ...context } }] : [],
  });
}
const shown = (decision: Decision) => show(holdingReview(decision).state);

describe("HeldReview", () => {
  it.each(["CONTINUE", "COMPLETE"] as const)("offers to apply a proposed %s at once", (decision) => {
    expect(shown(decision)).toMatch(/Apply now a Override e$/);
  });

  it("offers no single click for a proposal that aborts the run", () => {
    const page = shown("ABORT");
    expect(page).toMatch(/Decide now e$/);
    expect(page).not.toContain("Apply now");
  });

  it("is read from what happens over changes, evidence, proposal and money to the answers", () => {
    const [remaining, tail] = [planOf({ id: "b", title: "Write" }), planOf({ id: "c", title: "Sum up" })];
    expect(show(holdingReview("REPLAN").state, { remaining, tail })).toMatch(
      /REPLAN · Replaces the rest .*Changes in the rest of the plan .*added: Sum up.* Evidence .*Review proposal .*Cost .*Override e$/,
    );
  });

  it("has what the held tail releases before what CONTINUE would in its place", () => {
    const acting = holdingReview("REPLAN", { agent: "deployer", title: "Pay the bill" });
    const [remaining, tail] = [
      planOf({ id: "b", title: "Write" }),
      planOf({ id: "c", title: "Pay at once", agent: "deployer" }),
    ];
    const tailActs = [{ taskId: "c", tools: ["deploy"] }];
    expect(show(acting.state, { remaining, tail, tailActs })).toMatch(
      /REPLAN releases work .*“Pay at once”.*CONTINUE releases work .*“Pay the bill”/,
    );
  });

  it("has what servers say of the tools by which its work acts", () => {
    const acting = holdingReview("CONTINUE", { agent: "deployer", title: "Pay the bill" });
    const servedTools = [
      { name: "bank__pay", description: "Pays 9000 to the one who wrote this", takes: "EVIL" },
    ];
    expect(show(acting.state, { servedTools })).toMatch(
      /CONTINUE releases work .*MCP tools that it acts with, or knows.*bank__pay.*Pays 9000 to the one who wrote this.*what it takes.*EVIL/,
    );
  });

  it.each([
    [undefined, "without a countdown."],
    [7_200, "for 2 h 00 m."],
  ])("says how long a decision by hand has (%s s)", (seconds, words) => {
    const { state } = holdingReview("CONTINUE");
    const task = state.tasks.r as TaskState;
    const review = { ...task.spec.review, approvalTimeoutSeconds: seconds } as ReviewSpec;
    const { runId, planVersion: version } = state;
    const queryKey = ["approval-context", { runId, taskId: "r", version, attempt: 1 }];
    saveDraft(`${runId}/r`, { comment: "Not yet" });
    using _ = vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true);
    const page = renderText(<HeldReview state={state} task={{ ...task, spec: { ...task.spec, review } }} />, {
      queries: [{ queryKey, data: { cost: COST } }],
    });
    saveDraft(`${runId}/r`, undefined);
    expect(page).toContain(`By hand: it waits for you as a gate, ${words}`);
  });

  it("shows what is proposed and why, and the version of the plan", () => {
    const page = show(holdingReview("CONTINUE").state, {});
    expect(page).toContain("Held decision · plan v1");
    expect(page).toContain("Three of four sources agree.");
  });

  it("shows nothing that what is still to come would push down", () => {
    expect(shown("CONTINUE")).not.toContain("Evidence");
  });

  it("says how often people agreed with reviews before", () => {
    const agreement = { decided: 8, agreed: 6 };
    expect(show(holdingReview("CONTINUE").state, { agreement })).toMatch(
      /Cost .*People agreed with 6 of 8 proposals at reviews .*Apply now/,
    );
  });

  it("says what comes of it, and how to keep it from that", () => {
    expect(shown("CONTINUE")).toContain(
      "takes effect when the hold ends, unless you override it before then",
    );
    expect(shown("ABORT")).toContain("takes effect when the hold ends, unless you decide before then");
  });

  it.each(["CONTINUE", "ABORT"] as const)("shows what CONTINUE releases while %s is held", (decision) => {
    const acting = holdingReview(decision, {
      agent: "deployer",
      title: "Pay the bill",
      input: "Pay a@b.example",
    });
    const page = show(acting.state, {});
    expect(page).toMatch(
      /CONTINUE releases work that acts outside 1 ▲ “Pay the bill” · deploy · b to a@b\.example Pay a@b\.example/,
    );
    expect(show(holdingReview(decision).state, {})).not.toContain("releases work");
  });

  it("says under four eyes, before anything is pressed, that its author may not decide otherwise", () => {
    const note = "Deciding otherwise needs a second person: Mia wrote the mission or plan";
    const { state } = holdingReview("ABORT");
    const author = { kind: "person" as const, id: "mia", name: "Mia" };
    const bound = { ...state, author, settings: { ...state.settings, fourEyes: true } };
    expect(show(bound)).toContain(note);
    expect(show({ ...state, author })).not.toContain(note);
  });

  it("is nothing once the decision was applied", () => {
    expect(show(holdingReview("CONTINUE").tick(60_000).state)).toBe("");
  });
});

describe("holdClaim", () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const REFUSAL = apiProblem("Bob is deciding.", { code: "not_allowed_now", status: 409 });

  /** A claim as it is held in a page: what it said, what the page was shown, and the facts that it asks for. */
  function holding(outcome: Promise<object> = Promise.reject(unreachable())) {
    outcome.catch(() => undefined);
    const [said, shown]: [string[], unknown[]] = [[], []];
    const facts = { isClaimed: false, isRefused: false, isSent: false };
    let nowMs = 0;
    const claim = holdClaim({
      say: async (type) => {
        said.push(type);
        return outcome;
      },
      facts: () => facts,
      show: (problem) => shown.push(problem),
      nowMs: () => nowMs,
    });
    const renewAt = (ms: number) => {
      nowMs = ms;
      claim.renew();
      return said.length;
    };
    return { said, shown, facts, claim, renewAt };
  }

  it("claims at once, and shows why a claim was refused", async () => {
    const { said, shown } = holding(Promise.reject(REFUSAL));
    expect(said).toEqual(["claim_review"]);
    await settled();
    expect(shown).toEqual([REFUSAL]);
  });

  it("says nothing of a claim that did not arrive", async () => {
    const { shown } = holding();
    await settled();
    expect(shown).toEqual([]);
  });

  it.each([{ isClaimed: true }, { isRefused: true }])("renews every 15 seconds while %o", (known) => {
    const { facts, renewAt } = holding(Promise.resolve({}));
    Object.assign(facts, known);
    expect([14_999, 15_000, 29_999, 30_000].map(renewAt)).toEqual([1, 2, 2, 3]);
  });

  it("claims again after a second while nothing has come of it", () => {
    const { renewAt } = holding();
    expect([999, 1_000, 1_999, 2_000].map(renewAt)).toEqual([1, 2, 2, 3]);
  });

  it.each([
    { known: { isClaimed: true, isSent: false }, releases: true },
    { known: { isClaimed: true, isSent: true }, releases: false },
    { known: { isClaimed: false, isSent: false }, releases: false },
  ])("releases at its end: $known, $releases", ({ known, releases }) => {
    const { said, shown, facts, claim } = holding(Promise.resolve({}));
    Object.assign(facts, known);
    claim.end();
    expect(said.includes("release_review")).toBe(releases);
    expect(shown.at(-1)).toBeUndefined();
  });

  it("shows no refusal that comes after its end", async () => {
    const { shown, claim } = holding(Promise.reject(REFUSAL));
    claim.end();
    await settled();
    expect(shown).toEqual([undefined]);
  });
});
