import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { tailPrefill } from "../approvals/context/changes/plan-text";
import { editIssues } from "./edit-issues";

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
  return { state: world.state, text: tailPrefill({ tail: null, remaining }) };
}

describe("what is wrong with an edited plan", () => {
  it("is nothing while the text is what is left of the plan", () => {
    const { state, text } = begun();
    expect(editIssues(text, state, [])).toEqual([]);
    expect(editIssues("  ", state, [])).toEqual([]);
  });

  it("is what cannot be read, and what depends on nothing there is", () => {
    const { state } = begun();
    expect(editIssues("{", state, [])).not.toEqual([]);
    const astray = { title: "P", tasks: [{ id: "x", title: "X", dependsOn: ["nobody"] }] };
    expect(editIssues(JSON.stringify(astray), state, [])).toMatchObject([
      { code: "missing_dependency", taskId: "x" },
    ]);
    const known = { title: "P", tasks: [{ id: "x", title: "X", dependsOn: ["fetch"] }] };
    expect(editIssues(JSON.stringify(known), state, [])).toEqual([]);
  });
});
