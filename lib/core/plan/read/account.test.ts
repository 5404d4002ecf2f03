import { describe, expect, it } from "vitest";
import { errorsOf, readClean, readValid } from "@/lib/testing/plans/read-plan";
import type { Json, JsonObject } from "../../json";
import type { Task } from "../schema";
import { serializePlan } from "../write/json";
import { readPlan } from "./plan";

const PROSE = "Mind the two currencies in it";
const on = (piece: JsonObject): Json => ({
  agents: { w: { tools: ["count", "look"] } },
  tasks: [{ id: "a", title: "Go", input: "x", ...piece }],
});

describe("what no field took", () => {
  it.each<[string, JsonObject]>([
    ["a number under a name of what changes nothing", { priority: 2 }],
    ["a short text under one", { tags: ["fast", "cheap"] }],
    ["one inside another", { ui: { position: { x: 1, y: 2 } } }],
    ["a name of several words that are known for that", { estimated_hours: 3, story_points: 5 }],
    ["one of a word that is and one that says of what", { risk_level: "low", output_format: "table" }],
    ["nothing", { mood: null, feeling: "", list: [], map: {}, notes: "N/A" }],
    ["a state of what is still to be done", { status: "Not started" }],
    ["the tools that its agent has anyway", { agent: "w", tools: ["look", "count"] }],
  ])("is harmless: %s", (_, piece) => {
    expect(readClean(on(piece))).toMatchObject([{ details: [] }]);
  });

  it.each<[string, JsonObject, string]>([
    ["a flag, whatever its name", { priority: true }, "priority"],
    ["a number under an unknown name", { mood: 3 }, "mood"],
    ["a position that counts the tasks", { position: 2 }, "position"],
    ["such a one in a list", { position: [2] }, "position[0]"],
    ["a short text under an unknown name", { mood: "good" }, "mood"],
    ["a day, which is no sentence", { mood: "2026-12-01" }, "mood"],
    ["a level, which may be an order", { level: 2 }, "level"],
    ["how much somebody oversees it", { oversight_level: "full" }, "oversight_level"],
    ["a limit of what is harmless", { max_cost: 100 }, "max_cost"],
    ["the least of it", { confidence_threshold: 0.9 }, "confidence_threshold"],
    ["when it begins", { start_time: "18:00" }, "start_time"],
    ["a state of what has ended", { status: "done" }, "status"],
    ["words of approval", { note: "The board has to approve of this first" }, "note"],
    ["words of waiting", { note: "Do not run this before Nina is back" }, "note"],
    ["a name that speaks of approval or waiting", { hold_until: "the first of next month" }, "hold_until"],
    ["fewer tools than its agent has", { agent: "w", tools: ["look"] }, "tools[0]"],
    ["tools of an agent that is not declared", { agent: "v", tools: ["look"] }, "tools[0]"],
    ["the name of a task", { tags: ["a"] }, "tags[0]"],
    ["its name in an order", { category: "a first" }, "category"],
    ["somebody's name as a remark", { remarks: "Mira Kowalski" }, "remarks"],
    ["a first name as one", { note: "Mira" }, "note"],
    ["a first name in a list of them", { comments: ["Mira"] }, "comments[0]"],
    ["a first name in a container", { metadata: { notes: "Mira" } }, "metadata.notes"],
    ["whose risk it is", { risk_owner: "Mira" }, "risk_owner"],
    ["by whom it was summed up", { summary_by: "Mira" }, "summary_by"],
    ["who leads an area", { areaLead: "Mira" }, "areaLead"],
    ["the name of a task as a key", { labels: { a: "x" } }, "labels.a"],
    ["what looks like a task", { label: { id: "b", agent: "w" } }, "label"],
    ["a flag deep inside", { ui: { mood: [{ deep: true }] } }, "ui.mood[0].deep"],
  ])("is an error: %s", (_, piece, at) => {
    expect(errorsOf(on(piece))).toEqual([`unread tasks[0].${at}`]);
  });

  it.each([
    "Needs approval: yes",
    "Approver — finance",
    "Do not start before Nina has agreed",
    "[ ] The offer is signed",
    "After that: a",
  ])("is none of the details of a task: %s", (line) => {
    const json = on({ details: ["Mood: good", line] });
    expect(errorsOf(json)).toEqual(["unread tasks[0].details[1]"]);
    const { plan } = readPlan(json, { leaveOut: ["tasks[0].details[1]"] });
    expect(plan?.tasks[0]?.details).toEqual(["Mood: good"]);
    const [task] = readClean(on({ details: [`Detail: ${JSON.stringify(line)}`] }));
    expect(task?.details).toEqual([line]);
    const written = serializePlan({ ...readValid(on({})).plan, tasks: [task as Task] });
    expect(readClean(written)).toEqual([task]);
  });

  it("is all that a task has where no field says what is to be done", () => {
    const nodes = [{ id: "n1", data: { label: "Fetch the orders", color: "red" } }];
    expect(readClean({ nodes })).toMatchObject([{ title: "n1", details: ["Label: Fetch the orders"] }]);
    expect(errorsOf({ nodes: [{ id: "n1", data: { label: "Manager's review" } }] })).toEqual([
      "unread nodes[0].data.label",
    ]);
  });

  it("is none where a detail names a task among other words", () => {
    const line = "Take into account: what a gives, and the totals";
    expect(readClean(on({ details: [line] }))[0]?.details).toEqual([line]);
  });

  it("goes to the agent in few words, unless they are about somebody whom a gate asks", () => {
    const beside = (note: string) => ({
      tasks: [
        { id: "g", title: "Right?", type: "human_review", assignees: ["Mira Kowalski", "role:finance"] },
        { id: "a", input: "x", note, inputs: ["city"] },
      ],
    });
    expect(readClean(beside("two pages"))[1]?.details).toEqual(["Note: two pages", "Inputs: city"]);
    for (const note of ["Mira first", "with finance", "the CFO signs off"])
      expect(errorsOf(beside(note))).toEqual(["unread tasks[1].note"]);
  });

  it("is a note for whom it stands beside, once", () => {
    const plan = {
      mood: PROSE,
      agents: { w: { mood: PROSE } },
      tasks: [
        { id: "a", agent: "w", input: "x", mood: PROSE, feelings: [PROSE] },
        { id: "g", type: "human", after: "a", gate: { prompt: "Go?", mood: PROSE } },
        { id: "h", type: "human", title: "Go on?", after: "g", gate: {}, mood: PROSE },
        { id: "r", type: "checkpoint", after: "g", review: { focus: "Well?", mood: PROSE } },
      ],
    };
    const { plan: read, tasks } = readValid(plan);
    expect(read.objective).toBe(`Mood: ${PROSE}`);
    expect(read.agents.w?.prompt).toBe(`Mood: ${PROSE}`);
    expect(tasks).toMatchObject([
      { details: [`Mood: ${PROSE}`, `Feelings: ${PROSE}`] },
      { gate: { prompt: `Go?\nMood: ${PROSE}` } },
      { gate: { prompt: `Go on?\nMood: ${PROSE}` } },
      { review: { focus: `Well?\nMood: ${PROSE}` } },
    ]);
    expect(readPlan(JSON.stringify(read)).plan).toEqual(read);
  });

  it("is a note for each task of a phase", () => {
    const phases = [{ name: "p", mood: PROSE, tasks: ["x", { id: "b" }] }];
    expect(readClean({ phases }).map(({ details }) => details)).toEqual([
      [`Mood: ${PROSE}`],
      [`Mood: ${PROSE}`],
    ]);
  });
});

