import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { reachOf } from "../plan/reach";
import { type Plan, task as taskSchema } from "../plan/schema";
import type { TaskStatus } from "../run/status";
import { type RefinementItems, truncateRefinement } from "./items";
import { refine } from "./refine";
import type { RefineBase } from "./rest";

const TOOLS = [
  { name: "deploy", sideEffects: "write" },
  { name: "look", sideEffects: "read" },
] as const;
const AGENTS = {
  deployer: { prompt: "", tools: ["deploy"] },
  reader: { prompt: "", tools: ["look"] },
};

/** The tasks with these statuses, the others pending; work by writing tools may be touched where people are asked. */
function baseOf(
  tasks: TaskDraft[],
  status: Record<string, TaskStatus> = { a: "succeeded" },
  more: Partial<RefineBase> = {},
): RefineBase {
  const current: Plan = { ...planOf(...tasks), agents: planAgents() };
  const ids = current.tasks.map(({ id }) => id);
  return {
    current,
    status: new Map(ids.map((id) => [id, status[id] ?? "pending"])),
    unstarted: new Set(ids.filter((id) => status[id] === undefined)),
    usedIds: new Set([...ids, "gone"]),
    checkedByPeople: new Set(),
    restedOn: new Set(),
    about: ["a"],
    reachOf: (plan) => reachOf(plan, TOOLS),
    mayWrite: false,
    ...more,
  };
}

const planAgents = (): Plan["agents"] =>
  Object.fromEntries(Object.entries(AGENTS).map(([name, one]) => [name, { ...one, tools: [...one.tools] }]));

type Given = {
  modify?: Omit<RefinementItems["modify"][number], "reason">[];
  add?: (TaskDraft & { after?: string[] })[];
  skip?: string[];
};

const refined = (base: RefineBase, { modify = [], add = [], skip = [] }: Given) =>
  refine(
    {
      modify: modify.map((one) => ({ ...one, reason: "m" })),
      add: add.map(({ after = [], ...task }) => ({
        task: taskSchema.parse({ title: task.id, ...task }),
        after,
        reason: "a",
      })),
      skip: skip.map((taskId) => ({ taskId, reason: "s" })),
    },
    base,
  );

const droppedOf = (base: RefineBase, given: Given) =>
  refined(base, given).dropped.map(({ taskId, why }) => `${taskId} ${why}`);

const CHAIN: TaskDraft[] = [
  { id: "a" },
  { id: "b", dependsOn: ["a"], input: "old" },
  { id: "c", dependsOn: ["b"] },
];

