import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan } from "@/lib/testing/plans/arbitrary-plan";
import { inForce, readValid } from "@/lib/testing/plans/read-plan";
import { scaled } from "@/lib/testing/scaled";
import { readPlan } from "../read/plan";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { serializePlan } from "./json";
import { writePlanText } from "./text";

/** What Step text can say: reviews of planning reviews, gates of human reviews. */
function sayable(plan: Plan): Plan {
  const tasks = plan.tasks.map(({ review, gate, ...task }): Task => {
    if (task.type === "planning_review" && review) return { ...task, review };
    return task.type === "human_review" && gate ? { ...task, gate } : task;
  });
  return { ...plan, tasks };
}

describe("writePlanText", () => {
  it("writes a plan as a person would", () => {
    const { plan } = readValid(`PLAN: Ship the model
Objective: Ship it
by Friday

Agent "ml": You train models.
- Tools: train, evaluate
- Model: large

Step 1: Train
- Agent: ml
- Convert it
  - then check it
- On failure: retry
- Retries: 3
Step 2: Test
- Agent: tester
- Tool: run_tests
- Verify: (map? data/result)
Step 3: Planning Review - Is it good enough
- Previous steps: Steps 1, 2
- Decision points:
  * Is it above 97 %?
- Potential outcomes:
  * CONTINUE - it is
  * REPLAN - it is not
Step 4: Human Review - Release it
Step 5: Announce it
- Depends on: Steps 3, 4
- Tool: post`);
    const text = writePlanText(plan);
    expect(text).toBe(`PLAN: Ship the model
Objective: Ship it
by Friday

Agent "ml": You train models.
- Tool: train, evaluate
- Model: large

Step 1: Train
- Agent: ml
- Convert it
  - then check it
- On failure: retry
- Retries: 3

Step 2: Test
- Agent: tester
- Tool: run_tests
- Verify: (map? data/result)

Step 3: Planning Review - Is it good enough
- Previous steps: Steps 1, 2
- Decision points:
  * Is it above 97 %?
- Potential outcomes:
  * CONTINUE - it is
  * REPLAN - it is not

Step 4: Human Review - Release it

Step 5: Announce it
- Depends on: Steps 3, 4
- Tool: post
`);
    expect(readPlan(text)).toEqual({ plan, warnings: [], errors: [] });
  });

  it("says in JSON what does not stand plainly on its lines", () => {
    const plan = planSchema.parse({
      title: "Two\nlines",
      objective: 'Like JSON: {"a": ["b"]}',
      agents: {
        default: { tools: ["search"] },
        "odd name!": {
          prompt: "First\n\n  - then\nStep 9: x",
          tools: ["a", "a"],
          maxTurns: 3,
          reflection: { enabled: true, threshold: 0.9 },
        },
        fenced: { prompt: "```\ncode\n```", model: "large" },
        json: { prompt: 'Answer {"ok": true}' },
        named: { tools: ["x y"] },
      },
      tasks: [
        {
          id: "step_1",
          title: "A",
          agent: "odd name!",
          details: ["  deep first", "```", "", "Agent: x", "Task id: y"],
        },
        {
          id: "step_1",
          title: "",
          agent: "named",
          input: "One\n\n  two",
          timeoutMs: 1_500,
          dependsOn: ["step_1"],
        },
        {
          id: "3",
          title: "**B**",
          agent: "named",
          input: [1, "x"],
          dependsOn: ["all", "none"],
          details: ["a\nb"],
        },
        { id: " odd ", title: "Planning Review - C", type: "planning_review", dependsOn: ["3"] },
        {
          id: "e",
          title: "Human Review",
          type: "synthesis_gate",
          replaces: "two words",
          dependsOn: [" odd "],
        },
        {
          id: "f",
          title: "F",
          type: "human_review",
          dependsOn: [],
          gate: {},
          details: ["Tool: x", "Tool: !"],
        },
      ],
    });
    const text = writePlanText(plan);
    const { plan: kept, warnings } = readPlan(text);
    expect(kept).toEqual(plan);
    expect(warnings).toEqual([]);
    for (const line of [
      'Title: "Two\\nlines"',
      'Objective: "Like JSON: {\\"a\\": [\\"b\\"]}"',
      'Agent "json": "Answer {\\"ok\\": true}"',
      '- Detail: "Agent: x"',
      "- Task timeout: 1500 ms",
      '- Task input JSON: [1,"x"]',
      '- Task id: " odd "',
      "- Task type: planning_review",
      '- Prompt: ""',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });

  it("reads back as the same plan, whatever stands in it", () => {
    fc.assert(
      fc.property(anyPlan, (any) => {
        const plan = sayable(any);
        // What titles ask for was settled when the plan came into force.
        const read = readPlan(writePlanText(plan), inForce(plan));
        expect(read).toEqual({ plan, warnings: [], errors: [] });
      }),
      { numRuns: scaled(300) },
    );
  });
});

describe("texts that look like Step text themselves", () => {
  const pieces = [
    ...'Step 2: x|Step 3|**Step 4:** y|1. Step 5: z|PLAN: q|Agent: w|Agent "w": v|- Tool: a|Tool: b|Depends on: all|none'.split(
      "|",
    ),
    ..."Planning Review - p|Human Review|Synthesis - s|Decision points:|CONTINUE - c|  deeper|    deepest|\tt|- - d|2) e".split(
      "|",
    ),
    ...'```|```yaml|~~~|**b**|__init__|`c`|"quoted"|[1]|{"a": ["|}|]|Objective: o|Title: "t"|Task id: i|Detail: "d"|'.split(
      "|",
    ),
    ..."Prompt: p|true|12|null|Steps 1-2|# h|data/x (f)|word|word|word".split("|"),
  ];
  const line = fc.constantFrom(...pieces);
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom(" ", "\n", "\n\n", "\r\n"))
    .map(([parts, glue]) => parts.join(glue));
  const review = fc.record({
    focus: text,
    decisionPoints: fc.array(text, { maxLength: 3 }),
    potentialOutcomes: fc.array(fc.record({ decision: fc.constant("ABORT"), when: text }), { maxLength: 2 }),
    condition: fc.oneof(text, fc.constant({ previousFailed: true }), fc.constant(true)),
    reviewers: fc.array(text, { maxLength: 2 }),
    template: fc.constantFrom("cost", "pre-deployment"),
  });
  const gate = fc.record({
    prompt: text,
    form: fc.constant({ type: "object" }),
    assignees: fc.array(text, { maxLength: 2 }),
    timeoutSeconds: fc.constantFrom(1, 86_400),
  });
  const step = (id: string, dependsOn: string[]) =>
    fc
      .record(
        {
          title: text,
          type: fc.constantFrom("task", "planning_review", "human_review", "synthesis_gate", "direct"),
          agent: fc.oneof(fc.constantFrom("default", "supervisor", "writer"), text),
          details: fc.array(text, { maxLength: 4 }),
          input: text,
          verification: text,
          replaces: text,
          outputSchema: fc.oneof(text, fc.constant({ type: "object" })),
          llmReview: fc.oneof(text, fc.constant(true)),
          timeoutMs: fc.constantFrom(5, 1_000, 90_000),
          review,
          gate,
        },
        { requiredKeys: ["title", "agent"] },
      )
      .map((fields) => ({ ...fields, id, dependsOn }));
  const plan = fc
    .uniqueArray(fc.oneof(fc.constantFrom("step_1", "step_2", "step_3", "3", "none", "all", "a"), text), {
      minLength: 1,
      maxLength: 4,
      selector: (id) => id,
    })
    .filter((ids) => !ids.includes(""))
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id, n) => fc.subarray([...ids.slice(0, n), "step_9"]).chain((after) => step(id, after))),
      ),
    )
    .chain((tasks) => fc.record({ title: text, objective: text, prompt: text, tasks: fc.constant(tasks) }))
    .map(({ title, objective, prompt, tasks }) => {
      const names = tasks.map((task) => task.agent).filter((name) => !/^(?:default|supervisor)$/.test(name));
      const agents = Object.fromEntries(
        names.map((name, n) => [name, n === 0 ? { prompt } : { tools: [prompt] }]),
      );
      return sayable(planSchema.parse({ title, objective, agents, tasks }));
    });

  it("are no problem", () => {
    fc.assert(
      fc.property(plan, (written) => {
        expect(readPlan(writePlanText(written), inForce(written))).toEqual({
          plan: written,
          warnings: [],
          errors: [],
        });
      }),
      { numRuns: scaled(300) },
    );
  });
});

describe("serialisePlan", () => {
  it("reads back as the same plan, whatever stands in it", () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(readPlan(serializePlan(plan), inForce(plan))).toEqual({ plan, warnings: [], errors: [] });
      }),
    );
  });
});

it("a dependency that no step has stays what it was", () => {
  const plan = planSchema.parse({
    title: "Loose ends",
    tasks: [
      { id: "step_1", title: "First" },
      { id: "step_2", title: "Second", dependsOn: ["all previous steps"] },
      { id: "step_3", title: "Third", dependsOn: ["Step 7", "step_9"] },
    ],
  });
  expect(readPlan(writePlanText(plan)).plan).toEqual(plan);
});

it.each(['Detail: "d"', "  - Retries: 2", "  - Depends on: all", " - Tool: a"])(
  "the detail %s stays what it was",
  (detail) => {
    const plan = planSchema.parse({
      title: "Labels",
      tasks: [{ id: "step_1", title: "One", details: ["a", detail] }],
    });
    expect(readPlan(writePlanText(plan)).plan).toEqual(plan);
  },
);