describe("a name beside another of the same field", () => {
  it("is a note where it says more in words, and an error with anything else", () => {
    expect(readClean(on({ description: PROSE }))).toMatchObject([
      { input: "x", details: [`Description: ${PROSE}`] },
    ]);
    expect(readClean(on({ description: "x" }))).toMatchObject([{ input: "x", details: [] }]);
    expect(errorsOf(on({ query: "y" }))).toEqual(["unread tasks[0].query"]);
  });

  it("is an error for a second list of tasks", () => {
    expect(errorsOf({ tasks: ["x"], steps: ["Write the report about it"] })).toEqual(["unread steps"]);
  });
});

describe("a key that is written twice", () => {
  it("is an error with two values, at any depth, and nothing with one", () => {
    expect(errorsOf('{"tasks": [{"id": "a"}], "tasks": [{"id": "b"}]}')).toEqual(["unread tasks"]);
    expect(errorsOf('{"tasks": [{"id": "a", "input": "x", "input": "y"}]}')).toEqual([
      "unread tasks[0].input",
    ]);
    expect(errorsOf('{"tasks": [{"id": "a", "\\u0069d": "b"}]}')).toEqual(["unread tasks[0].id"]);
    expect(readClean('{"tasks": [{"id": "a", "id": "a"}]}')).toHaveLength(1);
  });
});

