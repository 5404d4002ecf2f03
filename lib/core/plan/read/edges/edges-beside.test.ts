import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean } from "@/lib/testing/plans/read-plan";

const ASK = { id: "ask", type: "human_review", prompt: "Pay 900 euros?" };
const PAY = { id: "pay", input: "Pay the supplier" };
const FETCH = { id: "fetch", input: "Fetch the figures" };
const WRITE = { id: "write", input: "Write the report" };
const CHAIN = { fetch: [], write: ["fetch"] };

describe("edges beside the tasks", () => {
  it.each<[string, object]>([
    ["arrows", { edges: ["fetch -> write"] }],
    ["one chain", { links: "fetch → write" }],
    ["ends of ids", { edges: [{ source_id: "fetch", targetId: "write" }] }],
    ["ends of nodes", { edges: [{ fromNode: "fetch", toNode: ["write"] }] }],
    [
      "a beginning and an end",
      {
        edges: [
          ["START", "fetch"],
          ["fetch", "write"],
          ["write", "__end__"],
        ],
      },
    ],
    ["a map to names", { edges: { fetch: ["write"] } }],
    ["a map from what waits", { edges: { write: "fetch" } }],
    ["a map to the end behind", { connections: { fetch: { to: "write" } } }],
    [
      "a map to an outlet",
      { connections: { fetch: { main: [[{ node: "write", type: "main", index: 0 }]] } } },
    ],
  ])("are read as %s", (_, edges) => {
    expect(graph(readClean({ nodes: [FETCH, WRITE], ...edges }))).toEqual(CHAIN);
  });

  it("are read beside a control where they say which end waits", () => {
    for (const edges of [{ ask: { to: "pay" } }, { START: "ask", ask: "pay" }, ["ask => pay"]])
      expect(graph(readClean({ nodes: [ASK, PAY], edges }))).toEqual({ ask: [], pay: ["ask"] });
  });

  it.each<[string, unknown]>([
    ["a map that does not say which end waits", { pay: ["ask"] }],
    ["the same the other way round", { ask: ["pay"] }],
    ["another outlet", { ask: { rejected: [[{ node: "pay" }]] } }],
    ["several ways out", { ask: { main: [[], [{ node: "pay" }]] } }],
    ["an edge with a label", ["ask -[rejected]-> pay"]],
    ["an edge with a condition", ["ask -> pay if rejected"]],
    ["an arrow back", ["pay <- ask"]],
    ["an edge to nobody", [["ask", "payment"]]],
    ["no edge at all", [7]],
    ["a map to nothing", { ask: null }],
    ["a map to what says more of a task", { ask: { to: "pay", delay: 5 } }],
    ["a map to nobody", { ask: { to: "payment" } }],
  ])("are refused beside a control as %s", (_, edges) => {
    for (const one of errorsOf({ nodes: [ASK, PAY], edges })) expect(one).toMatch(/^unreadable_guard edges/);
  });

  it("may come from several tasks, or from one by its number", () => {
    const nodes = [FETCH, WRITE, { id: "mail", input: "Mail it" }];
    const both = ["fetch", "write"];
    expect(graph(readClean({ nodes, edges: [{ from: both, to: "mail" }] })).mail).toEqual(both);
    const numbered = [
      { id: 1, input: "Fetch the figures" },
      { id: 2, input: "Write the report" },
    ];
    expect(graph(readClean({ nodes: numbered, edges: { 1: 2 } }))).toEqual({ 1: [], 2: ["1"] });
  });

  it("are refused in a map that goes both ways", () => {
    const nodes = [FETCH, WRITE, { id: "mail", input: "Mail it" }];
    expect(errorsOf({ nodes, edges: { fetch: "write", mail: "write" } })).toEqual(["unreadable_guard edges"]);
  });

  it("that say where all begins are unread where something else begins as well", () => {
    expect(errorsOf({ nodes: [ASK, PAY], edges: [["START", "ask"]] })).toEqual(["unread edges"]);
  });
});