describe("a refinement", () => {
  it("changes input, title and details of a task, and nothing else of it", () => {
    const base = baseOf([{ id: "a" }, { id: "b", input: "old", verification: "true", maxRetries: 3 }]);
    const changes = { taskId: "b", input: "new", title: "New", details: ["one"] };
    const { plan, modified, changesPlan } = refined(base, { modify: [changes] });
    expect(plan.tasks[1]).toEqual({
      ...base.current.tasks[1],
      input: "new",
      title: "New",
      details: ["one"],
    });
    expect({ modified, changesPlan }).toEqual({
      modified: [{ taskId: "b", reason: "m" }],
      changesPlan: true,
    });
  });

  it("has a task wait for every result that its new input names, a new task's among them", () => {
    const base = baseOf([...CHAIN, { id: "d" }]);
    const { plan, added } = refined(base, {
      modify: [{ taskId: "c", input: "{{results.n}} {{results.b}} {{results.d}}" }],
      add: [{ id: "n", after: ["a"] }],
    });
    expect(plan.tasks.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ["a", []],
      ["n", ["a"]],
      ["b", ["a"]],
      ["c", ["b", "d", "n"]],
      ["d", []],
    ]);
    expect(added).toEqual([{ taskId: "n", reason: "a" }]);
  });

  it("adds tasks after what they name, after each other, or after what has ended", () => {
    const { plan } = refined(baseOf(CHAIN), {
      add: [{ id: "second", after: ["first"] }, { id: "first", input: "{{results.b}}" }, { id: "third" }],
    });
    const after = Object.fromEntries(plan.tasks.map(({ id, dependsOn }) => [id, dependsOn]));
    expect(after).toMatchObject({ second: ["first"], first: ["b"], third: ["a"] });
    expect(plan.tasks.map(({ id }) => id)).toEqual(["a", "third", "b", "first", "second", "c"]);
  });

  it("takes no control, review or lineage with a new task", () => {
    const extra = { replaces: "b", review: {} as never, gate: {} as never };
    const { plan } = refined(baseOf(CHAIN), { add: [{ id: "n", ...extra }] });
    const added = plan.tasks.find(({ id }) => id === "n");
    expect(Object.keys(added ?? {})).not.toEqual(expect.arrayContaining(["replaces"]));
    expect(added).not.toHaveProperty("review");
    expect(added).not.toHaveProperty("gate");
  });

  it("puts a new task that waits for nothing at the end", () => {
    const { plan } = refined(baseOf(CHAIN, {}, { about: [] }), { add: [{ id: "n" }] });
    expect(plan.tasks.at(-1)).toMatchObject({ id: "n", dependsOn: [] });
  });

  it("leaves skipped tasks in the plan", () => {
    const { plan, skipped, changesPlan } = refined(baseOf(CHAIN), { skip: ["c"] });
    expect(plan.tasks).toEqual(baseOf(CHAIN).current.tasks);
    expect({ skipped, changesPlan }).toEqual({ skipped: [{ taskId: "c", reason: "s" }], changesPlan: false });
  });

  it("is kept at the length that events hold", () => {
    const long = "x".repeat(2_000);
    const kept = truncateRefinement({
      summary: long,
      modified: [{ taskId: "a", reason: long }],
      added: [],
      skipped: [],
      dropped: [{ part: "add", taskId: "n", why: "kind" }],
    });
    expect([kept.summary.length, kept.modified[0]?.reason.length]).toEqual([500, 150]);
    expect(kept.dropped).toHaveLength(1);
  });
});

