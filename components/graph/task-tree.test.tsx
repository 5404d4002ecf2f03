import { describe, expect, it } from "vitest";
import type { TaskState } from "@/lib/core/run/state";
import { renderHtml } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { planToFlow } from "./flow/plan-to-flow";
import { TaskTree } from "./task-tree";
import { ToolbarContext } from "./toolbar-slot";

const { state } = new RunWorld({
  plan: planOf(
    { id: "a", title: "Begin" },
    { id: "b", title: "Measure" },
    { id: "c", title: "Publish", dependsOn: ["a", "b"] },
  ),
});

/** The rows of the list, each with its markup; `waiting` is a task that waits for a person. */
function rows(waiting: string): Record<string, string> {
  const graph = planToFlow(state);
  const nodes = graph.nodes.map((one) => (one.id === waiting ? { ...one, status: "waiting" as const } : one));
  const source = {
    render: ({ spec }: TaskState) => <button type="button">Approve {spec.title}</button>,
    taskOf: (id: string) => state.tasks[id],
  };
  const html = renderHtml(
    <ToolbarContext value={source}>
      <TaskTree graph={{ ...graph, nodes }} onUnfold={() => {}} />
    </ToolbarContext>,
  );
  const parts = html.split('data-task="').slice(1);
  return Object.fromEntries(parts.map((part) => [part.split('"')[0], part]));
}

it("shows marks that pile up in a title, which nothing breaks, as what they are", () => {
  const title = `Pay${"\u0338".repeat(60)}`;
  const piled = new RunWorld({ plan: planOf({ id: "a", title }) });
  const html = renderHtml(<TaskTree graph={planToFlow(piled.state)} onUnfold={() => {}} />);
  expect(html).toContain("Pay‹60 marks over one letter›");
});

describe("TaskTree", () => {
  it("has the buttons of the graph on the row that waits, and on no other", () => {
    const { a, b, c } = rows("c");
    expect(c).toContain(">Approve Publish</button>");
    expect([a, b].filter((row) => row?.includes("<button"))).toEqual([]);
  });

  it("says what a task comes after, as the edges of the graph show it", () => {
    const { a, c } = rows("");
    expect(c).toContain(", after Begin, Measure");
    expect(a).not.toContain(", after");
  });
});
