import { createRef } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as hydration from "@/lib/client/use-is-hydrated";
import type { Json, JsonObject } from "@/lib/core/json";
import type { PauseFacts } from "@/lib/core/run/events/call-asks";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderText } from "@/lib/testing/render";
import { askedUnder } from "@/lib/testing/runs/asked-question";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Draft } from "../drafts/kept-drafts";
import { TermsNotes } from "../terms-note";
import { GateAnswer } from "./gate-answer";

// Controls are off until a page lives.
beforeEach(() => void vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true));

const READ = { isDrawn: true, isRead: true, next: undefined };
const UNREAD = { isDrawn: true, isRead: false, next: { show: () => {}, isFailed: false } };

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

const IDLE = { pendingVerb: undefined, refusal: undefined, send: async () => true };

/** The answer to a gate about a call, as far as a person has come with it. */
function answering(
  kind: "tool_approval" | "tool_input" | "unknown_outcome",
  draft: Partial<Draft>,
  earlier?: string,
  pause?: PauseFacts,
  schema?: JsonObject,
  hasUnread = false,
): string {
  return textOf(answeringHtml(kind, draft, earlier, pause, schema, hasUnread));
}

function answeringHtml(
  kind: "tool_approval" | "tool_input" | "unknown_outcome",
  draft: Partial<Draft>,
  earlier?: string,
  pause?: PauseFacts,
  schema?: JsonObject,
  hasUnread = false,
): string {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  world.ask("t", {
    kind,
    ...(pause && { pause }),
    ...(earlier !== undefined && { earlier: { preview: earlier, at: 1 } }),
  });
  const [gate] = Object.values(world.state.approvals);
  if (!gate) throw new Error("no gate opened");
  const shown: Json = { version: "1" };
  return renderToStaticMarkup(
    <GateAnswer
      state={world.state}
      gate={gate}
      shown={shown}
      models={[]}
      schema={schema}
      mutation={IDLE}
      draftState={{ draft: { comment: "", ...draft }, change: () => {}, clear: () => {} }}
      pane={createRef<HTMLElement>()}
      reading={hasUnread ? UNREAD : READ}
    />,
  );
}

describe("the answer to a tool call that asks", () => {
  it("lets it run only once all that it would do was in view, and may be rejected before", () => {
    const held = /<button[^>]*disabled=""[^>]*title="Approve once all of it was shown\."/;
    const unread = answeringHtml("tool_approval", {}, undefined, undefined, undefined, true);
    expect(unread).toMatch(held);
    expect(textOf(unread)).toContain("Part of what you decide about is out of view.");
    expect(answeringHtml("tool_approval", {})).not.toMatch(held);
    expect(answering("tool_approval", {})).not.toContain("out of view");
    const again = answeringHtml("unknown_outcome", {}, undefined, undefined, undefined, true);
    expect(again.match(/once all of it was shown/g)).toEqual(["once all of it was shown"]);
  });

  it("offers to approve, edit and reject it, and shows its arguments to be edited", () => {
    expect(answering("tool_approval", {})).toMatch(/Approve .*Edit .*Reject/);
    const editing = answering("tool_approval", { verb: "edit" });
    expect(editing).toContain("Arguments");
    expect(editing).toContain("&quot;version&quot;: &quot;1&quot;");
    expect(editing).toContain("Send edited value");
  });

  it("rejects in a second step, which asks for the reason and is not the highlighted one", () => {
    const rejecting = answering("tool_approval", { verb: "reject" });
    expect(rejecting).toMatch(/Reason \(optional\) .*Reject .*Back/);
    expect(rejecting).not.toContain("Approve");
  });

  it("has a field for each argument of the tool's schema, and JSON for who wants it", () => {
    const schema = {
      type: "object",
      required: ["version"],
      properties: { version: { type: "string", description: "Which one" }, force: { type: "boolean" } },
    };
    const fields = answering("tool_approval", { verb: "edit" }, undefined, undefined, schema);
    expect(fields).toMatch(/Arguments Edit as JSON version .*Which one force \(optional\)/);
    expect(fields).not.toContain("&quot;version&quot;");
    const entries = { version: "" };
    expect(answering("tool_approval", { verb: "edit", entries }, undefined, undefined, schema)).toContain(
      "Required",
    );
    const json = answering("tool_approval", { verb: "edit", asJson: true }, undefined, undefined, schema);
    expect(json).toContain("Edit as form");
    expect(json).toContain("&quot;version&quot;: &quot;1&quot;");
  });

  it("keeps to JSON where fields would lose some of the arguments", () => {
    const schema = { type: "object", properties: { other: { type: "string" } } };
    const shown = answering("tool_approval", { verb: "edit" }, undefined, undefined, schema);
    expect(shown).not.toContain("Edit as JSON");
    expect(shown).toContain("&quot;version&quot;: &quot;1&quot;");
  });

  it("says what is wrong with edited arguments as they are typed", () => {
    expect(answering("tool_approval", { verb: "edit", value: "{" })).toContain("Not valid JSON");
    expect(answering("tool_approval", { verb: "edit", value: "[]" })).toContain("this is a list");
  });

  it("takes a second step where the call has been done before", () => {
    const twice = answering("tool_approval", { verb: "approve", armed: true }, "done");
    expect(twice).toContain("deploy has already run with exactly these arguments. Approving runs it again.");
    expect(twice).toContain("Yes, approve");
  });
});

