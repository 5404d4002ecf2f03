import { createRef } from "react";
import { describe, expect, it } from "vitest";
import { listShown, type ShownList } from "@/lib/core/run/gates/items";
import { storeValue } from "@/lib/core/stored-value";
import { renderHtml } from "@/lib/testing/render";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { AnsweredForm } from "../answered-form";
import { ClosedNote } from "../closed-note";
import { Evidence } from "../context/evidence";
import type { Draft } from "../drafts/kept-drafts";
import { GateAnswer } from "./gate-answer";
import { ItemVerdicts, listedPlaces, WholeListsNote } from "./item-verdicts";

const CLAIMS = [{ claim: "Sales rose" }, { claim: "Costs fell" }, { claim: "Churn is at 3 %" }];
const list = listShown({ kind: "human_review" }, CLAIMS) as ShownList;
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const draftState = (draft: Partial<Draft>) => ({
  draft: { comment: "", ...draft },
  change: () => undefined,
  clear: () => undefined,
});

function judging(draft: Partial<Draft>): { items: string; answer: string } {
  const { state, gate } = waitingAtGate();
  const pane = createRef<HTMLElement>();
  const items = renderHtml(
    <ItemVerdicts title="Items" items={CLAIMS} draftState={draftState(draft)} pane={pane} />,
  );
  const answer = renderHtml(
    <GateAnswer
      state={state}
      gate={gate}
      list={list}
      shown={CLAIMS}
      models={[]}
      pane={pane}
      mutation={{ pendingVerb: undefined, refusal: undefined, send: async () => true }}
      draftState={draftState(draft)}
      reading={{ isDrawn: true, isRead: true, next: undefined }}
    />,
  );
  return { items, answer: textOf(answer) };
}

describe("the items of a list", () => {
  it("are shown whole, each to be accepted or rejected, and all at once", () => {
    const { items, answer } = judging({});
    expect(textOf(items)).toMatch(/Items 3 items .*Sales rose .*Accept .*Reject .*Accept all/);
    expect(items).not.toContain('aria-pressed="true"');
    expect(answer).toContain("Approve");
  });

  it("ask for a reason where they are rejected, and say how many are left", () => {
    const { items, answer } = judging({ items: { 0: { verdict: "accept" }, 1: { verdict: "reject" } } });
    expect(textOf(items)).toContain("1 accepted, 1 rejected, 1 left");
    expect(textOf(items)).toContain("Reason to reject item 2");
    expect(textOf(items)).toContain("Accept the rest (1)");
    expect(answer).not.toContain("Approve");
    expect(answer).toMatch(/Continue with 2 .*Reject .*Request changes/);
  });

  it("of a long list are shown in parts, and can be narrowed down to what is left or rejected", () => {
    const many = Array.from({ length: 60 }, (_, n) => `Claim ${n + 1}`);
    const drafts = { 0: { verdict: "accept" as const }, 58: { verdict: "reject" as const, reason: "Wrong" } };
    const html = renderHtml(
      <ItemVerdicts
        title="Items"
        items={many}
        draftState={draftState({ items: drafts })}
        pane={createRef<HTMLElement>()}
      />,
    );
    expect(html.match(/<li data-item/g)).toHaveLength(20);
    const text = textOf(html);
    expect(text).toContain("1 accepted, 1 rejected, 58 left");
    expect(text).toMatch(/All 60 .*Left 58 .*Rejected 1 .*Accept the rest \(58\)/);
    expect(text).toContain("Show 20 more of 40");
  });

  it("follow the list as it grows and shrinks, and stay where a filter found them", () => {
    expect(listedPlaces({ filter: "All", places: [0, 1, 2] }, 2)).toEqual([0, 1]);
    expect(listedPlaces({ filter: "All", places: [0, 1] }, 3)).toEqual([0, 1, 2]);
    expect(listedPlaces({ filter: "Left", places: [1, 3, 5] }, 4)).toEqual([1, 3]);
  });

  it("of a list that is too long are not judged, and the panel says so", () => {
    expect(textOf(renderHtml(<WholeListsNote lists={1} items={260} />))).toMatch(
      /260 items .*applies to the whole list.* up to 200/,
    );
  });

  it("of several lists are not judged, and the panel says so", () => {
    expect(textOf(renderHtml(<WholeListsNote lists={2} items={7} />))).toMatch(
      /7 items in 2 lists .*applies to all 2 lists.*where one list is shown/,
    );
  });

  it("say what keeps an answer from being sent, at its place", () => {
    const itemProblem = { problem: "Say why item 2 is rejected.", at: 1 };
    const { items, answer } = judging({ items: { 1: { verdict: "reject", reason: "" } }, itemProblem });
    expect(textOf(items)).toContain("Say what is wrong with it.");
    expect(answer).toContain("Say why item 2 is rejected.");
  });
});

