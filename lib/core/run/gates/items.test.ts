import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json } from "../../json";
import {
  type GivenItem,
  itemsProblem,
  itemsReason,
  listShown,
  listsAsWhole,
  MAX_GATE_ITEMS,
  withoutRejected,
} from "./items";
import { APPROVAL_KINDS, type ApprovalKind, type GateVerb, verbsOfKind } from "./table";

const gate = { kind: "human_review", verbs: verbsOfKind("human_review") } as const;
const [a, b] = [{ claim: "A" }, { claim: "B" }];
const accept = { verdict: "accept" } as const;
const reject = { verdict: "reject", reason: "wrong" } as const;

describe("listShown", () => {
  it.each<[Json, string[]]>([
    [[a, b], []],
    [["one", "two"], []],
    [{ claims: [a, b], title: "Claims" }, ["claims"]],
    [{ research: { claims: ["x", "y"], sources: 3 } }, ["research", "claims"]],
    [{ claims: [a, b], scores: [1, 2] }, ["claims"]],
  ])("finds the only list of texts or maps in %j", (shown, path) => {
    expect(listShown(gate, shown)?.path).toEqual(path);
  });

  it.each<Json | undefined>([
    ...["text", 3, null, undefined, [], [a], [1, 2], ["x", " "], [[a], [b]]],
    { claims: [a, b], sources: [a, b] },
    { x: { y: { z: [a, b] } } },
    Array.from({ length: MAX_GATE_ITEMS + 1 }, () => a),
  ] as Json[])("finds none in %j", (shown) => {
    expect(listShown(gate, shown)).toBeUndefined();
  });

  it("asks about items at human gates and in the arguments of calls: plans have comments", () => {
    const kinds = APPROVAL_KINDS.filter((kind) => listShown({ kind }, [a, b]) !== undefined);
    expect(kinds).toEqual(["human_review", "tool_approval"]);
  });

  it("finds lists up to the limit, and says of a longer one how long it is", () => {
    const listOf = (count: number) => ({ claims: Array.from({ length: count }, () => a) });
    expect(listShown(gate, listOf(MAX_GATE_ITEMS))?.items).toHaveLength(MAX_GATE_ITEMS);
    expect(listsAsWhole(gate, listOf(MAX_GATE_ITEMS + 1))).toEqual({ lists: 1, items: 201 });
    expect(listsAsWhole(gate, listOf(MAX_GATE_ITEMS))).toBeUndefined();
    expect(listsAsWhole(gate, "text")).toBeUndefined();
    expect(listsAsWhole(gate, undefined)).toBeUndefined();
    expect(listsAsWhole({ kind: "plan_approval" }, listOf(MAX_GATE_ITEMS + 1))).toBeUndefined();
  });

  it("says of several lists how many there are", () => {
    const shown = { claims: [a, b], more: { sources: [a, b, a] } };
    expect(listsAsWhole(gate, shown)).toEqual({ lists: 2, items: 5 });
    expect(listsAsWhole({ kind: "plan_approval" }, shown)).toBeUndefined();
  });
});

it("withoutRejected leaves all else as it is, whatever the list and the verdicts", () => {
  const items = fc.array(fc.record({ claim: fc.string() }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(items, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (claims, kept) => {
      const shown = { report: { claims, title: "t" }, n: 1 };
      const list = listShown(gate, shown);
      const given = claims.map((_, n) => (kept[n] ? accept : reject)) satisfies GivenItem[];
      const left = list && withoutRejected(shown, list, given);
      expect(left).toEqual({ report: { claims: claims.filter((_, n) => kept[n]), title: "t" }, n: 1 });
      expect(isJsonObject(shown) && shown.report.claims).toEqual(claims);
    }),
  );
});

describe("itemsProblem", () => {
  it.each([
    ["approve", [accept, accept], undefined],
    ["reject", [accept, reject], undefined],
    ["request_changes", [reject, reject], undefined],
    ["edit", [accept, reject], undefined],
    ["approve", [accept, reject], "Some items are rejected: request changes, or continue without them."],
    ["edit", [reject, reject], "Every item is rejected: there is nothing to continue with."],
    ["respond", [accept, accept], "Verdicts on items only go with a list that is shown."],
    ["reject", [accept], "A list has 2 to 200 items to judge."],
    ["reject", Array(MAX_GATE_ITEMS + 1).fill(accept), "A list has 2 to 200 items to judge."],
    ["reject", [accept, { ...reject, reason: " " }], "Say why item 2 is rejected."],
  ] as const)("%s with %j: %s", (verb, items, problem) => {
    expect(itemsProblem(gate, verb, items)).toBe(problem);
  });

  it("takes none at a gate that shows no lists", () => {
    const { kind, verbs } = { kind: "budget", verbs: verbsOfKind("budget") } as const;
    expect(itemsProblem({ kind, verbs }, "abort", [accept, reject])).toMatch(/only go with a list/);
  });
});

it.each<[ApprovalKind, GateVerb[], string]>([
  ["human_review", ["approve", "respond", "reject", "request_changes"], "request changes."],
  ["tool_approval", ["approve", "edit", "reject"], "run the call without them, or reject the call."],
  ["tool_approval", ["approve", "reject"], "reject the call."],
])("a list with rejected items does not pass at %s with %j", (kind, verbs, ways) => {
  expect(itemsProblem({ kind, verbs }, "approve", [accept, reject])).toBe(`Some items are rejected: ${ways}`);
});

it("itemsReason names the first of each verdict, and counts all", () => {
  const items = Array.from({ length: 30 }, (_, n) => ({
    excerpt: `claim ${n + 1}`,
    ...(n % 2 === 0 ? accept : reject),
  }));
  const reason = itemsReason(items, "  Look again. ");
  expect(reason).toMatchObject({ of: 30, rejectedCount: 15, text: "Look again." });
  expect(reason.rejected).toHaveLength(12);
  expect(reason.rejected[0]).toEqual({ item: 2, excerpt: "claim 2", reason: "wrong" });
  expect(reason.accepted[1]).toEqual({ item: 3, excerpt: "claim 3" });
  expect(itemsReason(items)).not.toHaveProperty("text");
});
