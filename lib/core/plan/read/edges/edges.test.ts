import { describe, expect, it } from "vitest";
import { errorsOf, graph, inForce, readClean } from "@/lib/testing/plans/read-plan";
import type { Json, JsonObject } from "../../../json";
import { readPlan } from "../plan";

/** A payment behind a gate, where the edge between them is written in many ways. */
const plan = (pay: JsonObject, gate: JsonObject = {}): Json => ({
  tasks: [
    { id: "ok", title: "Pay 900 euros?", type: "human_review", ...gate },
    { id: "pay", title: "Pay", input: "Pay it.", ...pay },
  ],
});

const NAMES =
  "dep depends parents parent_id predecessors waits_for runAfter preceded_by depends_upon blockedBy";
it.each<[string, JsonObject]>([
  ...NAMES.split(" ").map((name): [string, JsonObject] => [name, { [name]: ["ok"] }]),
  ["a map with a state", { depends_on: { ok: { condition: "approved" } } }],
  ["a map with true", { depends_on: { ok: true } }],
  ["all of", { depends_on: { all: ["ok"] } }],
  ["an object with the id of a task", { depends_on: [{ taskId: "ok" }] }],
  ["an object with a gate", { depends_on: [{ gate: "ok" }] }],
  ["what it takes in", { context: ["ok"] }],
  ["inputs of its own", { inputs: "Pay 900 euros?" }],
  ["names of ids", { upstream_task_ids: ["ok"] }],
  ["names of ids in another case", { predecessorIds: ["ok"] }],
  ["the name of an id", { depends_on_task_id: "ok" }],
  ["the title", { depends_on: ["Pay 900 euros?"] }],
])("an edge by %s is read", (_, edge) => {
  expect(graph(readClean(plan(edge)))).toEqual({ ok: [], pay: ["ok"] });
});

it.each(["next_steps", "then", "on_success", "successors", "followed_by", "before", "next_task_ids"])(
  "an edge on the gate by %s is read",
  (name) => expect(graph(readClean(plan({}, { [name]: ["pay"] })))).toEqual({ ok: [], pay: ["ok"] }),
);

it.each<[JsonObject, string]>([
  [{ previous: ["ok"] }, "unread tasks[1].previous[0]"],
  [{ upstream_task_ids: ["ok", "amount"] }, "unread tasks[1].upstream_task_ids[0]"],
  [{ related_task_ids: ["ok"] }, "unread tasks[1].related_task_ids[0]"],
  [{ inputs: ["ok", "amount"] }, "unread tasks[1].inputs[0]"],
  [{ inputs: { sum: ["ok"] } }, "unread tasks[1].inputs.sum[0]"],
  [{ output: "{{ok.output}}" }, "unread tasks[1].output"],
  [{ trigger: { ok: "rejected" } }, "unread tasks[1].trigger.ok"],
  [{ depends_on: { ok: "rejected" } }, "unread tasks[1].depends_on.ok"],
  [{ interrupt_before: true }, "unread tasks[1].interrupt_before"],
  [{ manual: true }, "unread tasks[1].manual"],
  [{ executor: "human" }, "unread tasks[1].executor"],
  [{ tags: ["needs-approval"] }, "unread tasks[1].tags[0]"],
  [{ config: { interrupt_before: true } }, "unread tasks[1].config.interrupt_before"],
  [{ note: "Do not run before the CFO approves." }, "unread tasks[1].note"],
])("what is told otherwise is an error: %j", (piece, error) => {
  expect(errorsOf(plan(piece))).toContain(error);
});

describe("an edge of the whole plan", () => {
  const joined = (more: JsonObject) => ({
    ...(plan({}) as JsonObject),
    edges: [{ from: "ok", to: "pay", ...more }],
  });

  it.each<JsonObject>([{}, { id: "e1", type: "depends_on" }, { condition: "approved" }, { label: "next" }])(
    "is read with %j",
    (more) => expect(graph(readClean(joined(more)))).toEqual({ ok: [], pay: ["ok"] }),
  );

  it.each<[JsonObject, string]>([
    [{ condition: "rejected" }, "unreadable_guard edges[0].condition"],
    [{ requires_approval: true }, "unreadable_guard edges[0].requires_approval"],
    [{ kind: "on_reject" }, "unread edges[0].kind"],
    [{ data: { paused: true } }, "unread edges[0].data.paused"],
  ])("is an error with %j", (more, error) => expect(errorsOf(joined(more))).toContain(error));
});

