import { describe, expect, it } from "vitest";
import { check, evaluateProgram, verify } from "@/lib/core/lisp";
import { readPlan, validatePlan } from "@/lib/core/plan";
import { CONSENSUS } from "@/lib/core/plan/schema";
import { listReviewTemplates } from "@/lib/core/plan/templates";
import { constraints } from "@/lib/core/trajectory/types";
import { builtInTools, createToolbox } from "@/lib/tools";
import { AGENT_FORMAT, CHECK_FORMAT, PLAN_FORMAT, REVIEW_FORMAT } from "./plan-format";

describe("the predicates that planners are shown", () => {
  const examples = CHECK_FORMAT.split("\n")
    .filter((line) => line.startsWith("  ("))
    .map((line) => line.trim());

  it("tell good results from others, with words for what is wrong where they promise them", () => {
    const [accuracy = "", items = ""] = examples;
    expect(verify(accuracy, { result: { accuracy: 98.1 } })).toEqual({ outcome: "passed" });
    expect(verify(accuracy, { result: { accuracy: 94.3 } })).toEqual({
      outcome: "failed",
      diagnosis: "Accuracy must be above 97, got 94.3",
    });
    const priced = (...prices: number[]) => ({
      result: { items: prices.map((price) => ({ price })), total: 6 },
    });
    expect(verify(items, priced(1, 2, 3)).outcome).toBe("passed");
    expect(verify(items, priced(1, 5, 0)).outcome).toBe("failed");
    expect(verify(items, priced(1, 2, 4)).outcome).toBe("failed");
    expect(verify(items, priced(1, 2)).outcome).toBe("failed");
    expect(examples).toHaveLength(2);
  });

  it("and the program that they are shown computes", () => {
    const program = /the result: (\(sum-by .*?\)\))\. /.exec(CHECK_FORMAT)?.[1] ?? "";
    const data = { results: { offers: { items: [{ price: 2 }, { price: 3 }] } } };
    expect(evaluateProgram(program, data, { tools: [] })).toEqual({ ok: true, value: 5 });
  });
});

describe("the plan that planners are shown", () => {
  const example = PLAN_FORMAT.slice(PLAN_FORMAT.indexOf("{"), PLAN_FORMAT.indexOf("\n\nTasks"));

  it("reads back whole, is valid, and its check tells good results from others", () => {
    const { plan, warnings, errors } = readPlan(example);
    expect([...warnings, ...errors]).toEqual([]);
    if (!plan) throw new Error("No plan");
    const sqlQuery = builtInTools({ nowMs: () => 0 });
    expect(validatePlan(plan, { tools: createToolbox(sqlQuery).list() })).toEqual([]);
    const predicate = plan.tasks[1]?.verification ?? "";
    expect(verify(predicate, { result: { regions: [] } })).toMatchObject({
      diagnosis: "There are no regions",
    });
    expect(verify(predicate, { result: { regions: [{ name: "north" }] } })).toEqual({ outcome: "passed" });
  });

  it("names every template, and only functions that exist", () => {
    for (const { name } of listReviewTemplates()) expect(REVIEW_FORMAT).toContain(`"${name}"`);
    const [, some = "", more = ""] = /- Functions: .*\((.*) \.\.\.\), and (.*)\.$/m.exec(CHECK_FORMAT) ?? [];
    const names = `${some} ${more}`.split(" ");
    expect(names.filter((name) => !isKnownName(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });
});

/** A name that means nothing is reported as unbound, whatever its arguments. */
const isKnownName = (name: string): boolean =>
  !check(`(${name} 1)`).some(({ code }) => code === "unbound_symbol");

describe("what planners are shown of agents", () => {
  it("is true, and reads back without a warning", () => {
    expect(AGENT_FORMAT).toContain(`${constraints.shape.maxTurns.parse(undefined)} unless given`);
    const worker = { prompt: "Deploy.", tools: ["check", "deploy"], maxTurns: 20 };
    const hints = [...AGENT_FORMAT.matchAll(/\{"\w+": \[.*?\]\}/g)].map(([shown]) => JSON.parse(shown));
    expect(hints).toHaveLength(2);
    for (const shown of hints) {
      const agents = { worker: { ...worker, hints: shown } };
      const tasks = [{ id: "a", title: "A", agent: "worker", input: "go" }];
      const { plan, warnings } = readPlan(JSON.stringify({ title: "Plan", agents, tasks }));
      expect(warnings).toEqual([]);
      expect(plan?.agents.worker).toMatchObject({ maxTurns: 20, hints: shown });
    }
  });
});

describe("what planners are shown of several judges", () => {
  it("names every consensus there is", () => {
    for (const consensus of CONSENSUS) expect(REVIEW_FORMAT).toContain(`"${consensus}"`);
  });

  it("reads back without a warning", () => {
    const review = { focus: "Safe?", reviewers: ["security", "cost"], consensus: "majority" };
    const { plan, warnings } = readPlan(
      JSON.stringify({
        title: "Report",
        agents: {
          writer: { prompt: "You write.", reflection: { enabled: true, threshold: 0.9, maxRevisions: 3 } },
        },
        tasks: [
          { id: "write", title: "Write", agent: "writer", input: "Write the report" },
          { id: "judge", title: "Judge", type: "planning_review", review, dependsOn: ["write"] },
        ],
      }),
    );
    expect(warnings).toEqual([]);
    expect(plan?.tasks[1]?.review).toMatchObject(review);
    expect(plan && validatePlan(plan, { tools: [] })).toEqual([]);
  });
});
