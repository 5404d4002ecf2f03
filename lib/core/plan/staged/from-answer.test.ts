import { describe, expect, it } from "vitest";
import { readPlan } from "../read/plan";
import { type Plan, plan as planSchema } from "../schema";
import { withAnswerEdits } from "./from-answer";

const base: Plan = planSchema.parse({
  title: "Note",
  agents: { writer: { prompt: "You write.", tools: ["look"] } },
  tasks: [
    { id: "write", title: "Write", agent: "writer", input: "Back on 3 January", maxRetries: 2 },
    {
      id: "ok",
      title: "Release it",
      type: "human_review",
      dependsOn: ["write"],
      gate: { prompt: "Fit?", assignees: ["Ann"] },
    },
  ],
});

const edits = (...edit: object[]) => JSON.stringify({ edit });
function edited(text: string, more: object = {}): Plan {
  const read = withAnswerEdits(text, { plan: base, ...more });
  if (!read || "errors" in read) throw new Error(JSON.stringify(read));
  const { plan, errors } = readPlan(read.text);
  expect(errors).toEqual([]);
  return plan as Plan;
}
function problems(text: string, more: object = {}): string[] {
  const read = withAnswerEdits(text, { plan: base, ...more });
  return read && "errors" in read ? read.errors.map(({ message }) => message) : ["no errors"];
}

