import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid } from "@/lib/testing/plans/read-plan";
import { readPlan } from "./plan";

describe("shapes", () => {
  it("bare strings are inputs, and ids are made up by position", () => {
    expect(readClean({ tasks: ["Do this", { input: "Do that" }] })).toMatchObject([
      { id: "task_1", title: "Do this", input: "Do this" },
      { id: "task_2", input: "Do that" },
    ]);
    expect(readClean({ tasks: "Do it all" })).toMatchObject([{ id: "task_1", input: "Do it all" }]);
  });

  it("a text waits for the control before it, as it cannot say so", () => {
    const gate = { id: "ok", type: "human_review", prompt: "Refund?" };
    expect(graph(readClean({ tasks: ["Check", gate, "Refund", "Tell"] }))).toEqual({
      task_1: [],
      ok: [],
      task_3: ["ok"],
      task_4: ["ok"],
    });
  });

  it("a list in a list with a control is unread: nothing says what waits", () => {
    const gate = { id: "ok", type: "human_review", prompt: "Refund?" };
    const { errors } = readPlan({ tasks: [[gate], [{ id: "refund", input: "x" }]] });
    expect(errors).toMatchObject([
      { code: "unread", path: "tasks[0]" },
      { code: "unread", path: "tasks[1]" },
    ]);
    expect(errorsOf({ tasks: { decide: [gate], act: [{ id: "refund", input: "x" }] } })).toEqual([
      "unread tasks.decide",
      "unread tasks.act",
    ]);
    const said = { id: "refund", input: "x", depends_on: ["ok"] };
    expect(graph(readClean({ tasks: [[gate], [said]] }))).toEqual({ ok: [], refund: ["ok"] });
  });

  it("made-up ids step aside for given ones, with a warning", () => {
    const { tasks, warnings } = readValid({ tasks: [{ id: "task_2" }, "x", { id: "task_2_2" }, { id: 7 }] });
    expect(tasks.map((task) => task.id)).toEqual(["task_2", "task_2_3", "task_2_2", "7"]);
    expect(warnings).toMatchObject([{ code: "renumbered_step", path: "tasks[1]", taskId: "task_2_3" }]);
  });

  it("a map of tasks has ids for keys", () => {
    expect(
      readClean({ tasks: { fetch: { input: "x" }, sum: { after: "fetch", input: "y" }, last: "z" } }),
    ).toMatchObject([{ id: "fetch" }, { id: "sum", dependsOn: ["fetch"] }, { id: "last", input: "z" }]);
    expect(graph(readClean({ tasks: { one: { id: "a" }, two: { id: "b", after: "one" } } }))).toEqual({
      a: [],
      b: ["a"],
    });
  });

  it("phases pass their dependencies to their tasks, and their name means all of them", () => {
    const phases = [
      { name: "gather", tasks: ["x", { id: "b" }] },
      { phase: "write", depends_on: "gather", tasks: [{ id: "c" }, { id: "d", depends_on: ["c", "b"] }] },
      { id: "end", requires: ["write"], steps: { e: { input: "last" } } },
    ];
    expect(graph(readClean({ phases }))).toEqual({
      task_1: [],
      b: [],
      c: ["task_1", "b"],
      d: ["c", "b", "task_1"],
      e: ["c", "d"],
    });
    expect(
      graph(
        readClean({ phases: { one: { tasks: [{ id: "a" }] }, two: { after: "one", tasks: [{ id: "b" }] } } }),
      ),
    ).toEqual({ a: [], b: ["a"] });
  });

  it("what is more than a phase is a task", () => {
    expect(readClean({ tasks: [{ id: "a", input: "x", steps: ["y"] }] })).toMatchObject([
      { input: "x", details: ["Steps: y"] },
    ]);
    expect(errorsOf({ phases: [{ name: "p", mood: "good", tasks: ["x"] }] })).toEqual([
      "unread phases[0].mood",
    ]);
  });

  it("lists inside lists are tasks as well", () => {
    expect(readClean({ tasks: [["a", "b"], "c"] }).map((task) => task.input)).toEqual(["a", "b", "c"]);
    expect(graph(readClean({ tasks: { both: [{ id: "a" }, { id: "b" }], end: { after: "both" } } }))).toEqual(
      {
        a: [],
        b: [],
        end: ["a", "b"],
      },
    );
  });

  it("what is no task at all is reported", () => {
    expect(errorsOf({ tasks: [1, null, true, "x"] })).toEqual([
      "unread tasks[0]",
      "unread tasks[1]",
      "unread tasks[2]",
    ]);
  });

  it("the plan may stand under `plan`, as an object or a list", () => {
    const inner = { title: "T", goal: "G", steps: ["x"] };
    expect(readValid({ plan: inner }).plan).toMatchObject({
      title: "T",
      objective: "G",
      tasks: [{ input: "x" }],
    });
    expect(readValid({ title: "Outer", plan: ["x"] }).plan).toMatchObject({
      title: "Outer",
      tasks: [{ input: "x" }],
    });
    expect(errorsOf({ tasks: ["x"], plan: "A good one" })).toEqual(["unread plan"]);
    expect(readValid({ tasks: ["x"], plan: { agents: { a: "P" } } }).plan.agents).toHaveProperty("a");
  });

  it("a plan may stand in what answers come in, and what is beside it counts", () => {
    const inner = { tasks: [{ id: "a", input: "x" }] };
    for (const name of ["result", "response", "plan"])
      expect(readClean({ [name]: name === "plan" ? { plan: inner.tasks } : inner })).toMatchObject([
        { id: "a" },
      ]);
    expect(readClean({ response: { plan: { steps: inner.tasks } } })).toMatchObject([{ id: "a" }]);
    for (const none of [{ response: { mood: 1, plan: inner } }, { plan: { plan: { plan: inner } } }])
      expect(errorsOf(none)).toEqual(["invalid_plan_format undefined"]);
    const call = { name: "Update", arguments: { plan: [{ step: "Read" }, { step: "Write it" }] } };
    expect(graph(readPlan(call).plan?.tasks ?? [])).toEqual({ task_1: [], task_2: ["task_1"] });
    expect(errorsOf({ approved: false, result: inner })).toEqual(["unreadable_guard approved"]);
    for (const other of [{ draft: inner }, { rejected: inner }, { result: inner, data: inner }])
      expect(errorsOf(other)).toEqual(["invalid_plan_format undefined"]);
  });

  it("tasks that only numbers tell apart follow each other", () => {
    const graphs = [
      { tasks: { step_1: { action: "Read" }, step_2: { action: "Write" } } },
      { plan: { step_1: "Read it", step_2: "Write it" } },
      { step_1: { action: "Read" }, step_2: "Write it" },
    ].map((plan) => graph(readPlan(plan).plan?.tasks ?? []));
    expect(graphs).toEqual(Array(3).fill({ step_1: [], step_2: ["step_1"] }));
    for (const none of [{ error1: "a", error2: "b" }, { step_2: "a b", step_3: "c d" }, { step_1: "a b" }])
      expect(errorsOf(none)).toEqual(["invalid_plan_format undefined"]);
  });

  it("what is to be done, without a name, follows what stands before it", () => {
    const todos = ["Read", "Write"].map((description) => ({ description, status: "pending" }));
    expect(graph(readClean({ todos }))).toEqual({ task_1: [], task_2: ["task_1"] });
    expect(graph(readClean({ todos: todos.map((todo, at) => ({ ...todo, id: `t${at}` })) }))).toEqual({
      t0: [],
      t1: [],
    });
  });

  it("a bare list of tasks is a plan, a list of anything else is none", () => {
    expect(readClean([{ id: "a" }, { id: "b", after: "a" }]).map((task) => task.id)).toEqual(["a", "b"]);
    for (const list of [[], [1], ["x"], [{ x: 1 }]]) {
      expect(readPlan(list).errors).toMatchObject([{ code: "invalid_plan_format" }]);
    }
  });
});

