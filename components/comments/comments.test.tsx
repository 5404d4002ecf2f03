import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { meQuery, peopleQuery } from "@/lib/client/people-queries";
import { StoppedClock } from "@/lib/client/run-clock";
import * as hydration from "@/lib/client/use-is-hydrated";
import type { CommentsView, CommentView } from "@/lib/core/comments/view";
import { currentPlan } from "@/lib/core/run/offered-plan";
import { commentView, questionView } from "@/lib/testing/comment-view";
import { renderHtml, renderText, renderWhole, wordsOf } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { BOB, CARL, PAT, running } from "@/lib/testing/runs/wished-run";
import { Composer } from "./composer";
import { placesOf } from "./places";
import { type Chosen, SendRound, useChosen } from "./round";
import { Thread } from "./thread";
import { commentsByTask, openComments } from "./use-comments";

// Controls are off until a page lives.
beforeEach(() => void vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true));

const { state } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"], input: "Do it" }) });
const plan = currentPlan(state);

describe("commentsByTask", () => {
  it("counts what nobody has resolved, and shows the most pressing of it", () => {
    const items = [
      commentView({ status: "addressed" }),
      commentView({ status: "sent" }),
      commentView({ status: "declined" }),
      commentView({ status: "resolved" }),
      commentView({ status: "declined", at: { taskId: "b", fromId: "a", changed: true } }),
      commentView({ at: { taskId: null, fromId: null, changed: false } }),
    ];
    expect([...commentsByTask(state, { items })]).toEqual([
      ["a", { comments: 3, commentsAre: "open" }],
      ["b", { comments: 1, commentsAre: "answered" }],
    ]);
    expect(openComments({ items })).toHaveLength(1);
  });

  it("shows one without a place at the ghost that it was made on, and nowhere else", () => {
    const items = [commentView({ at: null, status: "stale" })];
    const dropped = { a: { ...state.tasks.a, status: "superseded" } } as unknown as typeof state.tasks;
    expect(commentsByTask(state, { items }).size).toBe(0);
    expect([...commentsByTask({ tasks: dropped }, { items })]).toEqual([
      ["a", { comments: 1, commentsAre: "stale" }],
    ]);
    expect(commentsByTask(state, undefined).size).toBe(0);
  });
});

describe("placesOf", () => {
  it("offers the plan, the selected task, what it says, and what it waits for", () => {
    expect(placesOf(plan).map(({ label }) => label)).toEqual(["Whole plan"]);
    const places = placesOf(plan, "b");
    expect(places.slice(0, 3).map(({ target }) => target)).toEqual([
      { kind: "plan" },
      { kind: "task", taskId: "b" },
      { kind: "field", taskId: "b", field: "input" },
    ]);
    expect(places.at(-1)?.target).toEqual({ kind: "edge", taskId: "b", fromId: "a" });
    expect(placesOf(plan, "gone")).toHaveLength(1);
    // What is not there can be what is missing.
    const labels = places.map(({ label, group }) => `${group}: ${label}`);
    for (const missing of [
      "Checks: b › check (none)",
      "Agent: b › agent tools (none)",
      "Work: b › details (none)",
    ])
      expect(labels).toContain(missing);
    expect(labels).toContain("Limits and failure: b › critical");
    expect(labels.at(-1)).toMatch(/^Dependencies: /);
  });
});

/** The store of a tab, which begins with this. */
function storeOf(kept: Record<string, unknown>): void {
  const texts = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => texts.get(`${key}`.split(":")[1] ?? "") ?? null,
  });
}
afterEach(() => vi.unstubAllGlobals());

