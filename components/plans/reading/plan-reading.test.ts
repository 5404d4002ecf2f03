import { describe, expect, it } from "vitest";
import { localOperator } from "@/lib/core/people";
import { toolPolicy } from "@/lib/core/policy";
import { planToFlow } from "../../graph/flow/plan-to-flow";
import { SAMPLE_PLAN } from "../../missions/sample-plan";
import { issuesByTask, taskOfFinding } from "../critique/issues-by-task";
import { planCounts } from "../plan-preview";
import { changedParts, readPlanSource } from "./plan-reading";

describe("a pasted plan", () => {
  it("is nothing while the field is empty", () => {
    expect(readPlanSource(" \n", [])).toBeUndefined();
  });

  it("says what is wrong at the task it belongs to, and where", () => {
    const text = '{"tasks":[{"id":"a","depends_on":["b"]},\n{"id":"b","depends_on":["a"]}]}';
    const reading = readPlanSource(text, []);
    expect(reading?.errors).toMatchObject([{ code: "cycle_detected", taskId: "a", range: { line: 1 } }]);
    expect(reading?.ranges.b).toMatchObject({ line: 2 });
  });

  it("may leave out what is not read of it, and nothing else", () => {
    const text = '{"tasks":[{"id":"a","mood":true},\n{"id":"b","title":"Ask the boss","depends_on":["a"]}]}';
    const reading = readPlanSource(text, []);
    expect(reading).toMatchObject({ plan: undefined, errors: [], leftOut: [] });
    expect(reading?.unread).toMatchObject([
      { code: "unread", path: "tasks[0].mood", range: { line: 1 } },
      { code: "person_or_agent", path: "tasks[1]", range: { line: 2 } },
    ]);
    const leaveOut = ["tasks[0].mood", "tasks[1]", "tasks[0].id"];
    expect(readPlanSource(text, [], { leaveOut })).toMatchObject({
      plan: { tasks: [{ id: "a" }, { id: "b", type: "task" }] },
      unread: [],
      leftOut: [{ path: "tasks[0].mood", range: { line: 1 } }, { path: "tasks[1]" }],
    });
  });

  it("is gone to in its step where its parts are not read", () => {
    const text = "Step 1: Build\n- Verify: true\nStep 2: Ask the boss\n";
    expect(readPlanSource(text, [])?.unread).toMatchObject([
      { path: "step_1.verify", range: { line: 2 } },
      { path: "step_2", range: { line: 3 } },
    ]);
  });

  it("is told apart from the reading before: what is the same is not sent again", () => {
    const changed = changedParts();
    const partsOf = (text: string) => {
      const reading = readPlanSource(text, []);
      return reading && Object.keys(changed(reading)).sort();
    };
    const whole = ["critique", "errors", "leftOut", "plan", "ranges", "state", "unread", "warnings"];
    expect(partsOf('{"tasks":[{"id":"a"}]}')).toEqual(whole);
    expect(partsOf('{"tasks":[{"id":"a"}]} ')).toEqual([]);
    expect(partsOf('\n{"tasks":[{"id":"a"}]}')).toEqual(["ranges"]);
    expect(partsOf('\n{"tasks":[{"id":"a","title":"Alpha"}]}')).toEqual(["plan", "ranges", "state"]);
    expect(partsOf("{")).toEqual(["critique", "errors", "plan", "ranges", "state"]);
  });

  it("may use the tools that exist, and no others", () => {
    const plan = JSON.stringify({ agents: { x: { tools: ["search"] } }, tasks: [{ id: "a", agent: "x" }] });
    expect(readPlanSource(plan, [{ name: "search" }])?.errors).toEqual([]);
    expect(readPlanSource(plan, [])?.errors.map((issue) => issue.code)).toEqual(["unknown_tool"]);
    const source = { level: "workspace", name: "Calm" } as const;
    const policies = { agent: [{ ...toolPolicy.parse({ denied: ["search"] }), source }] };
    const [issue] = readPlanSource(plan, [{ name: "search" }], { policies })?.errors ?? [];
    expect(issue).toMatchObject({
      code: "forbidden_tool",
      message: expect.stringContaining('policy "Calm"'),
    });
  });

  it("may ask the people that exist, and as many as there are", () => {
    const plan = "Step 1: Human Review - Release it\n- Assignees: Anna, Ben\n- Quorum: 2";
    const gates = { people: [localOperator], authors: ["local"], fourEyes: false };
    expect(readPlanSource(plan, [])?.errors).toEqual([]);
    expect(readPlanSource(plan, [], { gates })?.errors).toMatchObject([
      { code: "gate_unpassable", taskId: "step_1", choices: ["Local operator"], range: expect.anything() },
    ]);
  });

  it("that we offer as an example is without fault, and can be drawn", () => {
    const reading = readPlanSource(SAMPLE_PLAN, []);
    expect(reading).toMatchObject({ errors: [], warnings: [], critique: { score: expect.any(Number) } });
    if (!reading?.plan || !reading.state) throw new Error("no plan");
    expect(planCounts(reading.plan)).toBe("6 tasks in 5 levels, 1 review, 1 human gate");
    const { nodes, edges } = planToFlow(reading.state);
    expect(nodes.map((node) => node.status)).toEqual(Array(6).fill("pending"));
    expect(edges).toHaveLength(6);
  });

  it("shows the gravest of what was found at a task, and says once what was refused", () => {
    const text = '{"tasks":[{"id":"a","depends_on":["x"],"input":"search the web"},{"id":"b","after":"a"}]}';
    const reading = readPlanSource(text, []);
    const issues = issuesByTask(reading?.errors ?? [], reading?.critique?.findings ?? []);
    const found = reading?.critique?.findings.filter((one) => taskOfFinding(one) === "a") ?? [];
    expect(found.map(({ code }) => code)).toContain("missing_dependency");
    expect(issues.get("a")).toEqual({ severity: "error", issueCount: found.length });
    const nodes = reading?.state && planToFlow(reading.state, { issues }).nodes;
    expect(nodes?.[0]).toMatchObject({ id: "a", severity: "error" });
  });
});
