import { describe, expect, it } from "vitest";
import { describeQuestion } from "../describe/gates/questions";
import { statusOf } from "../run/effects/status-of";
import { readEvent } from "../run/events";
import { APPROVAL_KINDS, humanGateVerbs, verbRow, verbsOfKind } from "../run/gates/table";
import { catchRateOf } from "./catch-rate";
import { chanceOf, chooseSample, isDrillDue } from "./choose";
import { judgeDrill } from "./judge";
import { DRILL_KINDS } from "./kinds";
import { layoutOfDrill } from "./layout";
import { playDrill } from "./play";
import { type DrillSample, FAULT_CODES } from "./sample";
import { DRILL_SAMPLES, sampleNamed } from "./samples";

const opening = { runId: "run_d1", workspaceId: "local", openedAtMs: 9_000_000, expiresAtMs: 99_000_000 };
const ada = { kind: "person" as const, id: "ada", name: "Ada" };
const sample = (name: string) => {
  const found = sampleNamed(name);
  if (!found) throw new Error(`no sample ${name}`);
  return found;
};

const offered = ({ kind }: DrillSample) => (kind === "human_review" ? humanGateVerbs({}) : verbsOfKind(kind));

describe("the samples", () => {
  it("are ten with a fault, each of its own, and of every kind of gate one without, so that no answer is always right", () => {
    const planted = DRILL_SAMPLES.filter(({ fault }) => fault);
    expect(planted.map(({ fault }) => fault?.code).sort()).toEqual([...FAULT_CODES].sort());
    const clean = DRILL_SAMPLES.filter(({ fault }) => !fault);
    expect(clean.map(({ kind }) => kind).sort()).toEqual([...DRILL_KINDS].sort());
    expect(new Set(DRILL_SAMPLES.map(({ name }) => name)).size).toBe(DRILL_SAMPLES.length);
    expect(new Set(planted.map(({ kind }) => kind))).toEqual(new Set(DRILL_KINDS));
    expect(DRILL_SAMPLES.filter(({ kind }) => !(DRILL_KINDS as readonly string[]).includes(kind))).toEqual(
      [],
    );
  });

  it.each(DRILL_SAMPLES)("$name is a run that waits at one gate, as true events have it", (one) => {
    const { state, log, gate } = playDrill(one, opening);
    for (const event of log) expect(readEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
    expect(statusOf(state)).toMatch(/^(waiting|running)$/);
    expect(Object.keys(state.openApprovals)).toEqual([gate.approvalId]);
    expect(gate).toMatchObject({ approvalId: "apr_d1-1", kind: one.kind, verbs: offered(one) });
    expect(describeQuestion(gate).length).toBeGreaterThan(10);
    expect(one.mission.length).toBeLessThanOrEqual(120);
    const { nodes, edges } = layoutOfDrill(state);
    expect(nodes.map(([id]) => id)).toEqual(state.order);
    expect(edges?.length).toBe(Object.values(state.dependents).flat().length);
  });

  it.each(DRILL_SAMPLES)(
    "$name has called as many models as it says, at its cost, before its gate",
    (one) => {
      const { state, log, gate } = playDrill(one, { ...opening, model: "acme:large" });
      const calls = log.filter((event) => event.type === "llm_called").map(({ payload }) => payload);
      expect(calls.length).toBe(one.cost.modelCalls);
      expect(state.counters.modelCalls).toBe(one.cost.modelCalls);
      expect(state.ledger.used.costMicroUsd / 1_000_000).toBe(one.cost.usd);
      expect(new Set(calls.map(({ callId }) => callId)).size).toBe(calls.length);
      expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(["acme:large"]));
      for (const { taskId } of one.results ?? [])
        expect(calls.filter((call) => call.taskId === taskId).map(({ step }) => step)[0]).toBe(1);
      expect(Math.max(...calls.map(({ step = 1 }) => step))).toBeLessThanOrEqual(8);
      const times = log.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(state.createdAt).toBeLessThan(gate.openedAt);
      expect(gate.openedAt).toBe(opening.openedAtMs);
    },
  );

  it.each(DRILL_SAMPLES)("$name says nowhere that it is one, or what is planted", (one) => {
    const { state, log, call } = playDrill(one, opening);
    expect(JSON.stringify([state, log, call])).not.toMatch(
      new RegExp(`drill|planted|fault_|${one.name}`, "i"),
    );
  });

  it("close as gates do, by an answer or by time", () => {
    const one = sample("invoice-to-stranger");
    const answer = { verb: "reject", comment: "Not our customer", by: ada, atMs: 10_000_000 } as const;
    expect(playDrill(one, opening, answer).gate).toMatchObject({
      status: "decided",
      decided: { by: ada, verb: "reject", comment: "Not our customer", at: 10_000_000 },
    });
    expect(playDrill(one, opening, { ...answer, comment: null }).gate.decided).not.toHaveProperty("comment");
    expect(playDrill(one, opening, answer).gate.decided).not.toHaveProperty("value");
    const edited = playDrill(one, opening, { ...answer, value: { to: "beta" } }).gate.decided;
    expect(edited?.value).toMatchObject({ inline: { to: "beta" } });
    const items = [
      { verdict: "accept" as const, excerpt: "a" },
      { verdict: "reject" as const, excerpt: "b", reason: "no" },
    ];
    expect(playDrill(one, opening, { ...answer, items }).gate.decided?.items).toEqual(items);
    const long = { to: "x".repeat(5_000) };
    // No store has a blob of a drill.
    expect(playDrill(one, opening, { ...answer, value: long }).gate.decided?.value).toMatchObject({
      inline: long,
    });
    expect(playDrill(one, opening, { verb: null, atMs: 10_000_000 }).gate).toMatchObject({
      status: "expired",
    });
    const told = { verb: null, told: true, atMs: 10_000_000 } as const;
    expect(playDrill(one, opening, told).gate).toMatchObject({ status: "cancelled" });
  });

  it("are not found by a name that none has", () => {
    expect(sampleNamed("none")).toBeUndefined();
  });
});

