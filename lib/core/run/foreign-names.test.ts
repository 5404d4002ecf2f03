import { afterAll, describe, expect, it } from "vitest";
import { FOREIGN_NAMES, playForeignNames } from "@/lib/testing/runs/foreign-names";
import { RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { readPlan, toMermaid, validatePlan, writePlanText } from "../plan";
import type { Plan } from "../plan/schema";
import { statusOf } from "./effects/status-of";
import { fold } from "./fold";
import { foldOnto } from "./fold-onto";
import { initialState } from "./state/initial";

const NAMES = FOREIGN_NAMES;
const INHERITED = Reflect.ownKeys(Object.prototype);

const textOf = (first: string, second: string, agent: string): string =>
  JSON.stringify({
    title: "P",
    agents: Object.fromEntries([[agent, { prompt: "Work." }]]),
    tasks: [
      { id: first, agent, input: "hi" },
      { id: second, agent, input: `{{results.${first}}}`, depends_on: [first], critical: false },
      { id: "gate", type: "human_review", input: "Is it good?", depends_on: [second] },
    ],
  });

function planIn(text: string): Plan {
  const { plan, errors } = readPlan(text);
  if (!plan) throw new Error(JSON.stringify(errors));
  return plan;
}

/** Plays it until its gate is open, the second task with a failure first, and looks at it in each way that there is. */
function played(first: string, second: string, agent: string) {
  const plan = planIn(textOf(first, second, agent));
  const [a = "", b = ""] = plan.tasks.map(({ id }) => id);
  const world = new RunWorld({ plan });
  world.run(a);
  world.start();
  world.fail(b);
  world.tick(3_600_000).start();
  world.succeed(b);
  world.start();
  const stored = JSON.parse(JSON.stringify(world.events)) as typeof world.events;
  expect(fold("run_1", stored)).toEqual(world.state);
  expect(foldOnto(initialState("run_1"), stored)).toEqual(world.state);
  const half = JSON.parse(JSON.stringify(fold("run_1", stored.slice(0, 9)))) as typeof world.state;
  expect(foldOnto(half, stored.slice(9))).toEqual(world.state);
  expect(planIn(writePlanText(plan)).tasks.map(({ id }) => id)).toEqual([a, b, "gate"]);
  expect(toMermaid(plan)).toContain("flowchart");
  return {
    ids: [a, b],
    agents: Object.keys(world.state.agents),
    tasks: Object.keys(world.state.tasks),
    issues: validatePlan(plan, { tools: [] }).map(({ code }) => code),
    end: [statusOf(world.state), world.status(a), world.status(b), world.status("gate"), ...world.types()],
  };
}

describe("a run whose names come from outside", () => {
  const usual = played("one", "two", "helper");

  afterAll(() => {
    expect(Reflect.ownKeys(Object.prototype)).toEqual(INHERITED);
    expect(({} as { spec?: unknown }).spec).toBeUndefined();
  });

  it.each(NAMES)("ends with a task %s as with any other", (name) => {
    for (const run of [played(name, "two", "helper"), played("one", name, "helper")]) {
      expect(run.tasks).toEqual([...run.ids, "gate"]);
      expect({ end: run.end, issues: run.issues }).toEqual({ end: usual.end, issues: usual.issues });
    }
  });

  it.each(NAMES)("ends with an agent %s as with any other", (name) => {
    const run = played("one", "two", name);
    expect(run.agents).toEqual([name]);
    expect({ end: run.end, issues: run.issues }).toEqual({ end: usual.end, issues: usual.issues });
  });

  it("tells all of them apart where one plan has them", () => {
    const tasks = NAMES.map((id) => ({ id, agent: "a", input: "hi" }));
    const plan = planIn(JSON.stringify({ title: "P", agents: { a: { prompt: "x" } }, tasks }));
    const world = new RunWorld({ plan });
    for (const { id } of plan.tasks) world.run(id);
    expect(plan.tasks.map(({ id }) => world.status(id))).toEqual(NAMES.map(() => "succeeded"));
    expect(new Set(world.state.order).size).toBe(NAMES.length);
  });

  it("goes the way that it would go with usual names, whatever happens in it", () => {
    expect(playForeignNames(1, scaled(300)).failures).toEqual([]);
  }, 120_000);
});
