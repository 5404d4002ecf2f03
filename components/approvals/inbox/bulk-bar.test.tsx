import { describe, expect, it } from "vitest";
import { storeValue } from "@/lib/core/stored-value";
import { renderHtml, renderText } from "@/lib/testing/render";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { BulkBar, bulkStep } from "./bulk-bar";

const [a, b] = [gateView("a"), gateView("b")];
const strict = gateView("c", { terms: { ...a.terms, requiresReason: true } });
const bar = (...gates: (typeof a)[]) => <BulkBar gates={gates} onDone={() => {}} />;

describe("BulkBar", () => {
  it("shows nothing while nothing is selected, and is ready to say aloud what came of it", () => {
    expect(renderHtml(bar())).toMatch(/^<div role="status"[^>]*><\/div>$/);
  });

  it("says how many gates of which kind, and offers what all of them offer", () => {
    expect(renderText(bar(a, b))).toBe(
      "2 selected · Human gate Comment on all Approve all 2 Reject all 2 Clear selection",
    );
    expect(renderText(bar(a, { ...b, verbs: ["reject"] }))).not.toContain("Approve");
  });

  it("invites nobody to reject, also where that is all that can be done with all of them", () => {
    expect(renderHtml(bar(a, b))).toContain("bg-person");
    expect(renderHtml(bar(a, { ...b, verbs: ["reject"] }))).not.toContain("bg-person");
  });
});

describe("bulkStep", () => {
  const step = (
    gates: (typeof a)[],
    state: Partial<Parameters<typeof bulkStep>[1]> = {},
  ): ReturnType<typeof bulkStep> => bulkStep(gates, { reasoned: undefined, reply: undefined, ...state });
  const asked = { gates: [a, b], verb: "approve", comment: "", confirmed: false } as const;
  const risky = { risks: ["Deploys.", "Pays."], asked: { ...asked, gates: [...asked.gates] } };

  it("begins with the choice of a verb", () => {
    expect(step([a, b])).toEqual({ kind: "choose", verbs: ["approve", "reject"] });
  });

  it("asks for the reason of a rejection, which one gate among them makes required", () => {
    expect(step([a, b], { reasoned: "reject" })).toEqual({
      kind: "reason",
      verb: "reject",
      isRequired: false,
    });
    expect(step([a, strict], { reasoned: "reject" })).toMatchObject({ kind: "reason", isRequired: true });
  });

  it("asks for a second step with every risk, also after a reason", () => {
    const second = { kind: "confirm", verb: "approve", risk: "Deploys. Pays." };
    expect(step([b, a], { reply: risky })).toEqual(second);
    expect(step([a, b], { reasoned: "reject", reply: risky })).toEqual(second);
  });

  it("forgets the second step when other gates are selected", () => {
    expect(step([a], { reply: risky })).toMatchObject({ kind: "choose" });
    expect(step([a, strict], { reply: risky })).toMatchObject({ kind: "choose" });
    expect(step([a, b, strict], { reply: risky })).toMatchObject({ kind: "choose" });
  });

  it("leaves out what lets a value pass that only its panel shows in full, once there is a risk", () => {
    const shown = storeValue({ body: "A line.\n".repeat(100) }).stored;
    expect(step([{ ...a, shown }, b])).toEqual({ kind: "choose", verbs: ["approve", "reject"] });
    expect(step([{ ...a, shown }, b], { reply: risky })).toMatchObject({ verbs: ["reject"], unread: 1 });
  });

  it("lets no call run, however short its arguments are: no row shows them", () => {
    const shown = storeValue({ body: "Pay" }).stored;
    const calls = [a, b].map((gate) => ({ ...gate, kind: "tool_approval" as const, shown }));
    const refused = { kind: "choose", verbs: ["reject"], acting: { count: 2, first: "a" } };
    expect(step(calls)).toEqual(refused);
    expect(renderText(bar(...calls))).toContain("The arguments of these calls are not in the list.");
    const untold = calls.map((gate) => ({
      ...gate,
      kind: "unknown_outcome" as const,
      verbs: ["run", "abort"],
    }));
    expect(step(untold as (typeof a)[])).toMatchObject({ verbs: ["abort"], acting: { count: 2 } });
  });

  it("leaves to its panel what lets work act, whatever else is selected with it, and leads to the first", () => {
    const reply = { acting: ["b"], asked: risky.asked };
    const refused = { kind: "choose", verbs: ["reject"], acting: { count: 1, first: "b" } };
    expect(step([a, b], { reply })).toEqual(refused);
    expect(step([b, strict], { reply })).toEqual(refused);
    expect(step([a], { reply })).toEqual({ kind: "choose", verbs: ["approve", "reject"] });
    expect(step([a, b], { reply: { acting: ["b", "a"], asked: risky.asked } })).toMatchObject({
      acting: { count: 2, first: "a" },
    });
  });

  it("is the choice again once the gates were decided", () => {
    const items = [{ approvalId: "a", risk: null, ok: true as const, seq: 1 }];
    expect(step([a, b], { reply: { items, asked: risky.asked } })).toMatchObject({ kind: "choose" });
  });
});
