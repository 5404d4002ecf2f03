import { describe, expect, it, test } from "vitest";
import { readPlan } from "./plan";

const collect = { id: "collect", title: "Collect the invoices", agent: "supervisor" };
const pay = { id: "pay_all", title: "Pay the invoices", agent: "supervisor", depends_on: ["collect"] };
const tasks = [collect, pay];
const gate = { id: "ok", type: "human_review", title: "Approve the payment", depends_on: ["collect"] };
const gated = [collect, gate, { ...pay, depends_on: ["ok"] }];
const explain = { id: "a", title: "Explain it", agent: "supervisor", input: "Roles, and work without them" };
const read = (title: string, of: object[] = tasks, options = {}) =>
  readPlan(JSON.stringify({ title, tasks: of }), options);
const isRead = (title: string, of?: object[]) => read(title, of).plan !== undefined;

describe("the title of a plan", () => {
  test.each([
    "Payment with approval",
    "Pay the invoices after approval",
    "Invoices (paid only after your approval)",
  ])("may tell of a gate that the plan has: %s", (title) => {
    expect(isRead(title, gated)).toBe(true);
    expect(isRead(title)).toBe(false);
  });

  test.each([
    "Payment with Anna's approval",
    "Pay the invoices once Nina agrees",
    "Collect the invoices after approval",
    "Payment 🔒",
  ])("is unread where the gate is another one: %s", (title) => {
    expect(isRead(title, gated)).toBe(false);
  });

  test.each([
    ["Drug approval explained", [explain]],
    ["The permissions module without roles", [explain]],
    ["Release notes 2.4.0", tasks],
    ["Payments (2026)", tasks],
    ["Plan (step 2)", tasks],
    ["", tasks],
  ])("may be about anything, approvals among it: %s", (title, of) => {
    expect(isRead(title, of)).toBe(true);
  });

  it("is read without what a person leaves out, and as it is where its plan is in force", () => {
    const title = "Pay the invoices – on ice (not before Anna approves)";
    const { errors, unread } = read(title);
    expect(errors).toMatchObject([{ code: "unread", path: "title" }]);
    expect(unread).toEqual(errors);
    const left = read(title, tasks, { leaveOut: ["title"] });
    expect([left.plan?.title, left.leftOut?.length]).toEqual(["Pay the invoices", 1]);
    const text = `PLAN: ${title}\n\nStep 1: Collect the invoices\n\nStep 2: Pay the invoices`;
    expect(readPlan(text).errors).toMatchObject([{ code: "unread", path: "title" }]);
    expect(readPlan(text, { leaveOut: ["title"] }).plan?.title).toBe("Pay the invoices");
    expect(read(title, tasks, { settled: [title] }).plan?.title).toBe(title);
    expect(read("Not for execution", tasks, { leaveOut: ["title"] }).plan?.title).toBe("Untitled plan");
  });

  it("stands at the path where it is written", () => {
    const path = (plan: object) => readPlan(JSON.stringify(plan)).errors.map((one) => one.path);
    expect(path({ name: "Not for execution", tasks })).toEqual(["name"]);
    expect(path({ plan: { title: "Not for execution", tasks } })).toEqual(["plan.title"]);
    expect(path({ title: { en: "Pay" }, tasks })).toEqual(["title"]);
  });

  it("is no title beyond a thousand characters", () => {
    expect(isRead("x".repeat(1_000))).toBe(true);
    expect(isRead("x".repeat(1_001))).toBe(false);
  });
});
