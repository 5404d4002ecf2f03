import { describe, expect, it } from "vitest";
import { commentsQuery } from "@/lib/client/late-reads";
import type { CommentView } from "@/lib/core/comments/view";
import { commentView } from "@/lib/testing/comment-view";
import { renderHtml } from "@/lib/testing/render";
import { GATE_STORIES, queriesOf } from "../styleguide/gate-stories";
import { GatePanel } from "./gate-panel";

describe("the gate of a plan that people comment on", () => {
  const story = GATE_STORIES.plan_approval();
  const context = queriesOf(story).slice(0, 1);
  const shown = (items?: CommentView[]) => {
    const counted = items ? [{ queryKey: commentsQuery(story.state).queryKey, data: { items } }] : [];
    const html = renderHtml(<GatePanel state={story.state} gate={story.gate} />, {
      queries: [...context, ...counted],
    });
    const titleOf = (verb: string) => new RegExp(`title="([^"]*)" data-act="Go to: ${verb}"`).exec(html)?.[1];
    return { text: html.replace(/<[^>]+>/g, " "), titleOf };
  };

  it("lets nobody approve before it is known how many comments are open; all else it takes", () => {
    const { text, titleOf } = shown();
    expect(text).toContain("Counting open comments…");
    expect(titleOf("Approve")).toBe("Approve once the open comments are counted.");
    expect(titleOf("Request changes")).toBe("The plan is written again with your comment.");
  });

  it("says how many are open beside the approval, and that none is", () => {
    const { text, titleOf } = shown([commentView(), commentView({ status: "stale" })]);
    expect(text).toContain("1 comment open, 1 stale");
    expect(titleOf("Approve")).toBeUndefined();
    expect(shown([]).text).toContain("No open comments");
    expect(shown([]).titleOf("Approve")).toBeUndefined();
  });
});
