import { describe, expect, it } from "vitest";
import { readValid } from "@/lib/testing/plans/read-plan";
import type { Json } from "../../../json";
import { toolPolicy } from "../../../policy";
import { withReviews } from "../../../templates/reviews";
import {
  ISSUE_CODES,
  type Issue,
  type IssueCode,
  type Plan,
  plan as planSchema,
  TASK_TYPES,
  type TaskType,
} from "../../schema";
import { gateIssues } from "../../validate/gates";
import { validatePlan } from "../../validate/plan";
import { ALIASES, RETRIES } from "../aliases";
import { readPlan } from "../plan";
import { typeOfWord } from "../task-type";

/** The tables of docs/plans.md, each row tested by itself: no name and no code goes untested. */

type Row = {
  /** Two values under which the field can be told apart. */
  values: [Json, Json];
  /** JSON of a plan in which the field stands under these keys. */
  write: (fields: Record<string, Json>) => Json;
  /** What was read of the field. */
  of: (plan: Plan) => unknown;
  /** What the values are read as, where it is not themselves. */
  as?: (value: Json) => unknown;
};

const first = (plan: Plan) => plan.tasks[0];
const last = (plan: Plan) => plan.tasks.at(-1);
const onTask = (fields: Record<string, Json>): Json => ({ tasks: [{ title: "T", ...fields }] });
const onSecond = (fields: Record<string, Json>): Json => ({
  tasks: [{ id: "a" }, { id: "b" }, { id: "z", ...fields }],
});
const onAgent = (fields: Record<string, Json>): Json => ({ agents: { w: fields }, tasks: ["x"] });
const onReview = (fields: Record<string, Json>): Json => ({
  tasks: [
    { id: "a" },
    { id: "b" },
    { id: "r", type: "planning_review", depends_on: ["a", "b"], review: fields },
  ],
});
const named = (value: Json) => [value];

const ROWS: Record<keyof typeof ALIASES, Row> = {
  agents: {
    values: [{ a: "P" }, { b: "P" }],
    write: (fields) => ({ ...fields, tasks: ["x"] }),
    of: (plan) => Object.keys(plan.agents),
    as: (value) => Object.keys(value as object),
  },
  prompt: { values: ["P", "Q"], write: onAgent, of: (plan) => plan.agents.w?.prompt },
  tools: { values: [["t"], ["u"]], write: onAgent, of: (plan) => plan.agents.w?.tools },
  tasks: {
    values: [["one"], ["two"]],
    write: (fields) => fields,
    of: (plan) => plan.tasks.map((task) => task.input),
  },
  id: { values: ["p", "q"], write: onTask, of: (plan) => first(plan)?.id },
  title: {
    values: ["Read it", "Look at it"],
    write: (fields) => ({ tasks: [{ id: "a", ...fields }] }),
    of: (plan) => first(plan)?.title,
  },
  agent: { values: ["v", "w"], write: onTask, of: (plan) => first(plan)?.agent },
  input: { values: ["go", { stop: 1 }], write: onTask, of: (plan) => first(plan)?.input },
  dependsOn: { values: ["a", "b"], write: onSecond, of: (plan) => last(plan)?.dependsOn, as: named },
  followedBy: {
    values: ["a", "b"],
    write: (fields) => ({ tasks: [{ id: "z", ...fields }, { id: "a" }, { id: "b" }] }),
    of: (plan) => plan.tasks.filter(({ dependsOn }) => dependsOn.includes("z")).map(({ id }) => id),
    as: named,
  },
  outputSchema: {
    values: [":int", { type: "object" }],
    write: onTask,
    of: (plan) => first(plan)?.outputSchema,
  },
  type: { values: ["synthesis_gate", "human_review"], write: onTask, of: (plan) => first(plan)?.type },
  planTitle: {
    values: ["T", "U"],
    write: (fields) => ({ ...fields, tasks: ["x"] }),
    of: (plan) => plan.title,
  },
  objective: {
    values: ["O", "P"],
    write: (fields) => ({ ...fields, tasks: ["x"] }),
    of: (plan) => plan.objective,
  },
  review: {
    values: ["All well?", { focus: "All good?" }],
    write: onTask,
    of: (plan) => first(plan)?.review?.focus,
    as: (value) => (typeof value === "string" ? value : "All good?"),
  },
  focus: { values: ["F", "G"], write: onReview, of: (plan) => last(plan)?.review?.focus },
  previousTasks: {
    values: ["a", "b"],
    write: onReview,
    of: (plan) => last(plan)?.review?.previousTasks,
    as: named,
  },
  approvalTimeoutSeconds: {
    values: [60, 90],
    write: onReview,
    of: (plan) => last(plan)?.review?.approvalTimeoutSeconds,
  },
  stepNumber: {
    values: [3, 4],
    write: onTask,
    of: (plan) => first(plan)?.id,
    as: (value) => `step_${value}`,
  },
  verification: {
    values: ["(map? data/result)", "true"],
    write: onTask,
    of: (plan) => first(plan)?.verification,
  },
  onFailure: { values: ["retry", "skip"], write: onTask, of: (plan) => first(plan)?.onFailure },
  llmReview: { values: ["polite?", true], write: onTask, of: (plan) => first(plan)?.llmReview },
  gate: {
    values: ["All well?", { prompt: "All good?" }],
    write: onTask,
    of: (plan) => first(plan)?.gate?.prompt,
    as: (value) => (typeof value === "string" ? value : "All good?"),
  },
  outcomes: {
    values: ["ABORT - x", ["REPLAN - x"]],
    write: onReview,
    of: (plan) => last(plan)?.review?.potentialOutcomes.map(({ decision }) => decision),
    as: (value) => [String(value).split(" ")[0]],
  },
  approvers: {
    values: ["ann", ["bob"]],
    write: (fields) => ({ tasks: [{ id: "a", type: "human_review", ...fields }] }),
    of: (plan) => first(plan)?.gate?.assignees,
    as: (value) => [value].flat(),
  },
  approval: {
    values: ["yes", "lead"],
    write: (fields) => ({ tasks: [{ id: "a", ...fields }] }),
    of: (plan) => plan.tasks.map(({ id, gate }) => [id, gate?.assignees]),
    as: (value) => [
      ["approve_a", value === "yes" ? [] : ["lead"]],
      ["a", undefined],
    ],
  },
  reviewers: { values: ["r", "s"], write: onReview, of: (plan) => last(plan)?.review?.reviewers, as: named },
};

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const cases = Object.entries(ROWS).flatMap(([field, row]) =>
  ALIASES[field as keyof typeof ALIASES].map((alias, index, all) => ({
    field,
    alias,
    row,
    later: all.slice(index + 1),
  })),
);