describe("what names another task where it waits for none", () => {
  const three = (pay: JsonObject) => ({
    tasks: [
      { id: "list", input: "List them." },
      {
        id: "ok",
        title: "Look it over",
        type: "human_review",
        prompt: "Pay all of these?",
        dependsOn: ["list"],
      },
      { id: "pay", title: "Pay", dependsOn: ["list"], ...pay },
    ],
  });

  it.each<[JsonObject, string]>([
    [{ input: { sum: 3, when: ["ok"] } }, "unread tasks[2].input.when[0]"],
    [{ input: { said: `\${steps.ok.output.said}` } }, "unread tasks[2].input.said"],
    [{ input: { said: "=ok.said" } }, "unread tasks[2].input.said"],
    [{ input: `Pay what \${ok.said} has.` }, "unread tasks[2].input"],
    [{ input: "Pay it.", remark: "See: Pay all of these?" }, "unread tasks[2].remark"],
  ])("is an error: %j", (piece, error) => expect(errorsOf(three(piece))).toEqual([error]));

  it("is none where one of the two waits, in free text, and once it is settled", () => {
    expect(readClean(three({ dependsOn: ["ok"], input: { said: "ok" } }))).toHaveLength(3);
    expect(readClean(three({ input: "Pay what is ok in the list." }))).toHaveLength(3);
    const left = readPlan(three({ input: { said: "ok" } }), { leaveOut: ["tasks[2].input.said"] }).plan;
    expect(left && readPlan(left, inForce(left)).errors).toEqual([]);
  });
});

it.each(["todos", "jobs", "entries", "work_items", "Aufgaben"])(
  "the only list of tasks may be called %s",
  (name) => {
    const { tasks } = plan({ depends_on: ["ok"] }) as JsonObject;
    expect(graph(readClean({ title: "Pay", [name]: tasks ?? null }))).toEqual({ ok: [], pay: ["ok"] });
  },
);

it.each<[string, JsonObject]>([
  ["beside another list", { entries: [{ id: "a", agent: "x" }], others: [{ id: "b" }] }],
  ["of names alone", { columns: [{ name: "sum", type: "integer" }] }],
  ["of texts", { entries: ["Ask", "Pay"] }],
  ["that is empty", { entries: [] }],
])("a list %s is no plan", (_, object) =>
  expect(errorsOf(object)).toEqual(["invalid_plan_format undefined"]),
);

it.each([
  ["with their state", ["Ask", "Pay"].map((step) => ({ step, status: "pending" }))],
  ["alone", ["Ask", "Pay"]],
])("a list of steps in words %s is work that follows each other", (_, steps) => {
  expect(graph(readClean({ plan: steps }))).toEqual({ task_1: [], task_2: ["task_1"] });
});

it("edges of dependents stand on the end that the order of the tasks says, or are unread", () => {
  const three = (name: string, ...edges: string[][]) => ({
    tasks: ["a", "b", "c"].map((id, n) => ({ id, input: `Do ${id}`, [name]: edges[n] ?? [] })),
  });
  expect(graph(readClean(three("dependent_task_ids", [], ["a"], ["a", "b"])))).toEqual({
    a: [],
    b: ["a"],
    c: ["a", "b"],
  });
  expect(graph(readClean(three("dependents", ["b", "c"])))).toEqual({ a: [], b: ["a"], c: ["a"] });
  expect(readPlan(three("dependents", [], ["a", "c"])).plan).toBeUndefined();
});

it("labels of edges are read in other languages, in front of numbers of steps", () => {
  const text = (label: string, value: string) =>
    `Step 1: Go there\nStep 2: Look at it\nStep 3: Come back\n- ${label}: ${value}`;
  for (const label of ["Hängt ab von", "Voraussetzung", "Dépend de", "Depende de", "Zależy od"])
    expect(graph(readClean(text(label, "Schritt 1"))).step_3).toEqual(["step_1"]);
  expect(readPlan(text("Statt", "Schritt 1")).plan).toBeUndefined();
});