describe("Composer", () => {
  const about = (place: object) => ({ "comment/run_1": "Why?", "comment/run_1/about": place });
  const words = (taskId?: string, of = state) =>
    renderHtml(<Composer state={of} taskId={taskId} area={null} above={0} />);

  it("begins with what is selected", () => {
    storeOf({});
    expect(words("b")).toMatch(/<option value="task:b" selected="">/);
    expect(words("b")).not.toContain("stays about");
  });

  it("keeps what is written about its place whatever is selected, and offers the change", () => {
    const place = placesOf(plan, "b").find(({ target }) => target.kind === "field");
    storeOf(about(place ?? {}));
    expect(words("b")).toMatch(/<option value="field:input:b" selected="">/);
    expect(words("b")).not.toContain("stays about");
    for (const selected of ["a", undefined]) {
      expect(words(selected)).toMatch(/<option value="field:input:b" selected="">/);
      expect(words(selected)).toContain("stays about");
    }
    expect(words("a")).toMatch(/Change to “(<!-- -->)?a/i);
    expect(words()).toMatch(/Change to “(<!-- -->)?Whole plan/);
  });

  it("is about the version that is shown, and says what becomes of that where it is an earlier one", () => {
    storeOf({});
    const later = { ...state, planVersion: 3 };
    const earlier = { version: 2, plan: { ...plan, tasks: plan.tasks.slice(0, 1) } };
    const on = (shown: typeof earlier, taskId: string) =>
      renderText(<Composer state={later} shown={shown} taskId={taskId} area={null} above={0} />);
    expect(on(earlier, "a")).toContain("About version 2, which is shown.");
    expect(on(earlier, "b")).not.toContain("b › instructions");
    expect(on({ ...earlier, version: 4 }, "a")).not.toContain("which is shown");
    expect(words("a")).not.toContain("which is shown");
  });

  it("sends nothing about a place that is gone until another is chosen", () => {
    storeOf(about({ value: "task:gone", label: "Gone", target: { kind: "task", taskId: "gone" } }));
    expect(words("a")).toContain("“Gone” is no longer in the plan. Choose what this is about.");
    expect(words("a")).toMatch(/<button[^>]*type="submit"[^>]*disabled/);
  });
});

describe("SendRound", () => {
  const many = (count: number): CommentsView => ({
    items: Array.from({ length: count }, (_, n) => commentView({ commentId: `cmt_${n}` })),
    planVersion: 1,
    round: null,
    sending: { by: "replan" },
    wishes: { used: 0, limit: 10 },
  });
  const seen: Chosen[] = [];
  function Round({ view }: { view: CommentsView }) {
    const chosen = useChosen("run_1", view);
    seen.push(chosen);
    return <SendRound state={state} view={view} chosen={chosen} onSent={() => undefined} />;
  }

  it("sends all open comments but those that a person leaves out, and says what stays open", () => {
    expect(renderText(<Round view={many(3)} />)).toContain("Send 3 comments as one revision");
    storeOf({ "left-out/run_1": ["cmt_1", "gone"] });
    const words = renderText(<Round view={many(3)} />);
    expect(words).toContain("Send 2 comments as one revision");
    expect(words).toContain("1 comment stays open.");
    expect(seen.at(-1)).toMatchObject({ ids: ["cmt_0", "cmt_2"], isFull: false });
  });

  it("says before they go out what their writers cannot approve any more, and that nobody else can", async () => {
    const bound = running().state;
    const by = { kind: "person" as const, id: CARL.id, name: CARL.name };
    const view = { ...many(0), items: [commentView({ by })] };
    const chosen: Chosen = { ids: ["cmt_1"], isFull: false, choose: () => {}, reset: () => {} };
    const said = async (ids: string[]) => {
      const round = <SendRound state={bound} view={view} chosen={{ ...chosen, ids }} onSent={() => {}} />;
      const queries = [
        { queryKey: meQuery().queryKey, data: BOB },
        { queryKey: peopleQuery().queryKey, data: { items: [PAT, BOB, CARL], gone: [] } },
      ];
      return wordsOf(await renderWhole(round, { queries }));
    };
    const own = view.items[0]?.commentId ?? "";
    expect(await said([own])).toContain("cannot approve “Release?” yourself; nobody else here can.");
    expect(await said(["another"])).toContain("cannot approve “Release?” yourself. Carl can.");
  });

  it("takes as many as a round does", () => {
    expect(renderText(<Round view={many(23)} />)).toContain("Send 20 comments as one revision");
    expect(seen.at(-1)?.isFull).toBe(true);
  });
});