describe("items of a refinement are left out, with the reason", () => {
  const gate: TaskDraft = { id: "g", type: "human_review", dependsOn: ["a"] };
  const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["a"] };
  const synthesis: TaskDraft = { id: "s", type: "synthesis_gate", dependsOn: ["a"] };
  const write = (id: string, ...dependsOn: string[]): TaskDraft => ({ id, agent: "deployer", dependsOn });
  const modify = (taskId: string, input: string = "new") => ({ modify: [{ taskId, input }] });

  it.each<[string, RefineBase, Given, string[]]>([
    ["a task that is not there", baseOf(CHAIN), modify("x"), ["x unknown_task"]],
    ["a task that has begun", baseOf(CHAIN, { a: "running" }), modify("a"), ["a started"]],
    ["a task that was tried", baseOf(CHAIN, {}, { unstarted: new Set(["c"]) }), modify("b"), ["b started"]],
    ["a human gate", baseOf([{ id: "a" }, gate]), modify("g"), ["g kind"]],
    ["a review", baseOf([{ id: "a" }, review]), modify("r"), ["r kind"]],
    ["a synthesis gate", baseOf([{ id: "a" }, synthesis]), { skip: ["s"] }, ["s kind"]],
    [
      "guarded work",
      baseOf([{ id: "a" }, gate, write("w", "g")], undefined, { mayWrite: true }),
      { ...modify("w"), skip: ["w"] },
      ["w guarded", "w guarded"],
    ],
    [
      "a program that would begin to change something behind a gate",
      baseOf([{ id: "a" }, gate, { id: "p", type: "direct", input: "1", dependsOn: ["g"] }], undefined, {
        mayWrite: true,
      }),
      modify("p", "(tool/deploy {})"),
      ["p guarded"],
    ],
    ["work by writing tools", baseOf([{ id: "a" }, write("w")]), modify("w"), ["w writes"]],
    [
      "a program that would begin to change something",
      baseOf([{ id: "a" }, { id: "p", type: "direct", input: "1" }]),
      modify("p", "(tool/deploy {})"),
      ["p writes"],
    ],
    ["what is so already", baseOf(CHAIN), modify("b", "old"), ["b unchanged"]],
    [
      "what is said twice",
      baseOf(CHAIN),
      {
        modify: [
          { taskId: "b", input: "1" },
          { taskId: "b", input: "2" },
        ],
        skip: ["b", "c", "c"],
      },
      ["b twice", "b twice", "c twice"],
    ],
    ["a result of no task", baseOf(CHAIN), modify("b", "{{results.nobody}}"), ["b unknown_task"]],
    [
      "a result that never comes",
      baseOf([...CHAIN, { id: "d" }], { a: "succeeded", d: "skipped" }),
      modify("b", "{{results.d}}"),
      ["b no_result"],
    ],
    ["a task's own result", baseOf(CHAIN), modify("b", "{{results.b}}"), ["b cycle"]],
    ["a result of what comes after it", baseOf(CHAIN), modify("b", "{{results.c}}"), ["b cycle"]],
    [
      "two tasks that would wait for each other",
      baseOf([{ id: "a" }, { id: "b" }, { id: "c" }]),
      {
        modify: [
          { taskId: "b", input: "{{results.c}}" },
          { taskId: "c", input: "{{results.b}}" },
        ],
      },
      ["c cycle"],
    ],
    [
      "a new task with an old id",
      baseOf(CHAIN),
      { add: [{ id: "b" }, { id: "gone" }] },
      ["b id_used", "gone id_used"],
    ],
    ["two new tasks with one id", baseOf(CHAIN), { add: [{ id: "n" }, { id: "n" }] }, ["n id_used"]],
    [
      "new gates, reviews and syntheses",
      baseOf(CHAIN),
      {
        add: [
          { ...gate, id: "n1" },
          { ...review, id: "n2" },
          { ...synthesis, id: "n3" },
        ],
      },
      ["n1 kind", "n2 kind", "n3 kind"],
    ],
    ["an agent that nobody knows", baseOf(CHAIN), { add: [{ id: "n", agent: "spy" }] }, ["n unknown_agent"]],
    [
      "new work by writing tools",
      baseOf(CHAIN),
      { add: [write("n"), { id: "all", agent: "supervisor" }] },
      ["n writes", "all writes"],
    ],
    ["a new task after nobody", baseOf(CHAIN), { add: [{ id: "n", after: ["x"] }] }, ["n unknown_task"]],
    [
      "new tasks that wait for each other",
      baseOf(CHAIN),
      {
        add: [
          { id: "n", after: ["m"] },
          { id: "m", after: ["n"] },
        ],
      },
      ["n unknown_task", "m unknown_task"],
    ],
    [
      "a new task after one that failed",
      baseOf(CHAIN, { a: "failed" }),
      { add: [{ id: "n", after: ["a"] }] },
      ["n no_result"],
    ],
    [
      "a new task that needs a result that never comes",
      baseOf(CHAIN, { a: "skipped" }),
      { add: [{ id: "n", input: "{{results.a}}" }] },
      ["n no_result"],
    ],
    [
      "a skip of what another input names",
      baseOf([{ id: "a" }, { id: "b" }, { id: "c", dependsOn: ["b"], input: "{{results.b.x}}" }]),
      { skip: ["b"] },
      ["b named"],
    ],
    [
      "a skip of what a new task names",
      baseOf(CHAIN),
      { skip: ["c"], add: [{ id: "n", input: "{{results.c}}" }] },
      ["c named"],
    ],
    [
      "a skip of what a program may read",
      baseOf([{ id: "a" }, { id: "b" }, { id: "p", type: "direct", input: "1", dependsOn: ["b"] }]),
      { skip: ["b"] },
      ["b named"],
    ],
    [
      "a skip of what a check looks at",
      baseOf([
        { id: "a" },
        { id: "b" },
        { id: "c", dependsOn: ["b"], verification: '(pos? (get data/depends "b"))' },
        { id: "d.e" },
        { id: "f", verification: '(get data/results "d.e")' },
      ]),
      { skip: ["b", "d.e"] },
      ["b named", "d.e named"],
    ],
    [
      "a skip of all that a synthesis has",
      baseOf([{ id: "a" }, { id: "b" }, { id: "s", type: "synthesis_gate", dependsOn: ["b"] }]),
      { skip: ["b"] },
      ["b named"],
    ],
    [
      "a skip over which later work would begin too early",
      baseOf([{ id: "a" }, gate, { id: "b", dependsOn: ["g"] }, { id: "c", dependsOn: ["b"] }]),
      { skip: ["b"] },
      ["b order"],
    ],
    [
      "a skip of what people are shown",
      baseOf([{ id: "a" }, { id: "b" }, { ...gate, dependsOn: ["b"] }]),
      { skip: ["b"] },
      ["b shown"],
    ],
    [
      "a skip of what people's rules check",
      baseOf(CHAIN, undefined, { checkedByPeople: new Set(["c"]) }),
      { skip: ["c"] },
      ["c checked"],
    ],
    [
      "a skip of what people have let something act on",
      baseOf(CHAIN, undefined, { restedOn: new Set(["c"]) }),
      { skip: ["c"] },
      ["c passed"],
    ],
  ])("%s", (_, base, given, dropped) => {
    expect(droppedOf(base, given)).toEqual(dropped);
  });

  it("while the others are taken", () => {
    const { plan, dropped } = refined(baseOf(CHAIN), {
      modify: [
        { taskId: "a", input: "x" },
        { taskId: "b", input: "new" },
      ],
    });
    expect(plan.tasks[1]).toMatchObject({ input: "new" });
    expect(dropped).toHaveLength(1);
  });
});