describe("edits in an answer", () => {
  it("change the fields that they name, and nothing else of the plan", () => {
    const plan = edited(edits({ task: "write", field: "input", value: "Back on 4 January" }));
    const [write, ok] = base.tasks;
    expect(plan).toEqual({ ...base, tasks: [{ ...write, input: "Back on 4 January" }, ok] });
  });

  it.each<[string, object, (plan: Plan) => unknown, unknown]>([
    [
      "of a gate",
      { task: "ok", field: "gate.prompt", value: "Right?" },
      (p) => p.tasks[1]?.gate?.prompt,
      "Right?",
    ],
    ["of an agent", { task: "write", field: "agent.tools", value: [] }, (p) => p.agents.writer?.tools, []],
    ["in another spelling", { task: "ok", field: "depends_on", value: [] }, (p) => p.tasks[1]?.dependsOn, []],
    [
      "that goes unsaid",
      { task: "write", field: "maxRetries", value: null },
      (p) => p.tasks[0]?.maxRetries,
      1,
    ],
    [
      "that was not there",
      { task: "write", field: "verification", value: "true" },
      (p) => p.tasks[0]?.verification,
      "true",
    ],
  ])("change a field %s", (_, edit, of, wanted) => {
    expect(of(edited(edits(edit)))).toEqual(wanted);
  });

  it("are read whatever stands around them", () => {
    const text = `<think>a date</think>Here are the edits:\n\`\`\`json\n${edits({ task: "write", field: "input", value: "4" })}\n\`\`\``;
    expect(edited(text).tasks[0]?.input).toBe("4");
  });

  it("keep these words, which are read with the plan that they make", () => {
    const edit = edits({ task: "write", field: "input", value: "4" });
    for (const text of [`Nina looks first.\n${edit}`, `${edit}\n${edit}\nNina looks first.`]) {
      const read = withAnswerEdits(text, { plan: base });
      const { errors } = readPlan(read && "text" in read ? read.text : "");
      expect(errors).toMatchObject([{ code: "unread", path: expect.stringMatching(/^words/) }]);
    }
  });

  it("keep what the answer says of comments, and may then be none", () => {
    const dispositions = [{ comment: "c1", disposition: "declined", note: "It is right." }];
    const read = withAnswerEdits(JSON.stringify({ edit: [], dispositions }), { plan: base });
    expect(read && "text" in read && JSON.parse(read.text)).toMatchObject({ title: "Note", dispositions });
  });

  it("keep the names of data apart from those of objects", () => {
    const plan = edited(edits({ task: "write", field: "input", value: { __proto__x: 1 } }));
    expect(plan.tasks[0]?.input).toEqual({ __proto__x: 1 });
    expect(problems(edits({ task: "__proto__", field: "input", value: "x" }))).toHaveLength(1);
    expect(problems(edits({ task: "write", field: "__proto__", value: "x" }))).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    [
      "an unknown task",
      edits({ task: "wrte", field: "input", value: "x" }),
      'edit[0].task: "wrte" is the id of no task here: did you mean "write"?.',
    ],
    [
      "an unknown field",
      edits({ task: "write", field: "inptu", value: "x" }),
      'edit[0].field: "inptu" is no field of a task: did you mean "input"?.',
    ],
    [
      "the id of a task",
      edits({ task: "write", field: "id", value: "x" }),
      'edit[0].field: "id" is no field of a task.',
    ],
    [
      "a gate that is none",
      edits({ task: "write", field: "gate.prompt", value: "x" }),
      'edit[0].field: "gate.prompt" is of tasks that have a gate.',
    ],
    [
      "no value",
      edits({ task: "write", field: "input" }),
      'edit[0]: {"task":"write","field":"input"} needs "task", "field" and "value".',
    ],
    [
      "what edits do not have",
      edits({ task: "write", field: "input", value: "x", if: "it rains" }),
      'edit[0].if: "it rains" is no part of an edit.',
    ],
    ["nothing", edits(), "edit: [] holds no edit."],
    [
      "more than edits",
      JSON.stringify({ edit: [], objective: "Less" }),
      'objective: "Less" stands beside edits: write the whole plan.',
    ],
    [
      "agents that are none",
      JSON.stringify({ edit: [], agents: ["a"] }),
      'agents: ["a"] is no object of agents by their names.',
    ],
    [
      "an agent that the plan has",
      JSON.stringify({ edit: [], agents: { writer: { prompt: "Other." } } }),
      'agents.writer: "writer" is an agent of the plan, which edits change: "agent.prompt".',
    ],
    [
      "a new task under the id of another",
      edits({ add: { id: "ok", input: "x" } }),
      'edit[0].add.id: "ok" is the id of another task: give it one of its own.',
    ],
    [
      "a new task without an id",
      edits({ add: { input: "x" } }),
      'edit[0].add: {"input":"x"} is no task with an "id".',
    ],
    [
      "a new task with something beside it",
      edits({ add: { id: "new", input: "x" }, field: "input" }),
      'edit[0].field: "input" stands beside "add".',
    ],
  ])("are refused with their place for %s", (_, text, problem) => {
    expect(problems(text)).toContain(problem);
  });

  it("leave tasks out, and what waited for one waits for what that one waited for", () => {
    const post = { id: "post", title: "Post", input: "Post it", dependsOn: ["ok"] };
    const plan = planSchema.parse({ ...base, tasks: [...base.tasks, post] });
    const read = withAnswerEdits(edits({ task: "ok", remove: true }), { plan });
    const { tasks = [] } = readPlan(read && "text" in read ? read.text : "").plan ?? {};
    expect(tasks.map(({ id, dependsOn }) => [id, ...dependsOn])).toEqual([["write"], ["post", "write"]]);
    expect(problems(edits({ task: "ok", remove: true }), { ended: new Set(["ok"]) })).toEqual([
      'edit[0].task: "ok" has ended, and is not left out any more.',
    ]);
    const both = [
      { task: "ok", remove: true },
      { task: "ok", field: "gate.prompt", value: "x" },
    ];
    expect(problems(edits(...both))).toEqual(['edit[1].task: "ok" is left out by another edit.']);
  });

  it("bring tasks with the agents that are new, among those that they change", () => {
    const text = JSON.stringify({
      edit: [
        {
          add: {
            id: "check",
            title: "Check",
            agent: "checker",
            input: "{{results.write}}",
            depends_on: ["write"],
          },
        },
        { task: "ok", field: "dependsOn", value: ["check"] },
      ],
      agents: { checker: { prompt: "You check.", tools: ["look"] } },
    });
    const plan = edited(text);
    expect(plan.tasks.map(({ id, dependsOn }) => [id, ...dependsOn])).toEqual([
      ["write"],
      ["ok", "check"],
      ["check", "write"],
    ]);
    expect(plan.agents).toMatchObject({ ...base.agents, checker: { tools: ["look"] } });
    const twice = { add: { id: "new", input: "x" } };
    expect(problems(edits(twice, twice))).toEqual([
      'edit[1].add.id: "new" is the id of another task: give it one of its own.',
    ]);
  });

  it("name tasks that are wanted again as they are, and say one thing each", () => {
    const read = withAnswerEdits(edits({ task: "write", again: true }), { plan: base });
    expect(read).toMatchObject({ again: new Set(["write"]) });
    expect(edited(edits({ task: "write", again: true }))).toEqual(base);
    for (const more of [{ remove: true }, { field: "input", value: "x" }, { again: "please" }])
      expect(problems(edits({ task: "write", again: true, ...more }))).not.toEqual(["no errors"]);
  });

  it("are refused for a task that takes none, with why", () => {
    const closed = new Map([["write", "was shown by its beginning: write the whole plan"]]);
    expect(problems(edits({ task: "write", field: "input", value: "x" }), { closed })).toEqual([
      'edit[0].task: "write" was shown by its beginning: write the whole plan.',
    ]);
  });

  it("are refused where several lists differ, and none of them beside a whole plan", () => {
    const other = edits({ task: "write", field: "input", value: "y" });
    const one = edits({ task: "write", field: "input", value: "x" });
    expect(problems(`${one}\n${other}`)).toEqual(["The answer holds several lists of edits: give one."]);
    expect(problems(`${one}\n${one}`)).toEqual(["no errors"]);
    const whole = JSON.stringify({ title: "Plan", tasks: [{ id: "a", input: "go" }] });
    expect(withAnswerEdits(`${one}\n${whole}`, { plan: base })).toBeUndefined();
    expect(withAnswerEdits(whole, { plan: base })).toBeUndefined();
    expect(
      withAnswerEdits('Step 1: Go\n- Task input JSON: {"edit": [{"a": 1}]}', { plan: base }),
    ).toBeUndefined();
    expect(withAnswerEdits('{"edit": true}', { plan: base })).toBeUndefined();
  });
});