describe("a guard that is written twice", () => {
  const read = (task: string) => readPlan(`{"tasks": [{"id": "a", "input": "go on", ${task}}]}`);

  it.each([
    ['"requires_approval": true, "requires_approval": false', "requires_approval"],
    ['"requires_approval": false, "requires_approval": true', "requires_approval"],
    ['"needs_approval": "maria", "needs_approval": null', "needs_approval"],
  ])("asks people where one of its values does: %s", (task, name) => {
    const { plan, warnings } = read(task);
    expect(plan?.tasks.map(({ id }) => id)).toEqual(["approve_a", "a"]);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: "stricter_taken", path: `tasks[0].${name}` }),
    );
  });

  it("is the larger quorum and the smaller limit, wherever it stands", () => {
    const gate = read('"type": "human_review", "gate": {"quorum": 2, "quorum": 3, "quorum": 1}');
    expect(gate.plan?.tasks[0]?.gate?.quorum).toBe(3);
    expect(read('"timeout_ms": 500, "timeout_ms": 9000').plan?.tasks[0]?.timeoutMs).toBe(500);
  });

  it.each([
    '"approval": "maria", "approval": "jo"',
    '"approvers": ["maria"], "approvers": ["jo"]',
    '"on_failure": "stop", "on_failure": "skip"',
    '"quorum": 2, "quorum": "all"',
    '"depends_on": [], "depends_on": ["b"]',
  ])("is an error where no value is the stricter: %s", (task) => {
    expect(read(task).plan).toBeUndefined();
  });
});

describe("what a person leaves out", () => {
  const plan = on({ mood: "good", feeling: 2 });

  it("is told by its path, and no error any more", () => {
    expect(readPlan(plan).unread?.map(({ path }) => path)).toEqual(["tasks[0].mood", "tasks[0].feeling"]);
    const read = readPlan(plan, { leaveOut: ["tasks[0].mood", "tasks[0].feeling"] });
    expect(read.errors).toEqual([]);
    expect(read.leftOut).toHaveLength(2);
    expect(read.plan?.tasks).toMatchObject([{ id: "a", details: [] }]);
  });

  it("is only that, and never what else is wrong", () => {
    const one = readPlan(plan, { leaveOut: ["tasks[0].mood"] });
    expect([one.plan, one.unread?.length, one.leftOut?.length]).toEqual([undefined, 1, 1]);
    const unknown = { tasks: [{ id: "a", type: "banana" }] };
    expect(readPlan(unknown, { leaveOut: ["tasks[0].type"] }).plan).toBeUndefined();
  });
});

describe("a line of a step", () => {
  it.each([
    "Mood: good",
    "Ready: yes",
    "After that: Step 1",
    "Hold: until the board agrees",
    "Do not start before Nina has agreed",
    "Comes behind: First",
    "[ ] Nina has looked at it",
    "[ ] The offer is signed",
    "Thought: hold here, the others are not done",
    "Thought: Nina wants to see the sum first",
    "Notes: Nina",
    "Condition: if the load is high at night, and only then",
    "Only if: the load is higher than it was the day before",
    "Precondition: the tests of the release have all passed",
    "Risk owner: Nina",
    "Approver — Nina",
    "Approver = finance",
    "| Approver | finance |",
    "⚠ requires sign-off",
  ])("is an error: %s", (line) => {
    expect(errorsOf(`Step 1: First\nStep 2: Second\n- ${line}`)).toEqual(["unread step_2.details[0]"]);
  });

  it.each([
    "Use the second table",
    "[ ] Write what is missing",
    "[x] Nina has looked at it",
    "Say what the reader wants to see first",
    "Note: short",
    "Expected: a JSON list",
    "Mood: a text of more words than that",
    "https://example.org/a",
  ])("is a detail: %s", (line) => {
    expect(readClean(`Step 1: First\n- ${line}`)).toMatchObject([{ details: [line] }]);
  });

  it("that is written is read back, in quotation marks where it has to be", () => {
    const text = 'Step 1: First\n- Detail: "Mood: good"';
    expect(readClean(text)).toMatchObject([{ details: ["Mood: good"] }]);
  });
});

