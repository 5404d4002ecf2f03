import { describe, expect, it } from "vitest";
import { commentsQuery } from "@/lib/client/late-reads";
import type { CommentView } from "@/lib/core/comments/view";
import { commentView } from "@/lib/testing/comment-view";
import { renderHtml, renderText } from "@/lib/testing/render";
import { OpenCommentsNote } from "../comments/open-note";
import { GATE_STORIES, queriesOf } from "../styleguide/gate-stories";
import { ContextLoaded } from "./context/context-loaded";
import { DecisionForm } from "./decide/decision-form";
import { GatePanel } from "./gate-panel";

describe("the gate of a plan that people comment on", () => {
  const story = GATE_STORIES.plan_approval();
  const { state, gate } = story;

  it("lets nobody approve before it is known how many comments are open; all else it takes", () => {
    const html = renderHtml(<GatePanel state={state} gate={gate} />, { queries: queriesOf(story) });
    const titleOf = (verb: string) => new RegExp(`title="([^"]*)" data-act="Go to: ${verb}"`).exec(html)?.[1];
    expect(titleOf("Approve")).toBe("Approve once the open comments are counted.");
    expect(titleOf("Request changes")).toBe("The plan is written again with your comment.");
  });

  it("says how many are open beside the approval, and that none is", () => {
    const note = (items?: CommentView[]) =>
      renderText(<OpenCommentsNote state={state} onCounted={() => {}} />, {
        queries: items ? [{ queryKey: commentsQuery(state).queryKey, data: { items } }] : [],
      });
    expect(note()).toBe("Counting open comments…");
    expect(note([commentView(), commentView({ status: "stale" })])).toContain("1 comment open, 1 stale");
    expect(note([])).toBe("No open comments");
  });
});

it("chooses no decision for one who asked to decide a review by hand", () => {
  const { state, gate } = GATE_STORIES.review_decision();
  const form = {
    state,
    taskId: gate.taskId,
    verbs: gate.verbs,
    approvalContext: undefined,
    pane: { current: null },
    mutation: { pendingVerb: undefined, refusal: undefined, send: async () => false },
    reading: { isDrawn: true, isRead: true, next: undefined },
    draftState: { draft: { comment: "" }, change: () => {}, clear: () => {} },
  };
  const isChosen = (isByHand: boolean) =>
    renderHtml(<DecisionForm {...form} isByHand={isByHand} />).includes('checked=""');
  expect([isChosen(false), isChosen(true)]).toEqual([true, false]);
});

it("lets nothing pass before all that it is about has said that it is drawn, whatever is on its way or failed", () => {
  const stories = [GATE_STORIES.tool_approval, GATE_STORIES.human_review];
  for (const { state, gate, ...more } of stories.map((story) => story())) {
    const known = queriesOf({ ...more, state, gate });
    for (const queries of [[], known])
      expect(renderHtml(<GatePanel state={state} gate={gate} />, { queries })).toMatch(
        /<button[^>]*title="Approve once all of it was shown\."/,
      );
  }
});

it("says what could not be loaded, with the way to it", () => {
  const read = { context: undefined, isAwaited: false, isFetching: false, load: () => {} };
  expect(renderText(<ContextLoaded {...read} />)).toContain(
    "Could not load all that you decide about. Try again",
  );
  const { context } = GATE_STORIES.tool_approval();
  expect(renderText(<ContextLoaded {...read} context={context} />)).toBe("");
  const compared = { isAwaited: false, isMissing: true, isFetching: false, load: () => {} };
  expect(renderText(<ContextLoaded {...read} context={context} compared={compared} />)).toContain(
    "Could not load what changed in the plan. Try again",
  );
});

it("takes an answer to what a tool asks once all that is read before it is there, which would push it away", () => {
  const { state, gate, ...more } = GATE_STORIES.tool_input();
  const textAt = (planVersion: number) => {
    const shown = { ...gate, planVersion };
    const [context] = queriesOf({ ...more, state, gate: shown });
    return renderText(<GatePanel state={state} gate={shown} />, { queries: context ? [context] : [] });
  };
  expect(textAt(1)).toContain("europe-south");
  // What changed since the first version is on its way.
  expect(textAt(2)).not.toContain("europe-south");
});
