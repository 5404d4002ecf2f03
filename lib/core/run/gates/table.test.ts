import { describe, expect, it } from "vitest";
import { DECISIONS } from "../../plan/schema";
import {
  APPROVAL_KINDS,
  answerRow,
  GATE_VERBS,
  GATES,
  gateRow,
  keyOfVerb,
  silentVerb,
  toDecision,
  VERBS,
  verbAmong,
  verbOfKey,
  verbRow,
  verbsOfKind,
} from "./table";

describe("the table of gates", () => {
  it("leads from a key to the verb that the gate offers, and to none that it does not", () => {
    const key = String(keyOfVerb("human_review", "approve"));
    expect(verbOfKey(key, { kind: "human_review", verbs: ["reject", "approve"] })).toBe("approve");
    expect(verbOfKey(key, { kind: "human_review", verbs: ["reject"] })).toBeUndefined();
  });

  it("has every verb at some kind, and offers every decision of a review", () => {
    expect(new Set(APPROVAL_KINDS.flatMap(verbsOfKind))).toEqual(new Set(GATE_VERBS));
    expect(verbsOfKind("review_decision")).toEqual(["approve", ...DECISIONS]);
  });

  it.each(APPROVAL_KINDS)(
    "%s offers what silence and a session answer, each key once, and what goes on by the same key",
    (kind) => {
      const { silence, bySession } = gateRow(kind);
      const verbs = verbsOfKind(kind);
      for (const verb of [silence, bySession]) if (verb !== undefined) expect(verbs).toContain(verb);
      const keys = verbs.flatMap((verb) => keyOfVerb(kind, verb) ?? []);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toContain("a");
    },
  );

  it.each(APPROVAL_KINDS)("%s can be stopped, and only stopping ends its run", (kind) => {
    expect(verbsOfKind(kind).some((verb) => verbRow(verb).refuses)).toBe(true);
    for (const verb of verbsOfKind(kind)) {
      if (answerRow(kind, verb)?.risk === "ends_run") expect(verbRow(verb).refuses).toBe(true);
    }
  });

  it("lets silence stand for nothing that approves", () => {
    for (const kind of APPROVAL_KINDS) {
      const { silence } = gateRow(kind);
      if (silence !== undefined) expect(verbRow(silence)).not.toHaveProperty("passes");
    }
  });

  it("knows no other kinds and verbs than it names", () => {
    expect(Object.keys(GATES)).toEqual(APPROVAL_KINDS);
    expect(Object.keys(VERBS)).toEqual(GATE_VERBS);
    expect(answerRow("budget", "approve")).toBeUndefined();
  });
});

describe("the verb that silence stands for", () => {
  it.each([
    ["human_review", "approve", "approve"],
    ["human_review", "escalate", "reject"],
    ["human_review", undefined, "reject"],
    ["review_decision", "abort", "ABORT"],
    ["review_decision", "CONTINUE", "CONTINUE"],
    ["review_decision", "escalate", "ABORT"],
    ["engine_fault", undefined, "reject"],
  ] as const)("at %s with %s: %s", (kind, onTimeout, verb) => {
    expect(silentVerb({ kind, verbs: verbsOfKind(kind), onTimeout })).toBe(verb);
  });
});

it("a verb is found in whatever case it was typed", () => {
  expect(verbAmong(["approve", "CONTINUE"], "continue")).toBe("CONTINUE");
  expect(verbAmong(["approve"], "COMPLETE")).toBeUndefined();
});

it("toDecision takes what a review decides, and refuses other answers", () => {
  expect(toDecision("REPLAN")).toBe("REPLAN");
  expect(() => toDecision("approve")).toThrow("approve is no decision of a review");
});
