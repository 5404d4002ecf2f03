import { describe, expect, it } from "vitest";
import { gateView as gate } from "@/lib/testing/runs/waiting-gate";
import { rowAfter } from "../../ui/behavior/shortcuts";
import { filtered, isAssignedTo, kindOf, stableRows } from "./filters";

describe("the lists of the inbox", () => {
  it("hold for me what names me or nobody", () => {
    const ada = { id: "p1", name: "Ada" };
    expect(isAssignedTo(gate("a"), ada)).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["Ada"] }), ada)).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["p2"] }), ada)).toBe(false);
    expect(isAssignedTo(gate("a", { assignees: ["role:lead"] }), { ...ada, roles: ["lead"] })).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["p2"] }), { ...ada, everyone: true })).toBe(true);
  });

  it("filter by kind and by words of question or mission", () => {
    const gates = [gate("a"), gate("b", { kind: "budget", prompt: "Raise the limit?" })];
    expect(filtered(gates, { kind: kindOf("budget") }).map(({ id }) => id)).toEqual(["b"]);
    expect(filtered(gates, { text: " GO OUT" }).map(({ id }) => id)).toEqual(["a"]);
    expect(filtered(gates, { kind: kindOf("nonsense"), text: "deploy" })).toHaveLength(2);
  });

  it("keep rows where they are: closed ones say what became of them, new ones come last", () => {
    const closed = gate("a", { status: "decided" });
    const rows = stableRows([gate("a"), gate("b")], [gate("b"), gate("c")], new Map([["a", closed]]));
    expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual(["a decided", "b open", "c open"]);
  });

  it("are gone through by j and k, which stop at the ends", () => {
    expect(rowAfter("next", -1, 3)).toBe(0);
    expect(rowAfter("next", 2, 3)).toBe(2);
    expect(rowAfter("previous", 0, 3)).toBe(0);
    expect(rowAfter("next", -1, 0)).toBeUndefined();
    expect(rowAfter("select", 0, 3)).toBeUndefined();
  });
});
