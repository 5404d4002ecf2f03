import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean } from "@/lib/testing/plans/read-plan";
import { readPlan } from "./plan";

const GATE = { id: "ask", type: "human_review", prompt: "Pay 900 euros?" };
const PAY = { id: "pay", input: "Pay the supplier" };
const TASKS = [GATE, { ...PAY, depends_on: ["ask"] }];

describe("edges beside the tasks", () => {
  it("are read from a map by task, whatever name each is meant by", () => {
    for (const key of ["pay", "Pay the supplier"])
      expect(graph(readClean({ tasks: [GATE, PAY], dependencies: { [key]: ["ask"] } }))).toEqual({
        ask: [],
        pay: ["ask"],
      });
    expect(graph(readClean({ plan: { steps: [GATE, PAY], blocked_by: { pay: "ask" } } })).pay).toEqual([
      "ask",
    ]);
  });

  it("are unread where one of them names no task, or is none", () => {
    expect(errorsOf({ tasks: [GATE, PAY], dependencies: { payment: ["ask"] } })).toEqual([
      "unread dependencies.payment[0]",
    ]);
    expect(errorsOf({ tasks: [GATE, PAY], needs: { pay: { ask: "rejected" } } })).toEqual([
      "unread needs.pay.ask",
    ]);
  });

  it("are unread for two tasks that have one name", () => {
    const twins = [GATE, { ...PAY, title: "Pay" }, { id: "again", title: "Pay", input: "x" }];
    expect(readPlan({ tasks: twins, dependencies: { Pay: ["ask"] } }).plan).toBeUndefined();
  });
});

describe("an order beside the tasks", () => {
  it("says again what their edges say", () => {
    for (const order of [
      ["ask", "pay"],
      [["ask"], ["pay"]],
    ])
      for (const name of ["execution_order", "criticalPath", "levels", "order"])
        expect(readClean({ tasks: TASKS, [name]: order }), name).toHaveLength(2);
  });

  it("is unread where a task of it does not wait, under any other name, and as anything but tasks", () => {
    const other = { id: "mail", input: "Mail it" };
    expect(errorsOf({ tasks: [GATE, PAY, other], execution_order: ["ask", "pay"] })).toEqual([
      "unread execution_order",
    ]);
    expect(errorsOf({ tasks: TASKS, order: ["pay", "ask"] })).toEqual(["unread order"]);
    for (const other of [
      { manual: ["ask", "pay"] },
      { order: ["ask", "pay", "ask"] },
      { order: ["ask", true] },
    ])
      expect(readPlan({ tasks: TASKS, ...other }).plan, JSON.stringify(other)).toBeUndefined();
  });

  it("is the edges of a plan that has no others, where it names each task", () => {
    for (const order of [["ask", "pay"], [["ask"], ["pay"]], "ask -> pay"])
      expect(graph(readClean({ tasks: [PAY, GATE], order })), JSON.stringify(order)).toEqual({
        ask: [],
        pay: ["ask"],
      });
  });

  it("is not looked at in more tasks than may run", () => {
    const tasks = Array.from({ length: 2_001 }, (_, at) => ({ id: `t${at}`, input: "x", depends_on: [] }));
    const { errors } = readPlan({ tasks, order: ["t0", "t1"] });
    expect(errors).toMatchObject([{ code: "unread", path: "order" }]);
  });
});

describe("the number of the tasks, and the name that a plan has elsewhere", () => {
  it("change nothing", () => {
    for (const more of [
      { total_tasks: 2 },
      { stepCount: "2" },
      { id: "p-7" },
      { plan_id: 7 },
      { dag_id: "pay_all" },
    ])
      expect(readClean({ tasks: TASKS, ...more }), JSON.stringify(more)).toHaveLength(2);
  });

  it("are unread where they say more", () => {
    for (const more of [
      { total_tasks: 3 },
      { plan_id: "needs-approval" },
      { id: "ask" },
      { id: "on hold" },
      { workflow_id: true },
      { approval_id: "p-7" },
    ])
      expect(readPlan({ tasks: TASKS, ...more }).plan, JSON.stringify(more)).toBeUndefined();
  });
});

describe("where a plan begins and ends", () => {
  it("is said again where its edges say it", () => {
    for (const more of [{ StartAt: "ask" }, { entry_point: "ask", finish_point: ["pay"] }])
      expect(readClean({ tasks: TASKS, ...more }), JSON.stringify(more)).toHaveLength(2);
    expect(readClean({ tasks: [GATE, { ...TASKS[1], End: true }] })).toHaveLength(2);
  });

  it("is unread where it says more", () => {
    for (const more of [{ start: "ask" }, { last: "pay" }, { first: "pay" }])
      expect(errorsOf({ tasks: [GATE, PAY], ...more })).toEqual([`unread ${Object.keys(more)}`]);
    expect(errorsOf({ tasks: [GATE, { ...PAY, final: true }] })).toEqual(["unread tasks[1].final"]);
    expect(errorsOf({ tasks: TASKS, breakpoint: "ask" })).toEqual(["unread breakpoint"]);
  });
});
