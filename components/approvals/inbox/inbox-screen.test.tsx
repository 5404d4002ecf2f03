import { describe, expect, it } from "vitest";
import { type ApprovalsFilter, approvalsQuery } from "@/lib/client/query";
import type { ApprovalView, HeldDecision } from "@/lib/core/views";
import { renderHtml, renderText } from "@/lib/testing/render";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { LIVE_GATES } from "../../shell/live-filters";
import { HeldDecisions } from "../held-decisions";
import { heldQuery } from "../held-query";
import { InboxScreen, nextOpenGate, triageAct } from "./inbox-screen";

const mine = gateView("mine", { prompt: "Ship it?", assignees: ["ada"] });
const others = gateView("others", { prompt: "Raise the limit?", kind: "budget", assignees: ["bob"] });
const ada = { id: "ada", name: "Ada" };

const HELD: HeldDecision = {
  runId: "run_2",
  taskId: "look",
  title: "Look at it",
  mission: "Prune",
  decision: "REPLAN",
  heldUntil: 9_000,
};
const heldAre = (...items: HeldDecision[]) => ({ queryKey: heldQuery().queryKey, data: { items } });

const page = (items: ApprovalView[]) => ({ items, nextCursor: null });
const queriesOf = (open: ApprovalView[]) => [
  { queryKey: approvalsQuery(LIVE_GATES).queryKey, data: page(open) },
  heldAre(),
];

function inbox(search = "", open: ApprovalView[] = [mine, others], closed?: ApprovalView[]): string {
  const queries = queriesOf(open);
  const latest = approvalsQuery({ status: "closed", limit: 100 }).queryKey;
  const known = closed ? [...queries, { queryKey: latest, data: page(closed) }] : queries;
  return renderText(<InboxScreen viewer={ada} />, { search, queries: known });
}

describe("InboxScreen", () => {
  it("shows at first what is for its viewer, and counts what is for everyone", () => {
    const page = inbox();
    expect(page).toContain("For me 1 All open 2 Decided");
    expect(page).toContain("Ship it?");
    expect(page).not.toContain("Raise the limit?");
  });

  it("shows the list that the address names, and the first one for a name that none has", () => {
    expect(inbox("tab=open")).toContain("Raise the limit?");
    expect(inbox("tab=nonsense")).not.toContain("Raise the limit?");
  });

  it("filters the list by kind and words, and says when filters hide everything", () => {
    expect(inbox("tab=open&kind=budget")).not.toContain("Ship it?");
    expect(inbox("tab=open&q=ship")).not.toContain("Raise the limit?");
    expect(inbox("tab=open&kind=nonsense")).toContain("Ship it?");
    expect(inbox("q=nothing")).toContain("No gates match the filters 1 gate does not match.");
  });

  it("has the line of a deadline before the page knows the time", () => {
    const gate = { ...mine, deadlineAt: Date.UTC(2026, 0, 2), onTimeout: "reject" as const };
    expect(inbox("", [gate])).toContain("2026-01-02 , then: reject");
  });

  it("tells an inbox without work from a workspace without gates", () => {
    expect(inbox("", [others])).toContain("Nothing needs your attention");
    expect(inbox("tab=open", [])).toContain("No open gates");
  });

  it("keeps room for gates that are on their way, or come where none was listed, alone", () => {
    const html = (search: string) =>
      renderHtml(<InboxScreen viewer={ada} />, { search, queries: queriesOf([mine]) });
    expect(html("")).not.toContain("min-h-80");
    expect(html("tab=decided")).toContain("min-h-80");
    expect(html("")).not.toMatch(/min-h-(?:29|42)/);
    expect(html("q=nothing")).toContain("min-h-42");
  });

  it("puts nothing below a list that the server looks for", () => {
    const shown = (items: ApprovalView[] | undefined) => {
      const search = { ...LIVE_GATES, text: "ship", assigned: "me" as const };
      const live = {
        queryKey: approvalsQuery(LIVE_GATES).queryKey,
        data: { items: [mine], nextCursor: "more" },
      };
      const found = items ? [{ queryKey: approvalsQuery(search).queryKey, data: page(items) }] : [];
      return renderText(<InboxScreen viewer={ada} />, {
        search: "q=ship",
        queries: [live, heldAre(HELD), ...found],
      });
    };
    expect(shown(undefined)).toContain("Loading…");
    expect(shown(undefined)).not.toContain("Held decisions");
    expect(shown([])).not.toContain("Loading…");
    expect(shown([])).toContain("Held decisions");
  });

  it("loads decided gates before it says that there are none", () => {
    expect(inbox("tab=decided")).toContain("Loading…");
    expect(inbox("tab=decided", [], [])).toContain("No decisions yet");
    const decided = gateView("old", { status: "decided", prompt: "Was it good?" });
    expect(inbox("tab=decided", [], [decided])).toContain("Was it good?");
  });
});

it("decisions that apply by themselves stand below the gates, each with the way to it", () => {
  const html = renderHtml(<HeldDecisions keys="list" />, { queries: [heldAre(HELD)] });
  expect(html).toMatch(/data-opens="true"[^>]*href="\/runs\/run_2\?task=look"[^>]*>“Look at it”: REPLAN</);
  expect(html).toContain("Applies unless overridden");
  expect(renderHtml(<HeldDecisions keys="list" />, { queries: [heldAre()] })).toBe("");
  // The inbox has keys of its own.
  const inInbox = renderHtml(<HeldDecisions keys="held" />, { queries: [heldAre(HELD)] });
  expect(inInbox).toContain('data-held-row="run_2 look"');
  expect(inInbox).not.toContain("data-opens");
});

