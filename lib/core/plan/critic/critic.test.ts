import { describe, expect, it } from "vitest";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { type CriticTool, critiquePlan } from ".";
import { quoted } from "./finding";
import type { Finding } from "./types";

type Draft = Partial<Omit<Task, "review">> & { id: string; review?: object };
const planOf = (tasks: Draft[], agents: object = {}): Plan =>
  planSchema.parse({ title: "Plan", agents, tasks: tasks.map((task) => ({ title: task.id, ...task })) });

const TOOLS: CriticTool[] = [
  { name: "crawl", tags: ["network"], sideEffects: "read" },
  { name: "deploy", sideEffects: "write" },
  { name: "mail", sideEffects: "external" },
  { name: "sum", tags: ["math"], sideEffects: "none" },
];
const AGENTS = {
  crawler: { tools: ["crawl"] },
  deployer: { tools: ["sum", "deploy"] },
  mailer: { tools: ["mail", "unheard_of"] },
  publisher: { tools: ["deploy", "sum", "mail"] },
  adder: { tools: ["sum"] },
};
/** A review that nobody can complain about. */
const REVIEW = {
  decisionPoints: ["Is the p95 below 100 ms?", "Do both backups restore?"],
  potentialOutcomes: [
    { decision: "CONTINUE", when: "it is" },
    { decision: "REPLAN", when: "it is slow" },
    { decision: "ABORT", when: "it is not" },
  ],
};
const review = (id: string, dependsOn: string[], more: object = {}): Draft => ({
  id,
  type: "planning_review",
  dependsOn,
  review: { ...REVIEW, ...more },
});
const chain = (length: number, more: Partial<Draft> = {}): Draft[] =>
  Array.from({ length }, (_, n) => ({
    id: `t${n}`,
    ...(n > 0 && { dependsOn: [`t${n - 1}`], input: `Go on with {{results.t${n - 1}}}` }),
    outputSchema: { type: "object" },
    ...more,
  }));
