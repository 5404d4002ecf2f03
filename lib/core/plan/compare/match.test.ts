import { describe, expect, it } from "vitest";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { storePlan } from "../store";
import { rewrittenTasks, underNewIds } from "./match";

type Draft = Partial<Task> & { id: string };
const AGENTS = { mailer: { prompt: "Send mail.", tools: ["mail"] } };
const planOf = (...tasks: Draft[]): Plan =>
  planSchema.parse({
    title: "Plan",
    agents: AGENTS,
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });
const found = (a: Plan, b: Plan) =>
  [...rewrittenTasks(a, b)].map(([id, { before, by }]) => `${before.id} ${id} ${by}`);

describe("rewrittenTasks", () => {
  it("finds a task under another id by lineage, by title whatever its case, by its work, and by what it acts on", () => {
    const a = planOf(
      { id: "train", title: "Train", input: "Train it" },
      { id: "deploy", title: "Deploy to staging", input: "Deploy it" },
      { id: "log", title: "Log it", input: "Write the log" },
      { id: "tell", title: "Tell Ann", agent: "mailer", input: "Write to ann@corp.com" },
      { id: "gone", title: "Something else", input: "Else" },
    );
    const b = planOf(
      { id: "tell2", title: "Mail", agent: "mailer", input: "ann@corp.com shall know" },
      { id: "log2", title: "Write it down", input: "Write the log" },
      { id: "deploy2", title: " deploy  to STAGING ", input: "Deploy the new one" },
      { id: "train2", title: "Train longer", input: "Train for longer", replaces: "train" },
      { id: "new", title: "Something new", input: "New" },
    );
    const pairs = ["train train2 lineage", "deploy deploy2 title", "log log2 work", "tell tell2 target"];
    expect(found(a, b).sort()).toEqual([...pairs].sort());
  });

  it("finds the same between stored versions, by the lineage that the run knows", () => {
    const a = storePlan(planOf({ id: "a_v2", title: "One" }), new Map([["a_v2", "a"]])).plan;
    const b = storePlan(planOf({ id: "a_v3", title: "Two" }), new Map([["a_v3", "a"]])).plan;
    expect([...rewrittenTasks(a, b)].map(([id, { by }]) => [id, by])).toEqual([["a_v3", "lineage"]]);
  });

  it("takes the one of its title among several of a lineage, and no task twice", () => {
    const a = planOf({ id: "a", title: "A" }, { id: "b", title: "B", replaces: "a" });
    const b = planOf(
      { id: "x", title: "B", replaces: "a" },
      { id: "y", title: "A", replaces: "a" },
      { id: "z", title: "A", replaces: "a" },
    );
    expect(found(a, b)).toEqual(["b x lineage", "a y lineage"]);
  });

  it("takes no task of another type for it, and none that both plans have", () => {
    const a = planOf({ id: "g", title: "Release", type: "human_review" }, { id: "s", title: "Send" });
    const b = planOf({ id: "g2", title: "Release", replaces: "g" }, { id: "s", title: "Send" });
    expect(found(a, b)).toEqual([]);
    expect(found(a, planOf({ id: "s", title: "Send" }, { id: "s2", title: "Send" }))).toEqual([]);
  });
});

it("underNewIds has what was rewritten, and what waits for it, under the ids of the later plan", () => {
  const a = planOf({ id: "a", title: "A" }, { id: "b", title: "B", dependsOn: ["a"] });
  const b = planOf({ id: "a2", title: "A" }, { id: "b", title: "B", dependsOn: ["a2"] });
  const { tasks } = underNewIds(a, b);
  expect(tasks.map(({ id, dependsOn }) => [id, ...dependsOn])).toEqual([["a2"], ["b", "a2"]]);
});
