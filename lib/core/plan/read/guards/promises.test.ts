import { describe, expect, it } from "vitest";
import { readPlan } from "../plan";
import { settledWords } from "../report";

const TASKS = [
  { id: "list", title: "List the invoices" },
  { id: "pay", title: "Pay the invoices", dependsOn: ["list"] },
];
const GATE = { id: "ok", title: "Release the list", type: "human_review", dependsOn: ["list"] };
const paths = (plan: object) =>
  readPlan({ title: "Invoices", tasks: TASKS, ...plan }).errors.map(({ path }) => path);
const prompted = (prompt: string, more: object = {}) => paths({ agents: { payer: { prompt } }, ...more });

describe("what a plan says of people beside its tasks", () => {
  it.each([
    "Pay what is open. Nothing may be paid before Ms. Tanaka has released the list.",
    "You publish. Never publish anything that the editor has not signed off.",
    "Pay the invoices. If one is more than 5,000 EUR, stop and ask Jonas.",
    "Erst nach Freigabe durch die Leitung zahlen.",
    "Pay the invoices once Ms. Tanaka has nodded.",
    "Pay what is open. Ms. Tanaka has the last word on each.",
    "You never pay an invoice that Ms. Tanaka has not cleared.",
  ])("is unread in an objective and a prompt where no control asks them: %s", (said) => {
    expect(paths({ objective: said })).toEqual(["objective"]);
    expect(prompted(said)).toEqual(["agents.payer.prompt"]);
    expect(prompted(said, { objective: said, tasks: [...TASKS, GATE] })).toEqual([]);
    expect(
      readPlan({ title: "P", objective: said, tasks: TASKS }, { leaveOut: ["objective"] }).plan,
    ).toBeDefined();
  });

  it("is unread in a task's instruction where it demands them", () => {
    const told = (input: string) => paths({ tasks: [{ id: "a", title: "Send it", input }] });
    expect(told("Send it. Get a go-ahead from the head of sales before you send it.")).toEqual([
      "tasks.a.input",
    ]);
    expect(told("Send it, but first let Priya see it and wait for her word.")).toEqual(["tasks.a.input"]);
    expect(told("Tell of a colleague who waits for permission that never comes.")).toEqual([]);
    expect(told("Do not use figures from before 2020.")).toEqual([]);
  });

  it.each([
    "You describe how hospitals approve new drugs.",
    "Pay the open invoices. No approval is needed.",
    "Retry until the page has loaded. Never guess a figure.",
    "Do not report a figure that is not in the source.",
  ])("is free where it makes nothing wait for them: %s", (said) => {
    expect(prompted(said, { objective: said })).toEqual([]);
  });

  it("is settled in a plan that is in force", () => {
    const objective = "Nothing may be paid before Ms. Tanaka has released the list.";
    const { plan } = readPlan({ title: "P", objective, tasks: TASKS }, { leaveOut: ["objective"] });
    expect(plan && readPlan(plan, { settled: settledWords(plan) }).errors).toEqual([]);
  });
});