describe("every name of a field", () => {
  it("stands in the order of the table", () => {
    expect(ALIASES).toMatchObject({
      agents: ["agents", "workers"],
      prompt: ["prompt", "system_prompt", "instructions", "description", "role"],
      tools: ["tools", "capabilities", "tool_names"],
      tasks: expect.arrayContaining(["tasks", "steps", "workflow", "phases", "nodes"]),
      id: ["id", "step_id", "task_id", "name", "key"],
      agent: expect.arrayContaining(["agent", "worker", "assigned_to", "agent_name"]),
      input: expect.arrayContaining(["input", "query", "action", "description", "instructions"]),
      dependsOn: expect.arrayContaining(["depends_on", "requires", "after", "dependencies", "deps", "needs"]),
      outputSchema: ["output_schema", "signature", "output_signature"],
    });
    expect(RETRIES).toEqual(["max_retries", "retries", "maxRetries"]);
  });

  it.each(cases)(
    "$field as $alias, in snake_case and camelCase",
    ({ alias, row: { values, write, of, as } }) => {
      for (const key of [alias, camelCase(alias)]) {
        for (const value of values)
          expect(of(readValid(write({ [key]: value })).plan)).toEqual(as ? as(value) : value);
      }
    },
  );

  it.each(cases)("$field as $alias, and the same under a later name", ({ alias, later, row }) => {
    const [value] = row.values;
    for (const name of later)
      expect(row.of(readValid(row.write({ [name]: value, [alias]: value })).plan), name).toEqual(
        row.as ? row.as(value) : value,
      );
  });

  it.each(cases)(
    "$field as $alias, and something else under a later name",
    ({ field, alias, later, row }) => {
      const [value, other] = row.values;
      for (const name of later) {
        const { plan, unread } = readPlan(row.write({ [name]: other, [alias]: value }));
        // Several edges add up, a name beside an id is a title, and so is a `task` that is a text.
        const isAnother =
          field === "dependsOn" || field === "followedBy" || (field === "id" && name === "name");
        const isKept = plan !== undefined && JSON.stringify(plan).includes(String(other));
        expect(isKept || unread !== undefined, `${alias} and ${name}`).toBe(true);
        if (isAnother) expect(plan, name).toBeDefined();
      }
    },
  );

  it.each([
    ["max_retries", 3, 2],
    ["retries", 3, 3],
    ["maxRetries", 3, 3],
  ])("%s: %d means %d further attempts", (key, written, extra) => {
    expect(first(readValid(onTask({ [key]: written })).plan)?.maxRetries).toBe(extra);
  });
});

