import { describe, expect, it } from "vitest";
import type { ApprovalView } from "@/lib/core/views";
import { filtered, isAssignedTo, kindOf, rowAfterKey, stableRows } from "./filters";

const gate = (id: string, part: Partial<ApprovalView> = {}): ApprovalView => ({
  id,
  runId: "run_1",
  mission: "Deploy it",
  kind: "human_review",
  taskId: "ask",
  planVersion: 1,
  digest: "d",
  prompt: "May it go out?",
  shown: null,
  verbs: ["approve"],
  assignees: [],
  deadlineAt: null,
  onTimeout: null,
  terms: {
    quorum: 1,
    votes: [],
    notBy: [],
    escalations: 0,
    escalateTo: [],
    form: null,
    options: [],
    supersedes: null,
  },
  subject: null,
  status: "open",
  openedAt: 0,
  decided: null,
  ...part,
});

describe("the lists of the inbox", () => {
  it("hold for me what names me or nobody", () => {
    const ada = { id: "p1", name: "Ada" };
    expect(isAssignedTo(gate("a"), ada)).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["Ada"] }), ada)).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["p2"] }), ada)).toBe(false);
    expect(isAssignedTo(gate("a", { assignees: ["role:lead"] }), { ...ada, roles: ["lead"] })).toBe(true);
    expect(isAssignedTo(gate("a", { assignees: ["p2"] }), { ...ada, everybody: true })).toBe(true);
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
    expect(rowAfterKey("j", -1, 3)).toBe(0);
    expect(rowAfterKey("j", 2, 3)).toBe(2);
    expect(rowAfterKey("k", 0, 3)).toBe(0);
    expect(rowAfterKey("j", -1, 0)).toBeUndefined();
    expect(rowAfterKey("x", 0, 3)).toBeUndefined();
  });
});
