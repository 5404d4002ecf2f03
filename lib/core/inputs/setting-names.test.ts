import { describe, expect, it } from "vitest";
import { createRunInput } from "./create-run";

const settingsOf = (settings: object) => createRunInput.parse({ mission: "Go", settings }).settings;

describe("settings under other names", () => {
  it("are ours, as switches and as groups", () => {
    const { retrospect, selfCritique, reasoning, refinement, reflection } = settingsOf({
      ENABLE_REFLECTION: true,
      REFLECTION_MIN_STEPS: 3,
      REFLECTION_QUALITY_THRESHOLD: 0.5,
      ENABLE_REASONING_CHAIN: true,
      enable_self_critique: true,
      ENABLE_PLAN_REFINEMENT: true,
      reflection_llm: "small",
      reflection_config: { enabled: true, quality_threshold: 0.9, max_revisions: 4 },
    });
    expect(retrospect).toEqual({ enabled: true, minTasks: 3, below: 0.5 });
    expect([selfCritique, reasoning, refinement.enabled]).toEqual([true, true, true]);
    expect(reflection).toMatchObject({ enabled: true, threshold: 0.9, maxRevisions: 4, model: "small" });
  });

  it("join what is given under our own", () => {
    const { retrospect, reflection } = settingsOf({
      retrospect: { minTasks: 5 },
      ENABLE_REFLECTION: true,
      reflection: { enabled: true, max_revisions: 1 },
    });
    expect(retrospect).toMatchObject({ enabled: true, minTasks: 5 });
    expect(reflection).toMatchObject({ enabled: true, maxRevisions: 1 });
  });

  it("may spell ours in snake_case, and have the names of planners, runners and policies", () => {
    const settings = {
      max_total_replans: 2,
      max_replan_attempts: 1,
      replan_cooldown_ms: 0,
      max_replan_iterations: 4,
      timeout: 30_000,
      max_turns: 5,
      max_concurrency: 3,
      review_mode: "manual",
      tool_policy: { denied_tools: ["deploy"] },
      allowed_tools: ["search"],
      reflection_config: { enabled: true, use_separate_llm: true },
      reflection_llm: "small",
    };
    expect(settingsOf(settings)).toMatchObject({
      maxTotalReplans: 2,
      maxReplansPerTask: 1,
      replanCooldownMs: 0,
      maxIterations: 4,
      taskTimeoutMs: 30_000,
      maxTurns: 5,
      maxConcurrency: 3,
      reviewMode: "manual",
      toolPolicy: { denied: ["deploy"], allowed: ["search"] },
      reflection: { enabled: true, model: "small" },
    });
    const same = { reflection_config: { enabled: true, use_separate_llm: false } };
    expect(settingsOf(same).reflection.enabled).toBe(true);
    const unnamed = { reflection_config: { enabled: true, use_separate_llm: false }, reflection_llm: null };
    expect(settingsOf(unnamed).reflection).toEqual(settingsOf(same).reflection);
    expect(settingsOf({ reflection_llm: null }).reflection.enabled).toBe(false);
    expect(settingsOf({ require_tags: ["safe"] }).toolPolicy?.requiredTags).toEqual(["safe"]);
  });

  it("have the names that the budgets of one agent have in a plan", () => {
    const settings = settingsOf({ hop_budget: 3, token_budget: 900, deadline_ms: 1_500 });
    expect(settings).toMatchObject({ agentHopBudget: 3, agentTokenBudget: 900, agentDeadlineMs: 1_500 });
  });

  it("read a deadline of agents in seconds", () => {
    expect(settingsOf({ deadline_s: 1.5 }).agentDeadlineMs).toBe(1_500);
    expect(settingsOf({}).agentDeadlineMs).toBeUndefined();
  });

  it.each([
    { deadline_s: 30, agentDeadlineMs: 30_000 },
    { deadline_s: "soon" },
    { timeout: 1, taskTimeoutMs: 2 },
    { reflection: { enabled: true, use_separate_llm: true } },
    { reflection: { model: "small", use_separate_llm: false } },
    { toolPolicy: { denied: ["a"] }, denied_tools: ["b"] },
    { tool_policy: { denied: ["a"], denied_tools: ["b"] } },
    { tool_policy: "none" },
    { selfCritique: false, ENABLE_SELF_CRITIQUE: true },
    { retrospect: { enabled: false }, ENABLE_REFLECTION: true },
    { reflection: { threshold: 0.5, quality_threshold: 0.9 } },
    { reflection: "on", reflection_llm: "small" },
    { ENABLE_REFLECTION: "perhaps" },
    { ENABLE_EVERYTHING: true },
    { constructor: { prototype: 1 } },
    JSON.parse('{"__proto__": {"polluted": 1}}'),
  ])("are refused where they contradict ours or say nothing known: %j", (settings) => {
    expect(createRunInput.safeParse({ mission: "Go", settings }).success).toBe(false);
  });

  it("are no matter where no settings are given, or none that can be read", () => {
    expect(createRunInput.parse({ mission: "Go" }).settings.selfCritique).toBe(false);
    expect(createRunInput.safeParse({ mission: "Go", settings: [] }).success).toBe(false);
  });
});