describe("where people are asked", () => {
  it("work by writing tools may be added, and changed where nobody guards it", () => {
    const base = baseOf([{ id: "a" }, { id: "w", agent: "deployer" }], undefined, { mayWrite: true });
    const given = { modify: [{ taskId: "w", input: "new" }], add: [{ id: "n", agent: "deployer" }] };
    expect(refined(base, given)).toMatchObject({ dropped: [], modified: [{ taskId: "w" }] });
  });
});

describe("a skip", () => {
  it.each<[string, TaskDraft[], string[]]>([
    [
      "goes with the one task that needs it",
      [{ id: "b" }, { id: "c", dependsOn: ["b"], input: "{{results.b}}" }],
      ["b", "c"],
    ],
    [
      "leaves a synthesis that has others",
      [{ id: "b" }, { id: "d" }, { id: "s", type: "synthesis_gate", dependsOn: ["b", "d"] }],
      ["b"],
    ],
    [
      "keeps an order that stands without it",
      [{ id: "b" }, { id: "c", dependsOn: ["b"] }, { id: "d", dependsOn: ["b", "c"] }],
      ["c"],
    ],
  ])("%s", (_, tasks, skip) => {
    expect(droppedOf(baseOf([{ id: "a" }, ...tasks]), { skip })).toEqual([]);
  });

  it("that rests on another one falls with it", () => {
    const tasks: TaskDraft[] = [
      { id: "a" },
      { id: "b" },
      { id: "c", dependsOn: ["b"], input: "{{results.b}}" },
      { id: "d", dependsOn: ["c"], input: "{{results.c}}" },
    ];
    expect(droppedOf(baseOf(tasks), { skip: ["b", "c"] })).toEqual(["c named", "b named"]);
  });

  it("of what has ended needs nobody's leave of those who came after it and ended", () => {
    const tasks: TaskDraft[] = [
      { id: "a" },
      { id: "b", dependsOn: ["a"], input: "{{results.a}}" },
      { id: "c" },
    ];
    expect(droppedOf(baseOf(tasks, { a: "succeeded", b: "succeeded" }), { skip: ["c"] })).toEqual([]);
  });
});
