import { expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { gateView as gate } from "@/lib/testing/runs/waiting-gate";
import { commonVerbs, selectedGates, toggled, unselectableReason } from "./selection";
import { readBulkResults } from "./send-bulk";

it("gates of one kind are chosen together, as long as they are open", () => {
  const [a, b, c] = [gate("a"), gate("b", { kind: "budget" }), gate("c", { status: "decided" })];
  const ids = toggled(toggled(new Set(["c"]), "a"), "b");
  expect(selectedGates([a, b, c], ids)).toEqual([a, b]);
  expect([...toggled(ids, "a")]).toEqual(["c", "b"]);
  expect(unselectableReason(b, [a])).toContain("the same kind");
  expect(unselectableReason(c, [])).toContain("closed");
  expect(unselectableReason(a, [gate("z")])).toBeUndefined();
});

it("all of them are told what each of them offers, and what needs no words of its own", () => {
  expect(commonVerbs([gate("m", { verbs: ["retry", "other", "abort"] })])).toEqual(["retry", "abort"]);
  expect(commonVerbs([gate("a"), gate("b", { verbs: ["reject", "respond", "approve"] })])).toEqual([
    "approve",
    "reject",
  ]);
  expect(commonVerbs([])).toEqual([]);
});

it("what became of each is read from the reply", () => {
  const items: Json[] = [
    { approvalId: "a", risk: null, ok: true, seq: 3 },
    {
      approvalId: "b",
      risk: "much",
      ok: false,
      problem: { code: "already_decided", message: "Bob was first." },
    },
    "nonsense",
  ];
  expect(readBulkResults({ items })).toEqual([
    { approvalId: "a", risk: null, ok: true },
    { approvalId: "b", risk: "much", ok: false, problem: "Bob was first." },
  ]);
  expect(readBulkResults(null)).toEqual([]);
});
