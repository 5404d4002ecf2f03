import { describe, expect, it } from "vitest";
import { planningHints } from "../hints";
import { agent, type Task, task } from "../schema";
import { fingerprint, workDigest } from "./fingerprint";

const base = task.parse({ id: "a", title: "Fetch", input: "Fetch it", agent: "worker" });
const worker = agent.parse({ prompt: "You fetch", tools: ["http_get"] });
const digest = (changes: Partial<Task>, by = worker) => workDigest({ ...base, ...changes }, by);

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

  it("changes with the agent's prompt, tools, model and hints, not with its budgets", () => {
    expect(digest({}, { ...worker, prompt: "Other" })).not.toBe(digest({}));
    expect(digest({}, { ...worker, tools: [] })).not.toBe(digest({}));
    expect(digest({}, { ...worker, model: "m" })).not.toBe(digest({}));
    expect(digest({}, { ...worker, maxTurns: 3, hopBudget: 4, costBudgetUsd: 1 })).toBe(digest({}));
    expect(digest({}, { ...worker, hints: planningHints.parse({ preferred: ["http_get"] }) })).not.toBe(
      digest({}),
    );
    expect(workDigest({ ...base, agent: "default" }, undefined)).not.toBe(
      workDigest({ ...base, agent: "supervisor" }, undefined),
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