describe("an edge with both ends in the task that waits", () => {
  const pay = (edge: object) => ({ tasks: [ASK, { ...PAY, dependencies: [edge] }] });

  it("is read where its own end is the task", () => {
    for (const edge of [
      { task_id: "pay", depends_on_id: "ask", type: "blocks" },
      { id: "pay", depends_on: "ask" },
    ])
      expect(graph(readClean(pay(edge))).pay).toEqual(["ask"]);
  });

  it("is unread of any other kind, and of another task", () => {
    for (const edge of [
      { task_id: "pay", depends_on_id: "ask", type: "related" },
      { task_id: "ask", depends_on_id: "pay", type: "blocks" },
    ])
      expect(errorsOf(pay(edge))).toEqual(["unread tasks[1].dependencies"]);
  });
});

describe("all that a task waits for in one object", () => {
  const pay = (depends_on: object) => ({ tasks: [ASK, { ...PAY, depends_on }] });

  it("is read where all of it has to have ended well", () => {
    for (const edges of [{ task_ids: ["ask"], mode: "all" }, { all_of: "ask" }, { tasks: ["ask"] }])
      expect(graph(readClean(pay(edges))).pay).toEqual(["ask"]);
  });

  it("is unread where some of it will do, or something else is asked of it", () => {
    expect(errorsOf(pay({ task_ids: ["ask"], mode: "any" }))).toEqual(["unread tasks[1].depends_on.mode"]);
    expect(errorsOf(pay({ any_of: ["ask"] }))).toEqual(["unread tasks[1].depends_on.any_of"]);
    expect(errorsOf(pay({ ids: ["ask"], status: "rejected" }))).toEqual([
      "unread tasks[1].depends_on.status",
    ]);
  });
});

it("a task that says by its state that it is still to be done says no more", () => {
  expect(readClean({ tasks: [{ ...PAY, state: "todo" }] })).toHaveLength(1);
  expect(errorsOf({ tasks: [{ ...PAY, state: "waiting" }] })).toEqual(["unread tasks[0].state"]);
});

describe("tasks in a map or in lines of their own", () => {
  const STATES = {
    fetch: { Type: "Task", Comment: "Fetch the figures", Next: "write" },
    write: { End: true },
  };

  it("are the states of a machine", () => {
    expect(graph(readClean({ StartAt: "fetch", States: STATES }))).toEqual(CHAIN);
  });

  it("are refused with a state that branches, or that nothing leads to", () => {
    const branch = { Type: "Choice", Choices: [{ Variable: "$.ok", Next: "fetch" }] };
    expect(errorsOf({ StartAt: "fetch", States: { ...STATES, write: branch } })).toContain(
      "unknown_type tasks.write.Type",
    );
    expect(errorsOf({ StartAt: "fetch", States: { ...STATES, pay: {} } })).toContain("unread StartAt");
  });

  it("do not stand under the name of a control", () => {
    const cfo = { agent: "cfo", needs: "fetch" };
    for (const plan of [{ approvals: { pay: cfo } }, { confirmations: [{ id: "pay", ...cfo }] }])
      expect(errorsOf(plan)).toEqual(["invalid_plan_format undefined"]);
    expect(graph(readClean({ checklist: [FETCH, { ...WRITE, needs: "fetch" }] }))).toEqual(CHAIN);
  });

  it("are objects of which one says what it waits for", () => {
    const lines = [
      { key: "OPS-1", summary: "Export" },
      { key: "OPS-2", summary: "Import", is_blocked_by: "OPS-1" },
    ];
    expect(graph(readClean(lines.map((line) => JSON.stringify(line)).join("\n")))).toEqual({
      "OPS-1": [],
      "OPS-2": ["OPS-1"],
    });
    expect(errorsOf(lines.map((line) => JSON.stringify(line)).join("\nWait for Jo.\n"))).toEqual([
      "invalid_plan_format undefined",
    ]);
  });

  it("are those of a workflow with a name", () => {
    const workflow = { name: "Figures", steps: [FETCH, { ...WRITE, needs: "fetch" }] };
    expect(graph(readClean({ workflow }))).toEqual(CHAIN);
    expect(errorsOf({ workflow: { ...workflow, approval: "required" } })).toEqual([
      "unreadable_guard workflow.approval",
    ]);
  });
});
