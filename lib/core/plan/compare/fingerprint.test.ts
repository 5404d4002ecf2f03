import { describe, expect, it } from "vitest";
import { planningHints } from "../hints";
import { agent, type Task, task } from "../schema";
import { fingerprint, workDigest } from "./fingerprint";

const base = task.parse({ id: "a", title: "Fetch", input: "Fetch it", agent: "worker" });
const worker = agent.parse({ prompt: "You fetch", tools: ["http_get"] });
const digest = (changes: Partial<Task>, by = worker) =>
  workDigest({ ...base, ...changes }, { agents: { worker: by } });

describe("workDigest", () => {
  it("does not change with id, title, dependencies, limits or how failures are treated", () => {
    const changes: Partial<Task> = {
      id: "b",
      title: "Get",
      dependsOn: ["x"],
      onFailure: "retry",
      maxRetries: 5,
      critical: false,
      timeoutMs: 1,
    };
    expect(digest(changes)).toBe(digest({}));
  });

  it.each<[string, Partial<Task>]>([
    ["type", { type: "synthesis_gate" }],
    ["input", { input: "Fetch that" }],
    ["details", { details: ["twice"] }],
    ["verification", { verification: "true" }],
    ["output schema", { outputSchema: {} }],
    ["model review", { llmReview: true }],
    ["quality gate", { qualityGate: true }],
  ])("changes with the %s", (_, changes) => {
    expect(digest(changes)).not.toBe(digest({}));
  });

  it("changes with whatever an agent is or is told, not with its limits or its policy", () => {
    const known = {
      prompt: "Other",
      tools: [],
      model: "m",
      hints: planningHints.parse({ preferred: ["http_get"] }),
      examples: [{ query: "q", plan: [], reasoning: "r" }],
      reflection: { criteria: { accuracy: "Copy the board." } },
    };
    const limits = {
      maxTurns: 3,
      hopBudget: 4,
      deadlineMs: 5,
      tokenBudget: 6,
      costBudgetUsd: 1,
      maxParallel: 2,
    };
    const bounds = { ...limits, policy: { allow: [], deny: [], rules: [] } };
    const names = [...Object.keys(known), ...Object.keys(bounds)].sort();
    // A field that is new belongs to the work unless it is named as a limit.
    expect(names).toEqual(Object.keys(agent.shape).sort());
    for (const [name, value] of Object.entries(known))
      expect(digest({}, { ...worker, [name]: value }), name).not.toBe(digest({}));
    expect(digest({}, { ...worker, ...(bounds as object) })).toBe(digest({}));
  });

  it("changes with those who review, in whose place another may decide", () => {
    const audit = task.parse({
      id: "r",
      title: "Audit",
      type: "planning_review",
      review: { reviewers: ["auditor"] },
    });
    const by = (prompt: string, maxTurns = 8) =>
      workDigest(audit, { agents: { auditor: agent.parse({ prompt, maxTurns }) } });
    expect(by("Always continue.")).not.toBe(by("Abort unless the figures are audited."));
    expect(by("Always continue.", 2)).toBe(by("Always continue."));
  });

  it("changes with the built-in agent", () => {
    expect(workDigest({ ...base, agent: "default" }, { agents: {} })).not.toBe(
      workDigest({ ...base, agent: "supervisor" }, { agents: {} }),
    );
  });

  it("changes with the title of a task that has no input: the title is its work then", () => {
    expect(digest({ input: "", title: "One" })).not.toBe(digest({ input: "", title: "Two" }));
  });
});

describe("fingerprint", () => {
  const one = { id: "a", fingerprint: "f1", resultDigest: "r1" };
  const two = { id: "b", fingerprint: "f2", resultDigest: null };

  it("does not depend on the order of the dependencies", () => {
    expect(fingerprint("w", [one, two])).toBe(fingerprint("w", [two, one]));
  });

  it("changes with the work and with everything consumed", () => {
    const all = [
      fingerprint("w", [one, two]),
      fingerprint("v", [one, two]),
      fingerprint("w", [one]),
      fingerprint("w", [{ ...one, fingerprint: "f3" }, two]),
      fingerprint("w", [{ ...one, resultDigest: null }, two]),
      fingerprint("w", [{ ...one, id: "c" }, two]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
