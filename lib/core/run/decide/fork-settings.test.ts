import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { type RunSettings, runSettings } from "../settings";
import type { RunState } from "../state";
import {
  areAskedAbout,
  authorRefusal,
  keepsSilentLeave,
  loosenedGuards,
  lostControlsRefusal,
} from "./fork-settings";

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

describe("a fork by somebody who is asked nothing", () => {
  const voter = (name: string) => ({ id: name.toLowerCase(), name, roles: [], mayReview: true });
  const gate = (part: object): TaskDraft => ({
    id: "g",
    type: "human_review",
    gate: { prompt: "Mail?", assignees: ["Bob"], quorum: 1, ...part },
  });
  const MAIL: TaskDraft = { id: "mail", type: "direct", input: '(tool/mail {:to "all"})', dependsOn: ["g"] };
  const begun = (settings: Partial<RunSettings>, ...tasks: TaskDraft[]) =>
    new RunWorld({
      plan: planOf(...tasks),
      settings,
      by: ANNA,
      tools: [{ name: "mail", sideEffects: "external" }],
    }).state;
  const [EVE, BOB] = [voter("Eve"), voter("Bob")];

  it("is none from before a control of others, but where there was no plan yet", () => {
    const live = begun({}, gate({}), MAIL);
    const parent = begun({}, { id: "a" });
    const refused = (by: typeof EVE, from = parent) => lostControlsRefusal(live, from, by)?.code;
    expect([refused(EVE), refused(BOB)]).toEqual(["forbidden", undefined]);
    expect(refused(EVE, begun({}, gate({ prompt: "Other?" }), MAIL))).toBeUndefined();
    expect(refused(EVE, { ...parent, planVersion: 0 })).toBeUndefined();
    const ofTwo = begun({}, gate({ assignees: [], quorum: 2 }), MAIL);
    expect(lostControlsRefusal(ofTwo, parent, BOB)?.code).toBe("forbidden");
  });

  it("asks under four eyes what its parent asks, unless another than its authors says otherwise", () => {
    const anna = { ...voter("Anna"), id: ANNA.id };
    const refused = (fourEyes: boolean, by: typeof EVE) =>
      authorRefusal(begun({ fourEyes }, { id: "a" }), by)?.code;
    expect([refused(true, anna), refused(true, BOB), refused(false, anna)]).toEqual([
      "forbidden",
      undefined,
      undefined,
    ]);
  });

  it("lets no silence pass what others are asked", () => {
    const silent = begun({}, gate({ timeoutSeconds: 60, onTimeout: "approve" }), MAIL);
    expect([keepsSilentLeave(silent, EVE), keepsSilentLeave(silent, BOB)]).toEqual([false, true]);
    expect(keepsSilentLeave(begun({}, gate({}), MAIL), EVE)).toBe(true);
    expect(keepsSilentLeave(silent, { ...BOB, mayReview: false })).toBe(false);
  });
});