describe("the answer about a call whose end is unknown", () => {
  it("offers what may have become of it", () => {
    expect(answering("unknown_outcome", {})).toMatch(/It happened .*Run .*Abort/);
  });

  it("has a field for what it gave", () => {
    const entering = answering("unknown_outcome", { verb: "happened", value: "here" });
    expect(entering).toContain("Tool output");
    expect(entering).toContain("JSON or plain text.");
    expect(entering).toContain("Use this output");
  });

  it("takes a second step before it is run again", () => {
    expect(answering("unknown_outcome", { verb: "run", armed: true })).toContain("it happens twice");
  });
});

describe("the answer to a tool that asks", () => {
  const question = (pause: Partial<PauseFacts> = {}, draft: Partial<Draft> = {}) =>
    answering("tool_input", draft, undefined, { reason: "await_input", ...pause });

  it("is a field for one's own words, sent or not answered at all", () => {
    expect(question()).toMatch(/Your answer .*Send answer .*Decline/);
    expect(question()).not.toContain("Back");
  });

  it("is one of its options, or something else", () => {
    const asked = question({ options: ["eu-central", "us-east"] });
    expect(asked).toMatch(/Choose an answer .*eu-central .*us-east .*Or write your own/);
  });

  it("is a form where it has to be data", () => {
    const form = { properties: { seats: { type: "integer", title: "Seats" } }, required: ["seats"] };
    const asked = question({ form });
    expect(asked).toMatch(/Seats .*Send answer/);
    expect(asked).not.toContain("Your answer");
    expect(question({ form }, { tried: true })).toContain("Seats");
  });

  it("has fields of their type for what may be null, which may stay empty", () => {
    const form: JsonObject = {
      properties: {
        maybe: { type: ["string", "null"] },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
        seats: { type: "integer", nullable: true },
        stage: { oneOf: [{ enum: ["a", "b"] }, { const: null }] },
      },
      required: ["maybe", "seats"],
    };
    const asked = question({ form });
    expect(asked).not.toContain("JSON");
    for (const label of ["maybe", "note", "seats", "stage"]) expect(asked).toContain(`${label} (optional)`);
    expect(question({ form }, { tried: true })).not.toContain("Required");
  });

  it("names the number that it cannot take", () => {
    const form = { properties: { id: { type: "integer" }, share: { type: "number" } } };
    const entries = { id: "9007199254740993", share: "1,234" };
    const refused = question({ form }, { tried: true, entries });
    expect(refused).toContain("Has more digits than a number keeps");
    expect(refused).toContain("Write 1234 or 1.234");
    expect(question({ form }, { tried: true, entries: { id: "7", share: "3,5" } })).not.toContain("Write");
  });

  it("may be data where an event outside is waited for", () => {
    expect(question({ reason: "external_event" })).toContain("JSON or plain text.");
  });

  it("says that it is empty when somebody tries to send it", () => {
    expect(question({}, { tried: true })).toContain("Enter an answer.");
    expect(question({}, { tried: true, value: "blue" })).not.toContain("Enter an answer.");
  });
});

describe("the mark on a call", () => {
  const mark = { verdict: "reject", reason: "Open incident." } as const;

  it("puts what was marked first, with its reason, and says so", () => {
    const marked = answering("tool_approval", { mark, comment: mark.reason });
    expect(marked).toMatch(
      /Open incident\. .*You marked this call Reject\. .*Clear mark .*Reject .*Approve .*Edit/,
    );
  });

  it("is named before another answer takes its place", () => {
    const against = answering("tool_approval", { mark, comment: mark.reason, verb: "approve", armed: true });
    expect(against).toMatch(
      /You marked “.*” Reject: Open incident\. Approve it instead\? .*Approve it instead .*Back/,
    );
  });
});

it("marks on items bind before their list is there", () => {
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review" }) });
  world.start();
  const { stored } = storeValue(["a", "b"]);
  world.send({ type: "gate_shown", shown: stored, digest: "d", prompt: "?", ...world.keyOf("g") });
  const [gate] = Object.values(world.state.approvals);
  const items = { 1: { verdict: "reject", reason: "no" } } as const;
  const html = renderToStaticMarkup(
    <GateAnswer
      state={world.state}
      gate={gate as ApprovalState}
      shown={undefined}
      models={[]}
      mutation={{ pendingVerb: undefined, refusal: undefined, send: async () => true }}
      draftState={{ draft: { comment: "", items }, change: () => {}, clear: () => {} }}
      pane={createRef<HTMLElement>()}
      reading={READ}
    />,
  );
  expect(textOf(html)).not.toContain("Approve");
  expect(textOf(html)).toContain("Reject");
});

it("asks for an answer that takes several people, and says how many have to give the same", () => {
  const read = (quorum: number) => {
    const { state, gate } = askedUnder({ quorum }, ["Bob", "Carl"], { kind: "tool_input" }, true);
    return renderText(
      <>
        <TermsNotes state={state} gates={[gate]} />
        <GateAnswer
          state={state}
          gate={gate}
          shown={undefined}
          models={[]}
          mutation={IDLE}
          pane={createRef<HTMLElement>()}
          draftState={{ draft: { comment: "" }, change: () => {}, clear: () => {} }}
          reading={READ}
        />
      </>,
    );
  };
  const alone = read(1);
  expect(alone).toContain("Send answer");
  expect(alone).not.toContain("give the same");
  const several = read(2);
  expect(several).toContain("Send answer");
  expect(several).toContain("So it takes 2 people who give the same: anyone who may review.");
});