describe("dependencies", () => {
  const resolved = (value: unknown, others: object[] = [{ id: "a" }, { id: "task_2" }, { id: "3" }]) =>
    readValid({ tasks: [...others, { id: "z", depends_on: value }] }).tasks.at(-1)?.dependsOn;

  it("as a scalar, a list, numbers, objects or a list in one text", () => {
    expect(resolved("a")).toEqual(["a"]);
    expect(resolved(["a", "3"])).toEqual(["a", "3"]);
    expect(resolved(3)).toEqual(["3"]);
    expect(resolved([2])).toEqual(["task_2"]);
    expect(resolved([{ id: "a" }, { task: 2 }, { step: "3" }])).toEqual(["a", "task_2", "3"]);
    expect(resolved("a, task_2")).toEqual(["a", "task_2"]);
    expect(resolved(" a ")).toEqual(["a"]);
    expect(resolved("Task 2")).toEqual(["task_2"]);
    expect(resolved("Task-2")).toEqual(["task_2"]);
    expect(resolved("all previous")).toEqual(["a", "task_2", "3"]);
    for (const nothing of ["none", "", [], "N/A"]) expect(resolved(nothing)).toEqual([]);
  });

  it("of unknown names stay as they are, for validation to judge", () => {
    expect(resolved(["ghost", "step 9"])).toEqual(["ghost", "step_9"]);
  });

  it("that name nothing are reported", () => {
    expect(errorsOf({ tasks: [{ id: "a", depends_on: [true, { x: 1 }] }] })).toEqual([
      "unread tasks[0].depends_on",
      "unread tasks[0].depends_on",
    ]);
  });

  it("by a name or a number of a phase", () => {
    expect(resolved("The first", [{ id: "a", name: "The first" }])).toEqual(["a"]);
    expect(
      graph(
        readClean({
          phases: [
            { phase: 1, tasks: ["x"] },
            { phase: 2, after: [1], tasks: ["y"] },
          ],
        }),
      ),
    ).toEqual({
      task_1: [],
      task_2: ["task_1"],
    });
  });
});