describe("a field that none reads", () => {
  const problems = (task: object, gate?: object) =>
    readPlan(
      JSON.stringify({
        title: "P",
        agents: { writer: { prompt: "Write." } },
        tasks: [
          { id: "a", title: "Write it", agent: "writer", ...task },
          { id: "ines", title: "Ines decides", type: "human_review", gate: { prompt: "Fit?", ...gate } },
        ],
      }),
    ).errors.map(({ message }) => message);

  it.each<[object, string]>([
    [
      { maxTurns: 12 },
      'tasks[0].maxTurns: 12 is not in a known field: it belongs to an agent, at agents.<name>.maxTurns, and the task names that agent as its "agent".',
    ],
    [
      { reflection: { enabled: true } },
      'tasks[0].reflection.enabled: true is not in a known field: it belongs to an agent, at agents.<name>.reflection.enabled, and the task names that agent as its "agent".',
    ],
    ...[{ tool: "sql_query" }, { tools: "sql_query" }, { capabilities: "sql_query" }].map(
      (field): [object, string] => [
        field,
        `tasks[0].${Object.keys(field)[0]}: "sql_query" is not in a known field: it belongs to an agent, at agents.<name>.tools, and the task names that agent as its "agent".`,
      ],
    ),
    [{ maxRetrys: 2 }, 'tasks[0].maxRetrys: 2 is not in a known field (did you mean "maxRetries"?).'],
    [
      { condition: "if the file is missing" },
      'tasks[0].condition: "if the file is missing" is not in a known field: say it as an edge, a gate, a check, or the condition of a planning review.',
    ],
    [
      { zzz: true },
      "tasks[0].zzz: true is not in a known field: what guards the work is said as an edge, a gate or a check, all else in a sentence.",
    ],
  ])("is told where it belongs: %j", (task, message) => {
    expect(problems(task)).toEqual([message]);
  });

  it("is told by the nearest field of its gate", () => {
    expect(problems({}, { quorums: 2 })).toEqual([expect.stringContaining('did you mean "quorum"?')]);
  });

  it("is none where a gate names one person", () => {
    const { plan, errors } = readPlan(
      '{"title": "P", "tasks": [{"id": "ines", "type": "human_review", "gate": {"prompt": "Fit?", "assignee": "Ines"}}]}',
    );
    expect([plan?.tasks[0]?.gate?.assignees, errors]).toEqual([["Ines"], []]);
  });
});

it("takes what is harmless by its name for that only with a value of its own kind", () => {
  const errors = (more: object) =>
    readPlan({ title: "P", tasks: [{ id: "a", title: "Pay the invoices", ...more }] }).errors.map(
      ({ path }) => path,
    );
  expect(errors({ priority: "never" })).toEqual(["tasks[0].priority"]);
  expect(errors({ tags: ["do-not-run"] })).toEqual(["tasks[0].tags[0]"]);
  expect(errors({ tags: ["ci", "manual-only"] })).toEqual(["tasks[0].tags[1]"]);
  expect(errors({ priority: "high", tags: ["draft", "month-end", "ci"], severity: 3 })).toEqual([]);
});

it("reads a time with its unit, and an instruction under its label, in text as in JSON", () => {
  const text = "Step 1: Pay\n- Prompt: Pay all.\n- Requires human approval: yes\n- Approval timeout: 2 hours";
  const json = {
    id: "a",
    title: "Pay",
    prompt: "Pay all.",
    requires_approval: true,
    approval_timeout: "2 hours",
  };
  for (const source of [text, { tasks: [json] }]) {
    const { plan, errors } = readPlan(source);
    expect(errors).toEqual([]);
    expect(plan?.tasks.flatMap(({ gate }) => gate?.timeoutSeconds ?? [])).toEqual([7_200]);
    expect(plan?.tasks.find(({ title }) => title === "Pay")?.input).toBe("Pay all.");
  }
});
