import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { tailPrefill } from "../approvals/context/changes/plan-text";
import { editIssues, readRest } from "./edit-issues";

const tasks = [
  { id: "fetch", title: "Fetch the figures", input: "go" },
  { id: "sum", title: "Sum them up", input: "Sum up {{results.fetch}}", dependsOn: ["fetch"] },
  { id: "tell", title: "Tell the result", input: "Tell {{results.sum}}", dependsOn: ["sum"] },
];

/** The figures are fetched; the rest of the plan is as the editor shows it. */
function begun() {
  const plan = planOf(...tasks);
  const world = new RunWorld({ plan }).run("fetch");
  const remaining = { ...plan, tasks: plan.tasks.filter(({ id }) => id !== "fetch") };
  const known = { tools: [], reviews: [], before: remaining };
  return { state: world.state, text: tailPrefill({ tail: null, remaining }), known };
}

describe("what is wrong with an edited plan", () => {
  it("is nothing while the text is what is left of the plan", () => {
    const { state, text, known } = begun();
    expect(editIssues(text, state, known)).toEqual([]);
    expect(editIssues("  ", state, known)).toEqual([]);
  });

  it("is what cannot be read, and what depends on nothing there is", () => {
    const { state, known } = begun();
    expect(editIssues("{", state, known)).not.toEqual([]);
    const astray = { tasks: [{ id: "x", title: "X", dependsOn: ["nobody"] }] };
    expect(editIssues(JSON.stringify(astray), state, known)).toMatchObject([
      { code: "missing_dependency", taskId: "x" },
    ]);
    const right = { tasks: [{ id: "x", title: "X", dependsOn: ["fetch"] }] };
    expect(editIssues(JSON.stringify(right), state, known)).toEqual([]);
  });

  it("is another title or objective, which no edit takes along", () => {
    const { state, text, known } = begun();
    const message = expect.stringContaining("cannot be changed here");
    for (const said of [{ title: "Other" }, { objective: "Other" }]) {
      const other = { ...known.before, ...said };
      expect(editIssues(JSON.stringify(other), state, known)).toMatchObject([{ message }]);
    }
    expect(editIssues(text, state, { ...known, before: { ...known.before, objective: "Other" } })).toEqual(
      [],
    );
  });

  it("is a review that nobody has, and no other that the workspace has", () => {
    const { state, known } = begun();
    const review = {
      id: "r",
      title: "R",
      type: "planning_review",
      dependsOn: ["fetch"],
      review: { template: "ours" },
    };
    const text = JSON.stringify({ tasks: [review] });
    expect(editIssues(text, state, known)).not.toEqual([]);
    const ours = { name: "ours", review: { decisionPoints: ["Is it right?"] } } as never;
    expect(editIssues(text, state, { ...known, reviews: [ours] })).toEqual([]);
    const asked = readRest(text, [ours], known.before).plan;
    expect(asked?.tasks[0]?.review?.decisionPoints).toEqual(["Is it right?"]);
    // A review that the plan has by a name is known there, whatever became of its template.
    expect(
      editIssues(text, state, { ...known, before: { ...known.before, ...asked, title: "Untitled plan" } }),
    ).toEqual([]);
  });
});