describe("numbered steps", () => {
  it("form a chain when none says what it depends on", () => {
    const steps = [
      { step_number: 1, title: "Build" },
      { step_number: 3, title: "Deploy", dependsOn: null },
      { step_number: 2, title: "Test" },
      { title: "Aside" },
    ];
    const { tasks, warnings } = readValid({ title: "T", steps });
    expect(graph(tasks)).toEqual({ step_1: [], step_3: ["step_2"], step_2: ["step_1"], task_4: [] });
    expect(warnings).toEqual([]);
  });

  it("do not when one does", () => {
    const steps = [
      { step_number: 1 },
      { step_number: 2, depends_on: [] },
      { step_number: 3, depends_on: [1, 2] },
    ];
    expect(graph(readClean({ steps }))).toEqual({ step_1: [], step_2: [], step_3: ["step_1", "step_2"] });
  });

  it("with one number twice are told apart, and the number means both", () => {
    const steps = [{ step_number: 1 }, { step_number: 1 }, { step_number: 2, depends_on: "Step 1" }];
    const { tasks, warnings } = readValid({ steps });
    expect(graph(tasks)).toEqual({ step_1: [], step_1_2: [], step_2: ["step_1", "step_1_2"] });
    expect(warnings).toMatchObject([{ code: "renumbered_step", taskId: "step_1_2" }]);
  });

  it("carry their review in review_context or beside it", () => {
    const review_context = {
      review_focus: "Ready for staging",
      previous_steps: "Steps 1, 2",
      decision_points: ["Exported?", "Packaged?"],
      potential_outcomes: ["CONTINUE - go on", "REPLAN: mend", "**ABORT** stop"],
      requires_human_approval: true,
      approval_timeout: 3600,
      review_agents: ["planning", "safety"],
      conditional: true,
      condition: { previous_step_failed: true, metric_threshold: { accuracy: "<0.95" } },
      consensus: "majority",
      on_timeout: "Escalate",
      template: "cost",
    };
    const expected = {
      focus: "Ready for staging",
      previousTasks: ["step_1", "step_2"],
      decisionPoints: ["Exported?", "Packaged?"],
      potentialOutcomes: [
        { decision: "CONTINUE", when: "go on" },
        { decision: "REPLAN", when: "mend" },
        { decision: "ABORT", when: "stop" },
      ],
      requiresHumanApproval: true,
      approvalTimeoutSeconds: 3600,
      reviewers: ["planning", "safety"],
      condition: { previousFailed: true, metric: { accuracy: "<0.95" } },
      consensus: "majority",
      onTimeout: "escalate",
      template: "cost",
    };
    const steps = (review: object) => [
      { step_number: 1, step_type: "action", details: ["x"] },
      { step_number: 2, step_type: "action" },
      { step_number: 3, step_type: "planning_review", ...review },
    ];
    for (const review of [{ review_context }, review_context]) {
      expect(readClean({ steps: steps(review) })[2]).toMatchObject({
        dependsOn: ["step_2"],
        review: expected,
      });
    }
  });
});

describe("phases that say nothing of their order", () => {
  const approve = { id: "approve", type: "human_review", prompt: "Pay?" };
  const pay = { id: "pay", input: "Pay" };
  const behind = (...phases: object[]) => readPlan({ title: "Pay", phases });

  it.each([
    [{ tasks: [approve] }, { tasks: [pay] }],
    [
      { name: "Ask", steps: [approve] },
      { name: "Do", steps: [pay] },
    ],
    [
      { phase: 1, tasks: [{ id: "look", input: "Look" }] },
      { phase: 2, tasks: [approve] },
      { phase: 3, tasks: [pay] },
    ],
    [{ name: "All", phases: [{ tasks: [approve] }, { tasks: [pay] }] }],
  ])("are unread behind a control: %j %j", (...phases) => {
    const { plan, unread = [] } = behind(...phases);
    expect(plan).toBeUndefined();
    expect(unread.map(({ path }) => path)).toEqual([expect.stringMatching(/phases\[\d\]$/)]);
  });

  it("are read where they or their tasks say what they wait for, and where no control stands before them", () => {
    const dependsOn = (phases: object[]) => behind(...phases).plan?.tasks.map((task) => task.dependsOn);
    expect(
      dependsOn([
        { name: "Ask", tasks: [approve] },
        { tasks: [pay], depends_on: ["Ask"] },
      ]),
    ).toEqual([[], ["approve"]]);
    expect(dependsOn([{ tasks: [approve] }, { tasks: [{ ...pay, after: "approve" }] }])).toEqual([
      [],
      ["approve"],
    ]);
    expect(dependsOn([{ tasks: [pay] }, { tasks: [approve] }])).toEqual([[], []]);
  });
});