describe("every word for a type", () => {
  const WORDS: Record<TaskType, string> = {
    task: "task action agent agent_task work step",
    direct: "direct program",
    synthesis_gate: "synthesis_gate gate synthesis synthesize compress summarize merge aggregate",
    planning_review:
      "planning_review plan_review review_gate progress_review checkpoint review_checkpoint checkpoint_review " +
      "phase_review milestone milestone_review decision_point planning_checkpoint mid_plan_review",
    human_review:
      "human_review human approval human_approval human_gate approval_gate manual_approval user_approval hitl " +
      "human_in_the_loop human_input sign_off signoff await_approval wait_for_approval approval_required " +
      "external_approval manager_approval legal_signoff manual manual_review manual_step user_review user_input " +
      "human_decision human_check human_confirmation confirmation user_confirmation owner_confirmation consent " +
      "request_approval pending_approval permission approval_step human_task",
  };
  const spellings = (word: string): string[] => [
    word,
    word.toUpperCase(),
    word.replaceAll("_", "-"),
    word.replaceAll("_", " "),
    camelCase(word),
    `:${word}`,
    word.replace(/(^|_)(\w)/g, (_, sign: string, letter: string) => (sign && " ") + letter.toUpperCase()),
  ];

  it.each(Object.entries(WORDS))("%s, in any case and with any separators", (type, words) => {
    for (const word of words.split(" ").flatMap(spellings)) {
      expect([word, typeOfWord(word)]).toEqual([word, type]);
      expect([word, first(readValid(onTask({ type: word })).plan)?.type]).toEqual([word, type]);
    }
  });

  it.each([
    "",
    "banana",
    "auto_approval",
    "llm_approval",
    "code_review",
    "deploy",
    "release",
    "condition",
    "loop",
  ])("%j is an error, never a task", (word) => {
    expect(typeOfWord(word)).toBeUndefined();
    const { plan, errors } = readPlan(onTask({ type: word }));
    expect(plan).toBeUndefined();
    expect(errors).toMatchObject([{ code: "unknown_type", path: "tasks[0].type" }]);
  });

  it("reaches every type, and `review` two of them", () => {
    expect(new Set(Object.keys(WORDS))).toEqual(new Set(TASK_TYPES));
    expect(first(readValid(onTask({ type: "review" })).plan)?.type).toBe("human_review");
    expect(first(readValid(onTask({ type: "review", decision_points: ["ok?"] })).plan)?.type).toBe(
      "planning_review",
    );
  });
});

describe("every code of an issue", () => {
  const validated = (tasks: object[], agents: object = {}, policy: object = {}): Issue[] =>
    validatePlan(planSchema.parse({ title: "P", agents, tasks }), {
      tools: [{ name: "deploy" }],
      policy: toolPolicy.parse(policy),
    });
  const readOf = (input: unknown): Issue[] => {
    const { warnings, errors } = readPlan(input);
    return [...warnings, ...errors];
  };
  const task = (more: object = {}) => ({ id: "a", title: "A", ...more });

  const WAYS: Record<IssueCode, () => Issue[]> = {
    empty_plan: () => validated([]),
    invalid_plan_format: () => readOf("no plan"),
    duplicate_id: () => validated([task(), task()]),
    reserved_id: () => validated([task({ id: "(plan)" })]),
    reserved_value: () => validated([task({ input: { $ref: "0", preview: "" } })]),
    missing_dependency: () => validated([task({ dependsOn: ["b"] })]),
    missing_agent: () => validated([task({ agent: "w" })]),
    unknown_tool: () => validated([task()], { w: { tools: ["fly"] } }),
    forbidden_tool: () => validated([task()], { w: { tools: ["deploy"] } }, { denied: ["deploy"] }),
    cycle_detected: () => validated([task({ dependsOn: ["a"] })]),
    invalid_direct_input: () => validated([task({ type: "direct", input: 1 })]),
    invalid_verification: () => validated([task({ verification: "" })]),
    invalid_output_schema: () => validated([task({ outputSchema: ":thing" })]),
    unknown_placeholder: () => validated([task({ input: "{{results.b}}" })]),
    too_large: () => readOf({ tasks: Array(10_001).fill("x") }),
    question_too_long: () => validated([task({ type: "human_review", gate: { prompt: "x".repeat(2_001) } })]),
    unsupported: () => validated([task({ type: "human_review", qualityGate: true })]),
    unknown_review_template: () =>
      withReviews(readPlan({ tasks: [{ id: "a", type: "planning_review", review: { template: "x" } }] }), [])
        .errors,
    control_guards_nothing: () => validated([task(), task({ id: "b", type: "human_review" })]),
    gate_unpassable: () =>
      gateIssues(readValid({ tasks: [task({ type: "human_review" })] }), {
        people: [],
        authors: [],
        fourEyes: false,
      }),
    unknown_type: () => readOf({ tasks: [{ id: "a", type: "banana" }] }),
    unreadable_guard: () => readOf({ tasks: [{ id: "a", on_failure: "explode" }] }),
    unread: () => readOf({ tasks: [{ id: "a", mood: "good" }] }),
    person_or_agent: () => readOf({ tasks: [{ id: "a", title: "Get the approval of the board" }] }),
    renumbered_step: () => readOf("Step 1: A\nStep 1: B"),
    added_dependency: () =>
      readOf("Step 1: A\nStep 2: B\n- Depends on: none\nStep 3: Planning Review\n- Previous steps: 1"),
    stricter_taken: () => readOf('{"tasks": [{"id": "a", "quality_gate": true, "quality_gate": false}]}'),
  };

  it.each(ISSUE_CODES)("%s is reported, with words and a place", (code) => {
    const issues = WAYS[code]().filter((issue) => issue.code === code);
    expect(issues).not.toEqual([]);
    for (const { message, path, taskId } of issues) {
      expect(message.length).toBeGreaterThan(15);
      const ofAll: IssueCode[] = ["empty_plan", "invalid_plan_format", "too_large"];
      expect(ofAll.includes(code) || path !== undefined || taskId !== undefined).toBe(true);
    }
  });
});