const wide = (count: number, prefix = "w"): Draft[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${prefix}${n}` }));

/** What one rule says of these tasks, as `severity place`. */
const found = (code: Finding["code"], tasks: Draft[], options: Parameters<typeof critiquePlan>[1] = {}) =>
  critiquePlan(planOf(tasks, AGENTS), { tools: TOOLS, ...options })
    .findings.filter((finding) => finding.code === code)
    .map(({ severity, taskId, edge }) => `${severity} ${taskId ?? `${edge?.from}->${edge?.to}`}`);

describe("a plan without faults", () => {
  it("scores 10", () => {
    const tasks: Draft[] = [
      ...wide(3).map((task) => ({ ...task, outputSchema: { type: "object" } })),
      { id: "sum", type: "synthesis_gate", dependsOn: ["w0", "w1", "w2"] },
      review("check", ["sum"]),
      { id: "ship", agent: "deployer", dependsOn: ["check", "sum"], input: "Ship {{results.sum}}" },
    ];
    expect(critiquePlan(planOf(tasks, AGENTS), { tools: TOOLS })).toEqual({
      score: 10,
      summary: "The plan scores 10 of 10: nothing was found.",
      findings: [],
      recommendations: [],
    });
  });
});

describe("breadth", () => {
  const gate = (dependsOn: string[]): Draft => ({ id: "gate", type: "synthesis_gate", dependsOn });

  it.each<[string, Draft[], string[]]>([
    ["two tasks side by side need no gate", wide(2), []],
    ["three without a gate do", wide(3), ["warning w0"]],
    ["a gate of some of them is not enough", [...wide(3), gate(["w0", "w1"])], ["warning w0"]],
    ["a gate of all is", [...wide(3), gate(["w0", "w1", "w2"])], []],
    [
      "a gate further down is, too",
      [...wide(3), { id: "a", dependsOn: ["w0", "w1"] }, { id: "b", dependsOn: ["w2"] }, gate(["a", "b"])],
      [],
    ],
    ["another task is no gate", [...wide(3), { id: "a", dependsOn: ["w0", "w1", "w2"] }], ["warning w0"]],
    [
      "each level is looked at by itself",
      [
        ...wide(3),
        gate(["w0", "w1", "w2"]),
        ...wide(3, "x").map((task) => ({ ...task, dependsOn: ["gate"] })),
      ],
      ["warning x0"],
    ],
  ])("missing_gate: %s", (_, tasks, expected) => {
    expect(found("missing_gate", tasks)).toEqual(expected);
  });

  it("parallel_explosion: more than ten tasks on a level, or than the threshold", () => {
    expect(found("parallel_explosion", wide(10))).toEqual([]);
    expect(found("parallel_explosion", wide(11))).toEqual(["critical w0"]);
    expect(found("parallel_explosion", wide(4), { thresholds: { parallelTasks: 3 } })).toEqual([
      "critical w0",
    ]);
  });
});

describe("quoted", () => {
  it("names three ids, and counts the others", () => {
    expect(quoted(["a"])).toBe('"a"');
    expect(quoted(["a", "b", "c"])).toBe('"a", "b", "c"');
    expect(quoted(["a", "b", "c", "d", "e"])).toBe('"a", "b", "c" and 2 more');
  });
});

describe("risky_without_review of several tools", () => {
  it("names each, what others see first", () => {
    const plan = planOf([{ id: "a", agent: "publisher" }], AGENTS);
    const { findings } = critiquePlan(plan, { tools: TOOLS });
    expect(findings.find(({ code }) => code === "risky_without_review")?.message).toBe(
      'The agent of "a" has "mail" (external), "deploy" (write), and no review comes before it.',
    );
  });
});

describe("optimism_bias", () => {
  it.each<[string, Partial<Draft>, boolean]>([
    ["a flaky word in the input", { input: "Fetch the page" }, true],
    ["in any case, in the title", { title: "Call the API" }, true],
    ["in a detail", { details: ["by HTTP"] }, true],
    ["deep in a value", { input: { steps: [{ do: "scrape it" }], at: null, n: 1 } }, true],
    ["part of a word is another word", { input: "Research websites rapidly" }, false],
    ["the id in a placeholder", { dependsOn: ["search"], input: "Sum {{results.search}} up" }, false],
    ["a network tool", { agent: "crawler", input: "Go" }, true],
    ["a tool by which others would see it twice", { agent: "mailer", input: "Fetch it and mail it" }, false],
    ["another tool", { agent: "adder", input: "Go" }, false],
    ["the supervisor's tools", { agent: "supervisor", input: "Go" }, false],
    ["a task that is not critical", { input: "Fetch it", critical: false }, false],
    ["a task that is tried again", { input: "Fetch it", onFailure: "retry" }, false],
    ["a gate", { type: "synthesis_gate", title: "Web results" }, false],
  ])("%s", (_, task, flagged) => {
    const tasks: Draft[] = [
      { id: "search", type: "human_review" },
      { id: "a", ...task },
    ];
    expect(found("optimism_bias", tasks)).toEqual(flagged ? ["warning a"] : []);
  });
});

describe("data flow", () => {
  it("missing_dependency: an id that no task has", () => {
    const tasks: Draft[] = [{ id: "a" }, { id: "b", dependsOn: ["a", "ghost", "ghost"] }];
    expect(found("missing_dependency", tasks)).toEqual(["critical ghost->b"]);
  });

  it.each<[string, Partial<Draft>, string[]]>([
    ["a dependency that nothing names", {}, ["warning a->c", "warning b->c"]],
    ["one named in the input", { input: { q: ["{{ results.a.rows }}"] } }, ["info b->c"]],
    ["a longer id that only begins so", { input: "{{results.ab}}" }, ["warning a->c", "warning b->c"]],
    [
      "one named in the predicate",
      { verification: '(= (get-in data/depends ["a" "n"]) (:b data/depends))' },
      [],
    ],
    [
      "a predicate that looks at other things",
      { verification: '(= (get data/result "a") "b") ; "b"' },
      ["warning a->c", "warning b->c"],
    ],
    ["a comment in a predicate", { verification: "(:a data/depends) ; :b" }, ["info b->c"]],
    [
      "the program of a direct task",
      { type: "direct", input: '(+ (:a data/results) (get data/results "b"))' },
      [],
    ],
    [
      "a direct task without a program",
      { type: "direct", input: { a: 1 } },
      ["warning a->c", "warning b->c"],
    ],
    ["a synthesis gate", { type: "synthesis_gate" }, []],
    ["a planning review", { type: "planning_review" }, []],
    ["a human review", { type: "human_review" }, []],
    ["waiting for a review", { dependsOn: ["look"] }, []],
    ["an unknown id", { dependsOn: ["ghost"] }, []],
    ["the same dependency twice", { dependsOn: ["a", "a"] }, ["warning a->c"]],
  ])("disconnected_flow: %s", (_, task, expected) => {
    const tasks: Draft[] = [
      ...["a", "b", "ab"].map((id) => ({ id })),
      { id: "look", type: "human_review" },
      { id: "c", dependsOn: ["a", "b"], ...task },
    ];
    expect(found("disconnected_flow", tasks)).toEqual(expected);
  });

  it("reads names in programs that are not in order, however many quotes they have", () => {
    const odd = { type: "direct" as const, dependsOn: ["a b"], input: '(get data/results "a b' };
    expect(found("disconnected_flow", [{ id: "a b" }, { id: "c", ...odd }])).toEqual([]);
    const hostile = { type: "direct" as const, dependsOn: ["a"], input: '\\"'.repeat(200_000) };
    expect(found("disconnected_flow", [{ id: "a" }, { id: "c", ...hostile }])).toEqual(["warning a->c"]);
  });

  it("orphan_task: a result that leads nowhere, before the last level", () => {
    const tasks: Draft[] = [{ id: "a" }, { id: "b" }, { id: "c", dependsOn: ["a"] }];
    expect(found("orphan_task", tasks)).toEqual(["info b"]);
    expect(found("orphan_task", wide(2))).toEqual([]);
  });
});

describe("checks", () => {
  it.each<[string, Partial<Draft>, Draft[], boolean]>([
    ["work that others build on, unchecked", {}, [], true],
    ["an output schema", { outputSchema: { type: "object" } }, [], false],
    ["a predicate", { verification: "(map? data/result)" }, [], false],
    ["a model that looks at it", { llmReview: "is it polite?" }, [], false],
    ["not critical", { critical: false }, [], false],
    ["a gate", { type: "synthesis_gate" }, [], false],
    ["a review right after it", {}, [review("r", ["a"])], false],
    ["a human review far behind it", {}, [{ id: "h", type: "human_review", dependsOn: ["b"] }], false],
    ["a review elsewhere", {}, [review("r", ["other"])], true],
  ])("unverified_critical: %s", (_, task, more, flagged) => {
    const tasks: Draft[] = [
      { id: "a", ...task },
      { id: "other", critical: false },
      { id: "b", dependsOn: ["a"], critical: false },
      ...more,
    ];
    expect(found("unverified_critical", tasks)).toEqual(flagged ? ["info a"] : []);
  });

  it("unverified_critical: the last task has no others behind it", () => {
    expect(found("unverified_critical", [{ id: "a" }])).toEqual([]);
  });

  it.each<[string, Draft[], string[]]>([
    ["a writing tool", [{ id: "a", agent: "deployer" }], ["warning a"]],
    ["a tool that others see", [{ id: "a", agent: "mailer" }], ["warning a"]],
    ["a reading tool", [{ id: "a", agent: "crawler" }], []],
    ["the supervisor, who has every tool", [{ id: "a", agent: "supervisor" }], ["info a"]],
    ["the default agent, who has none", [{ id: "a" }], []],
    ["no work of an agent", [{ id: "a", agent: "deployer", type: "synthesis_gate" }], []],
    [
      "a review somewhere before it",
      [
        { id: "x" },
        review("r", ["x"]),
        { id: "b", dependsOn: ["r"] },
        { id: "a", agent: "deployer", dependsOn: ["b"] },
      ],
      [],
    ],
    [
      "a person before it",
      [
        { id: "h", type: "human_review" },
        { id: "a", agent: "deployer", dependsOn: ["h"] },
      ],
      [],
    ],
    [
      "a review beside it",
      [{ id: "x" }, review("r", ["x"]), { id: "a", agent: "deployer", dependsOn: ["x", "ghost"] }],
      ["warning a"],
    ],
  ])("risky_without_review: %s", (_, tasks, expected) => {
    expect(found("risky_without_review", tasks)).toEqual(expected);
  });

  it("a supervisor that the plan declares has the tools it names", () => {
    const plan = planOf([{ id: "a", agent: "supervisor" }], { supervisor: { tools: ["sum"] } });
    expect(critiquePlan(plan, { tools: TOOLS }).findings).toEqual([]);
  });

  it("nothing is said about tools that are not known", () => {
    expect(found("risky_without_review", [{ id: "a", agent: "deployer" }], { tools: [] })).toEqual([]);
  });
});

describe("review_shape", () => {
  const points = (count: number) =>
    Array.from({ length: count }, (_, n) => `Does query ${n} take less than a second?`);
  const outcomes = (...decisions: string[]) => decisions.map((decision) => ({ decision, when: "so" }));

  it.each<[string, object, string | undefined]>([
    ["two points", { decisionPoints: points(2) }, undefined],
    ["five points", { decisionPoints: points(5) }, undefined],
    ["one point", { decisionPoints: points(1) }, "has 1 decision point."],
    ["six points", { decisionPoints: points(6) }, "has 6 decision points."],
    ["no CONTINUE", { potentialOutcomes: outcomes("REPLAN", "ABORT") }, "does not say when to CONTINUE."],
    ["no way to stop", { potentialOutcomes: outcomes("CONTINUE", "REPLAN") }, "has no way to stop."],
    [
      "COMPLETE is a way to stop",
      { potentialOutcomes: outcomes("CONTINUE", "REPLAN", "COMPLETE") },
      undefined,
    ],
    ["COMPLETE says it behind all work", { potentialOutcomes: outcomes("REPLAN", "COMPLETE") }, undefined],
    ["no tasks, yet dependencies", { previousTasks: [] }, undefined],
    [
      "several flaws",
      { decisionPoints: [], potentialOutcomes: [] },
      "has 0 decision points, does not say when to CONTINUE, does not say when to REPLAN, has no way to stop.",
    ],
  ])("%s", (_, fields, flaw) => {
    const plan = planOf([...wide(2), review("r", ["w0", "w1"], fields)]);
    const messages = critiquePlan(plan).findings.map(({ message }) => message);
    expect(messages).toEqual(flaw === undefined ? [] : [`The review "r" ${flaw}`]);
  });

  it("COMPLETE alone lets no work go on that follows", () => {
    const fields = { potentialOutcomes: outcomes("REPLAN", "COMPLETE") };
    const more = [...wide(2), review("r", ["w0", "w1"], fields), { id: "z", dependsOn: ["r"] }];
    expect(found("review_shape", more)).toEqual(["warning r"]);
  });

  it("a review after every single task is said once, of the first", () => {
    const each: Draft[] = [
      { id: "a" },
      review("ra", ["a"]),
      { id: "b", dependsOn: ["ra"] },
      review("rb", ["b"]),
    ];
    expect(found("review_shape", each)).toEqual(["warning ra"]);
    expect(found("review_shape", each.slice(0, 2))).toEqual([]);
    expect(found("review_shape", each.slice(0, 3))).toEqual([]);
    expect(found("review_shape", [...wide(2), review("r", ["w0", "w1"])])).toEqual([]);
  });
});

describe("review_spacing", () => {
  it.each<[string, Draft[], string[]]>([
    ["five tasks in a row", chain(5), []],
    ["six tasks in a row", chain(6), ["info t5"]],
    ["twenty are one stretch", chain(20), ["info t5"]],
    [
      "a review begins a new one",
      [
        ...chain(4),
        review("r", ["t3"]),
        ...chain(5).map((task, n) => ({ ...task, id: `u${n}`, dependsOn: [n === 0 ? "r" : `u${n - 1}`] })),
      ],
      [],
    ],
    [
      "a gate neither counts nor ends it",
      [
        ...chain(5),
        { id: "g", type: "synthesis_gate", dependsOn: ["t4"] },
        { id: "last", dependsOn: ["g"], input: "{{results.g}}" },
        { id: "h", type: "synthesis_gate", dependsOn: ["last"] },
      ],
      ["info last"],
    ],
  ])("%s", (_, tasks, expected) => {
    expect(found("review_spacing", tasks)).toEqual(expected);
  });

  it("has a threshold", () => {
    expect(found("review_spacing", chain(3), { thresholds: { tasksBetweenReviews: 2 } })).toEqual([
      "info t2",
    ]);
  });
});

describe("every finding", () => {
  it("has a key of its own, a place, and a recommendation; plans that are not in order are read too", () => {
    const tasks: Draft[] = [
      ...wide(12).map((task) => ({ ...task, agent: "supervisor", input: "fetch" })),
      { id: "w0", dependsOn: ["w1"] },
      { id: "x", dependsOn: ["y", "w0", "ghost"] },
      { id: "y", dependsOn: ["x"] },
      { id: "self", dependsOn: ["self"] },
      { id: "r", type: "planning_review" },
    ];
    const { findings, score } = critiquePlan(planOf(tasks), { tools: TOOLS });
    expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
    for (const { key, code, taskId, edge, message, recommendation } of findings) {
      expect(key.startsWith(`${code}:`)).toBe(true);
      expect(taskId ?? edge).toBeDefined();
      expect(message).toMatch(/\.$/);
      expect(recommendation).toMatch(/\.$/);
    }
    expect(score).toBe(1);
  });
});
