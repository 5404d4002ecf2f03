import { expect, it } from "vitest";
import { gateView as gate } from "@/lib/testing/runs/waiting-gate";
import { commonVerbs, selectedGates, toggled, unselectableReason } from "./selection";

const NONE: ReadonlySet<string> = new Set();

it("gates of one kind are chosen together, as long as they are open", () => {
  const [a, b, c] = [gate("a"), gate("b", { kind: "budget" }), gate("c", { status: "decided" })];
  const ids = toggled(toggled(new Set(["c"]), "a"), "b");
  expect(selectedGates([a, b, c], ids, NONE)).toEqual([a, b]);
  expect([...toggled(ids, "a")]).toEqual(["c", "b"]);
  expect(unselectableReason(b, [a], NONE)).toContain("the same kind");
  expect(unselectableReason(c, [], NONE)).toContain("closed");
  expect(unselectableReason(a, [gate("z")], NONE)).toBeUndefined();
});

it("a gate to which an answer was begun is decided by itself, though it was chosen before", () => {
  const [a, b] = [gate("a"), gate("b")];
  const drafted = new Set(["b"]);
  expect(selectedGates([a, b], new Set(["a", "b"]), drafted)).toEqual([a]);
  expect(unselectableReason(b, [a], drafted)).toContain("You began an answer");
});

it("all of them are told what each of them offers, and what needs no words of its own", () => {
  expect(commonVerbs([gate("m", { verbs: ["retry", "other", "abort"] })])).toEqual(["retry", "abort"]);
  expect(commonVerbs([gate("a"), gate("b", { verbs: ["reject", "respond", "approve"] })])).toEqual([
    "approve",
    "reject",
  ]);
  expect(commonVerbs([])).toEqual([]);
});