describe("a closed gate", () => {
  const decided = {
    by: { kind: "person" as const, id: "ada", name: "Ada" },
    at: 1,
    provenance: "person" as const,
    channel: "api" as const,
    comment: "Nearly",
  };
  const closed = (answer: object, shown: Parameters<typeof storeValue>[0] = CLAIMS) => {
    const { state, gate } = waitingAtGate();
    const answered = {
      ...gate,
      shown: storeValue(shown).stored,
      status: "decided" as const,
      decided: { ...decided, ...answer },
    };
    return {
      note: textOf(renderHtml(<ClosedNote state={state} gate={answered as never} />)),
      form: renderHtml(<AnsweredForm state={state} gate={answered as never} />),
    };
  };

  it("says who answered, when, from where and why, and what was found of each item", () => {
    const items = [
      { verdict: "accept", excerpt: "Sales" },
      { verdict: "reject", excerpt: "Costs", reason: "They rose" },
      { verdict: "accept", excerpt: "Churn" },
    ];
    const { note, form } = closed({ verb: "request_changes", items });
    expect(note).toMatch(/Changes requested by Ada, .*\(by API\) Nearly/);
    expect(form).toMatch(/^<fieldset disabled=""/);
    expect(textOf(form)).toMatch(/2 accepted, 1 rejected .*Costs fell They rose/);
  });

  it("says by the verdicts alone what went on without rejected items, and shows a value that is another", () => {
    const items = [
      { verdict: "accept", excerpt: "A" },
      { verdict: "reject", excerpt: "B", reason: "Twice" },
    ];
    const left = (names: string[]) =>
      closed({ verb: "edit", items, value: storeValue({ names }).stored }, { names: ["A", "B"] }).form;
    expect(textOf(left(["A"]))).toMatch(/1 accepted, 1 rejected .*Twice/);
    expect(left(["A"])).not.toContain("textarea");
    expect(left(["C"])).toContain("textarea");
  });

  it("shows of a long list what was rejected, and the rest when it is asked for", () => {
    const items = Array.from({ length: 60 }, (_, n) =>
      n === 41 ? { verdict: "reject", excerpt: "x", reason: "Wrong" } : { verdict: "accept", excerpt: "x" },
    );
    const shown = Array.from({ length: 60 }, (_, n) => `Claim ${n + 1}`);
    const { form } = closed({ verb: "reject", items }, shown);
    const [above = "", folded = ""] = form.split("<details");
    expect(above).toContain('value="42"');
    expect(textOf(above)).toMatch(/59 accepted, 1 rejected .*Claim 42 Wrong/);
    expect(textOf(above)).not.toContain("Claim 41");
    expect(textOf(folded)).toMatch(/Accepted items \(59\).*Claim 1 .*Claim 60/);
  });

  it("keeps an edited value beside what was proposed, of maps what differs", () => {
    const edited = closed(
      { verb: "edit", value: storeValue({ rows: 4, name: "x" }).stored },
      { rows: 3, name: "x" },
    );
    expect(textOf(edited.form)).toMatch(/Edited value .*&quot;rows&quot;: 4.* rows, proposed 3 $/);
    const text = closed({ verb: "edit", value: storeValue("v3").stored }, "v2");
    expect(textOf(text.form)).toMatch(/Edited value v3 .*Proposed v2/);
  });

  it("keeps a form filled in, disabled, with what had been proposed where that differs", () => {
    const { state, gate } = waitingAtGate();
    const form = {
      type: "object",
      properties: { percent: { type: "integer", title: "Share" }, note: { type: "string" } },
    };
    const spec = { ...state.tasks.ask?.spec, gate: { prompt: "", form } };
    const task = { ...state.tasks.ask, spec } as never;
    const value = storeValue({ percent: 10, note: "Small" }).stored;
    const shown = storeValue({ percent: 25, note: "Small" }).stored;
    const answered = {
      ...gate,
      shown,
      status: "decided",
      decided: { ...decided, verb: "respond", value },
    } as never;
    const html = renderHtml(
      <AnsweredForm state={{ ...state, tasks: { ...state.tasks, ask: task } }} gate={answered} />,
    );
    expect(html).toMatch(/^<fieldset disabled="".*value="10".*value="Small"/);
    expect(textOf(html)).toMatch(/Share, proposed 25 $/);
  });
});

it("evidence does not repeat a list that is judged above, and says plainly where there is none", () => {
  const { state } = waitingAtGate();
  const shown = { claims: CLAIMS, title: "Quarter" };
  const found = listShown({ kind: "human_review" }, shown);
  const text = textOf(
    renderHtml(<Evidence state={state} taskId="ask" shown={shown} list={found} listed={[]} />),
  );
  expect(text).toContain("Quarter");
  expect(text).not.toContain("Costs fell");
  expect(text).toContain("None: no earlier task’s result is behind this.");
});