describe("an inbox of more gates than are at hand", () => {
  const shown = (
    search: string,
    asked: ApprovalsFilter,
    items: ApprovalView[],
    nextCursor: string | null = null,
  ) => {
    const live = { items: [others], nextCursor: "later" };
    const queries = [
      { queryKey: approvalsQuery(LIVE_GATES).queryKey, data: live },
      { queryKey: approvalsQuery({ ...LIVE_GATES, ...asked }).queryKey, data: { items, nextCursor } },
      heldAre(),
    ];
    return renderText(<InboxScreen viewer={ada} />, { search, queries });
  };

  it("has what the server found, and the way to more", () => {
    const page = shown("q=ship", { text: "ship", assigned: "me" }, [mine], "later");
    expect(page).toContain("Ship it?");
    expect(page).toContain("Show more");
    expect(page).toMatch(/For me 0\+ .*All open 1\+/);
    expect(shown("tab=open&kind=budget", { kind: "budget" }, [others])).not.toContain("Show more");
  });

  it("says that all of it was searched where nothing fits", () => {
    expect(shown("tab=open&q=none", { text: "none" }, [])).toContain("The whole list was searched.");
  });
});

describe("triageAct", () => {
  const gates = [mine, others, gateView("third", { verbs: ["respond", "reject"] })];
  const inList = (key: string, focusedId?: string) => triageAct(key, { gates, openId: undefined, focusedId });
  const inDrawer = (key: string, openId: string) => triageAct(key, { gates, openId, focusedId: "third" });

  it("goes through the rows, from the first where none has the focus", () => {
    expect(inList("j")).toEqual({ kind: "focus", id: "mine" });
    expect(inList("j", "mine")).toEqual({ kind: "focus", id: "others" });
    expect(inList("k", "others")).toEqual({ kind: "focus", id: "mine" });
    expect(triageAct("j", { gates: [], openId: undefined, focusedId: undefined })).toBeUndefined();
  });

  it("goes on from the last gate to the held decisions, which the drawer has none of", () => {
    const at = (key: string, focusedId: string, openId?: string) =>
      triageAct(key, { gates, openId, focusedId, held: ["run_1 look", "run_2 check"] });
    expect(at("j", "third")).toEqual({ kind: "focus", id: "run_1 look" });
    expect(at("j", "run_1 look")).toEqual({ kind: "focus", id: "run_2 check" });
    expect(at("k", "run_1 look")).toEqual({ kind: "focus", id: "third" });
    expect(at("a", "run_1 look")).toBeUndefined();
    expect(at("j", "third", "third")).toEqual({ kind: "open", id: "third" });
  });

  it("opens a review to decide it otherwise", () => {
    const review = gateView("review", { kind: "review_decision", verbs: ["approve", "ABORT"] });
    const act = (focusedId: string) =>
      triageAct("e", { gates: [mine, review], openId: undefined, focusedId });
    expect(act("review")).toEqual({ kind: "open", id: "review" });
    const limit = gateView("limit", { kind: "budget", verbs: ["raise"] });
    expect(triageAct("e", { gates: [limit], openId: undefined, focusedId: "limit" })).toBeUndefined();
  });

  it("goes through the gates in the drawer, whatever row has the focus", () => {
    expect(inDrawer("j", "mine")).toEqual({ kind: "open", id: "others" });
    expect(inDrawer("k", "third")).toEqual({ kind: "open", id: "others" });
  });

  it("opens a row with the verb begun that the key stands for, where its gate offers it", () => {
    expect(inList("a", "mine")).toEqual({ kind: "open", id: "mine", verb: "approve" });
    expect(inList("r", "third")).toEqual({ kind: "open", id: "third", verb: "reject" });
    expect(inList("a", "third")).toBeUndefined();
    expect(inList("a")).toBeUndefined();
  });

  it("leads on to the next open gate, in the list and in the drawer", () => {
    const decided = gateView("decided", { status: "decided" });
    const act = (openId: string | undefined, focusedId?: string) =>
      triageAct("n", { gates: [mine, decided, others], openId, focusedId });
    expect(act("mine")).toEqual({ kind: "open", id: "others" });
    expect(act(undefined, "others")).toEqual({ kind: "open", id: "mine" });
    expect(act(undefined)).toEqual({ kind: "open", id: "mine" });
    expect(triageAct("n", { gates: [mine], openId: "mine", focusedId: undefined })).toBeUndefined();
  });

  it("selects the row that has the focus", () => {
    expect(inList("x", "mine")).toEqual({ kind: "select", id: "mine" });
    expect(inList("x")).toBeUndefined();
  });

  it("neither decides nor selects behind an open drawer", () => {
    expect(inDrawer("a", "mine")).toBeUndefined();
    expect(inDrawer("x", "mine")).toBeUndefined();
  });
});

describe("nextOpenGate", () => {
  const gates = [
    gateView("a", { prompt: "A?" }),
    gateView("b", { prompt: "B?", status: "decided" }),
    gateView("c", { prompt: "C?\nD?" }),
  ];

  it.each([
    ["a", { id: "c", question: "“C?\nD?”", left: 1 }],
    ["b", { id: "c", question: "“C?\nD?”", left: 2 }],
    ["c", { id: "a", question: "“A?”", left: 1 }],
    ["unlisted", { id: "a", question: "“A?”", left: 2 }],
  ])("is the open one after %s, or the first again", (openId, next) => {
    expect(nextOpenGate(gates, openId)).toEqual(next);
  });

  it("is none where no other is open", () => {
    expect(nextOpenGate(gates.slice(1), "c")).toBeUndefined();
  });
});
