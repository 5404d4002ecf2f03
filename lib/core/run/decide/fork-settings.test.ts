import { describe, expect, it } from "vitest";
import { RunWorld } from "@/lib/testing/runs/run-world";
import { type RunSettings, runSettings } from "../settings";
import type { RunState } from "../state";
import { areAskedAbout, loosenedGuards } from "./fork-settings";

const settingsOf = (part: Partial<RunSettings>): RunSettings => runSettings.parse(part);
const critic = (minScore: number) => ({ ...settingsOf({}).critic, minScore });
const refined = (apply: "auto" | "ask") => ({ ...settingsOf({}).refinement, enabled: true, apply });
const loosened = (parent: Partial<RunSettings>, fork: Partial<RunSettings>) =>
  loosenedGuards(new RunWorld({ settings: parent }).state, settingsOf(fork));

describe("the guards that a fork loosens", () => {
  it.each<[string, Partial<RunSettings>, Partial<RunSettings>]>([
    ["planApproval", { planApproval: true }, { planApproval: false }],
    ["reviewMode", { reviewMode: "manual" }, { reviewMode: "hold" }],
    ["reviewMode", { reviewMode: "hold" }, { reviewMode: "auto" }],
    ["controls", { controls: "refuse" }, { controls: "ask" }],
    ["afterApproval", { afterApproval: "ask" }, { afterApproval: "replan" }],
    ["afterApproval", { afterApproval: "ask" }, {}],
    ["afterApproval", {}, { afterApproval: "replan" }],
    ["critic.minScore", { critic: critic(7) }, { critic: critic(6) }],
    ["critic.mode", { critic: { ...critic(7), mode: "model" } }, { critic: critic(7) }],
    ["reviewMode", { reviewHoldMs: 60_000 }, { reviewHoldMs: 0 }],
    ["refinement.apply", { refinement: refined("ask") }, { refinement: refined("auto") }],
    ["refinement.apply", {}, { refinement: refined("auto") }],
    ["llmReviewCritical", { llmReviewCritical: true }, {}],
  ])("have %s only where people are asked less than before", (name, strict, loose) => {
    expect(loosened(strict, loose)).toEqual([name]);
    expect(loosened(loose, strict)).toEqual([]);
    expect(loosened(strict, strict)).toEqual([]);
  });

  it("have a critic that looks no more", () => {
    const off = { ...critic(7), mode: "off" as const };
    expect(loosened({ critic: critic(7) }, { critic: off })).toEqual(["critic.minScore", "critic.mode"]);
    expect(loosened({ critic: critic(0) }, { critic: { ...critic(0), mode: "off" } })).toEqual([]);
    expect(loosened({ reviewMode: "hold", reviewHoldMs: 9 }, { reviewMode: "manual" })).toEqual([]);
  });

  it("have the constraints that are others: models read them beside the mission", () => {
    for (const [before, after] of [
      ["", "Say so"],
      ["Say so", ""],
    ] as const)
      expect(loosened({ constraints: before }, { constraints: after })).toEqual(["constraints"]);
    expect(loosened({ constraints: "Say so" }, { constraints: "Say so" })).toEqual([]);
  });

  it("have the models that judge, which a default may name as well, and none that only work", () => {
    const judged = (models: Record<string, string>, next: Record<string, string>) =>
      loosened({ models }, { models: next });
    expect(judged({}, { verification: "weak" })).toEqual(["models.verification"]);
    expect(judged({ default: "a" }, { default: "b", agent: "a" })).toEqual([
      ...["critic", "quality_gate", "verification", "reviewer", "critique"].map((role) => `models.${role}`),
    ]);
    expect(judged({}, { agent: "weak", planner: "weak" })).toEqual([]);
    expect(judged({ default: "a", reviewer: "a" }, { default: "a" })).toEqual([]);
  });

  it("have a limit about which people are being asked", () => {
    const gate = { kind: "budget", subject: { counter: "maxHops" } };
    const state = { approvals: { a: gate }, openApprovals: { a: true } } as unknown as RunState;
    expect(areAskedAbout(state, ["maxHops"])).toBe(true);
    expect(areAskedAbout(state, ["maxReplans"])).toBe(false);
    expect(areAskedAbout({ ...state, openApprovals: {} } as RunState, ["maxHops"])).toBe(false);
  });

  it("are all named", () => {
    const strict = { planApproval: true, reviewMode: "manual", critic: critic(7) } as const;
    const loose = { planApproval: false, reviewMode: "auto", critic: critic(0) } as const;
    expect(loosened(strict, loose)).toEqual([
      ...["planApproval", "reviewMode", "critic.minScore", "critic.mode"],
    ]);
  });
});