describe("judgeDrill", () => {
  it.each(DRILL_SAMPLES)("takes for $name that it is refused or let pass, but never both", (one) => {
    const outcomes = offered(one).flatMap((verb) =>
      verbRow(verb).keepsOpen ? [] : judgeDrill(one, { verb }),
    );
    const [right, wrong] = one.fault ? ["found", "missed"] : ["passed", "false_alarm"];
    expect(new Set(outcomes)).toEqual(new Set([right, wrong]));
    expect(judgeDrill(one, { verb: "approve" })).toBe(one.fault ? "missed" : "passed");
  });

  it("finds a fault that an edit takes away, and misses one that it leaves", () => {
    const one = sample("refund-times-ten");
    const edited = (amount: number) => judgeDrill(one, { verb: "edit", value: { order: "8841", amount } });
    expect(edited(120.5)).toBe("found");
    expect(edited(1205)).toBe("missed");
    expect(judgeDrill(one, { verb: "approve", value: { amount: 120.5 } })).toBe("missed");
    expect(judgeDrill(sample("sales-right-total"), { verb: "edit", value: "Other words" })).toBe("passed");
  });
});

describe("chooseSample", () => {
  const [first, second, third] = DRILL_SAMPLES as [
    (typeof DRILL_SAMPLES)[0],
    (typeof DRILL_SAMPLES)[0],
    (typeof DRILL_SAMPLES)[0],
  ];

  it("takes by chance one of those that were not sent for the longest time", () => {
    const lastSentMs = new Map([
      [first.name, 10],
      [second.name, 5],
      [third.name, 5],
    ]);
    const next = (chance: number) => chooseSample([first, second, third], { lastSentMs, chance });
    expect([0, 0.49, 0.5, 0.99].map(next)).toEqual([second, second, third, third]);
    lastSentMs.delete(first.name);
    expect(next(0.9)).toBe(first);
  });

  it("keeps to a kind, and finds none of a kind without samples", () => {
    const lastSentMs = new Map<string, number>();
    const kinds = APPROVAL_KINDS.map(
      (kind) => chooseSample(DRILL_SAMPLES, { lastSentMs, chance: 0.5, kind })?.kind,
    );
    for (const [at, kind] of kinds.entries()) expect([undefined, APPROVAL_KINDS[at]]).toContain(kind);
    expect(chooseSample(DRILL_SAMPLES, { lastSentMs, chance: 0.5, kind: "engine_fault" })).toBeUndefined();
  });

  it("gives the same for the same digest", () => {
    expect(chanceOf("00000000ff")).toBe(0);
    expect(chanceOf("ffffffff00")).toBeLessThan(1);
    expect(chanceOf("80000000aa")).toBe(0.5);
  });
});

describe("isDrillDue", () => {
  const day = 86_400_000;
  const due = (days: number, chance: number, perWeek = 1) =>
    isDrillDue({ nowMs: days * day, sinceMs: 0, perWeek, chance });

  it("comes between half and one and a half of the distance that was set", () => {
    expect([due(3, 0), due(4, 0), due(10, 0.99), due(10.5, 0.99)]).toEqual([false, true, false, true]);
    expect([due(1, 0, 7), due(0.4, 0, 7)]).toEqual([true, false]);
  });

  it("never comes by itself where none are wanted", () => {
    expect(due(1_000, 0, 0)).toBe(false);
  });
});

describe("catchRateOf", () => {
  it("counts found and missed by kind, clean gates apart, and gives no rate over fewer than five", () => {
    const { answered, found, falseAlarms, kinds } = catchRateOf([
      { kind: "tool_approval", outcome: "found", drills: 4 },
      { kind: "tool_approval", outcome: "missed", drills: 1 },
      { kind: "tool_approval", outcome: "passed", drills: 3 },
      { kind: "human_review", outcome: "missed", drills: 2 },
      { kind: "plan_change", outcome: "false_alarm", drills: 1 },
    ]);
    expect(answered).toBe(11);
    expect(found).toMatchObject({ drills: 7, part: 4, rate: 4 / 7 });
    expect(found.interval?.[0]).toBeLessThan(4 / 7);
    expect(falseAlarms).toEqual({ drills: 4, part: 1, rate: null, interval: null });
    expect(kinds.map(({ kind, drills, part }) => [kind, drills, part])).toEqual([
      ["human_review", 2, 0],
      ["tool_approval", 5, 4],
    ]);
  });
});