describe("Thread", () => {
  const shown = (part: Partial<CommentView>) =>
    renderHtml(
      <Thread
        comment={commentView(part)}
        isHere={false}
        isOpen={false}
        onOpen={() => {}}
        shownVersion={2}
        onVersion={() => {}}
      />,
    )
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
  const change = { fields: [], added: 0, removed: false };

  it("says what came back and whether the version shows it, in words that are only text", () => {
    const answer = {
      outcome: "addressed" as const,
      note: "<b>Lower</b>",
      change,
      emptyClaim: true,
      version: 2,
    };
    const words = shown({ answer, text: "<script>alert(1)</script>" });
    expect(words).toContain("Claimed, no change found");
    expect(words).toContain("&lt;b&gt;Lower&lt;/b&gt;");
    expect(words).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    const found = { ...answer, change: { ...change, added: 1 }, emptyClaim: false };
    expect(shown({ status: "addressed", answer: found })).toMatch(/✓.*Addressed: \+1 task/);
    const place = { ...commentView().place, kind: "plan" as const };
    const ofPlan = shown({ status: "addressed", answer: found, place });
    expect(ofPlan).toContain("Said to be addressed; plan changed: 1 task added");
    expect(ofPlan).not.toContain("✓");
  });

  it("leads to the version in which it was made where the shown one has no place for it", () => {
    expect(shown({ at: null, status: "stale" })).toContain("Not in plan v2; made on version 1");
    const place = { ...commentView({}).place, version: 2 };
    expect(shown({ at: null, place })).toContain("Made on a proposal of version 2 that was not kept");
  });

  it("opens with the reply that was typed and not sent", () => {
    expect(shown({})).not.toContain("Why not two?");
    storeOf({ "reply/cmt_1": "Why not two?" });
    expect(shown({})).toContain("Why not two?");
    expect(shown({ commentId: "cmt_2" })).not.toContain("Why not two?");
  });

  it("shows what was asked, and a model's answer by its name with what it took", () => {
    const answer = { text: "<b>You</b> do.", model: "acme:large", costUsd: null, latencyMs: 3_200, at: 9 };
    const words = shown({ questions: [questionView({ status: "answered", answer })] });
    expect(words).toContain("Bob Who decides?");
    expect(words).toContain("acme:large &lt;b&gt;You&lt;/b&gt; do.");
    expect(words).toContain("Model’s answer on v2 · unknown · 3.2 s");
    const simulated = { ...answer, model: "simulated:scenarios", costUsd: 0.0012 };
    expect(shown({ questions: [questionView({ status: "answered", answer: simulated })] })).toContain(
      "$0.0012 simulated · 3.2 s",
    );
    expect(shown({ questions: [questionView({})] })).toContain("Asking a model…");
    const failed = shown({ questions: [questionView({ status: "failed", failure: "timeout" })] });
    expect(failed).toMatch(/No answer .*Ask again .*The provider timed out\./);
  });

  it("says the words of a question that opens it once, and lets nobody send or change it", () => {
    const opened = { text: "Who decides?", isQuestion: true, questions: [questionView({})] };
    expect(shown(opened).split("Who decides?")).toHaveLength(2);
    expect(openComments({ items: [commentView(opened)] })).toEqual([]);
    expect(commentsByTask(state, { items: [commentView(opened)] }).get("a")?.commentsAre).toBe("open");
    const done = { ...opened, questions: [questionView({ status: "failed", failure: "fault" })] };
    expect(commentsByTask(state, { items: [commentView(done)] }).get("a")?.commentsAre).toBe("answered");
  });

  it("says where it still stands, and what it quotes that has changed", () => {
    expect(shown({ at: { taskId: "a", fromId: null, changed: true } })).toContain("Quoted text changed");
    expect(shown({ status: "sent", round: 2 })).toMatch(/Sent in round\s+2; waiting for the next version/);
    expect(shown({ status: "resolved", resolvedBy: { kind: "person", id: "b", name: "Bob" } })).toContain(
      "Resolved by Bob",
    );
  });
});

describe("comments at a past moment", () => {
  it("can only be read", () => {
    const shown = (time: number | undefined) =>
      renderText(
        <StoppedClock value={time}>
          <Thread comment={commentView()} isHere={false} isOpen onOpen={() => {}} shownVersion={1} />
        </StoppedClock>,
      );
    expect(shown(undefined)).toMatch(/Reply .*Edit .*Resolve/);
    expect(shown(9)).toContain("Why?");
    expect(shown(9)).not.toMatch(/Reply|Resolve|Edit|Delete/);
  });
});
