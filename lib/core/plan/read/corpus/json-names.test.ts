import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const NAMES: CorpusCase[] = [
  {
    name: "agents as a list",
    input: {
      agents: [{ name: "w", role: "You write", capabilities: ["search"] }, "checker"],
      tasks: [
        { id: "a", agent: "w" },
        { id: "b", agent: "checker" },
      ],
    },
    head: { agents: { w: { prompt: "You write", tools: ["search"] }, checker: {} } },
    tasks: ["a @w", "b @checker"],
  },
  {
    name: "agents as bare prompts, tools as objects",
    input: {
      workers: {
        w: "You write",
        t: { description: "You try", tools: [{ name: "search", args: {} }, "http_get"] },
      },
      tasks: [
        { id: "a", assigned_to: "w" },
        { id: "b", worker: "t" },
      ],
    },
    head: { agents: { w: { prompt: "You write" }, t: { prompt: "You try", tools: ["search", "http_get"] } } },
    tasks: ["a @w", "b @t"],
  },
  {
    name: "camelCase and spaces in keys",
    input: {
      tasks: [
        {
          stepId: "a",
          assignedTo: "supervisor",
          "On Failure": "RETRY",
          maxRetries: 2,
          timeoutMs: 5000,
          qualityGate: "yes",
        },
        { "step-id": "b", "Depends On": "a" },
      ],
    },
    tasks: [
      'a @supervisor {"onFailure":"retry","maxRetries":2,"qualityGate":true,"timeoutMs":5000}',
      "b <- a",
    ],
  },
  {
    name: "several names with different values are errors, but for words",
    input: {
      tasks: [
        {
          id: "a",
          step_id: "b",
          name: "c",
          agent: "supervisor",
          worker: "w",
          input: "one",
          query: "two",
          action: "three",
          description: "Four words of it.",
        },
      ],
    },
    errors: ["step_id", "worker", "query", "action"].map((name) => `unread tasks[0].${name}`),
  },
  {
    name: "null names nothing",
    input: {
      tasks: [
        {
          id: null,
          step_id: "a",
          agent: null,
          worker: "supervisor",
          input: null,
          query: "go",
          depends_on: null,
        },
      ],
    },
    tasks: ['a @supervisor "go" {"input":"go"}'],
  },
  {
    name: "retries in two ways",
    input: { tasks: [{ id: "e", max_retries: 1, retries: 9 }] },
    errors: ["unread tasks[0].retries"],
  },
  {
    name: "max_retries counts all attempts",
    input: {
      tasks: [
        { id: "a", max_retries: 3 },
        { id: "b", max_retries: 0 },
        { id: "c", retries: 2 },
        { id: "d", maxRetries: "4" },
      ],
    },
    tasks: ['a {"maxRetries":2}', 'b {"maxRetries":0}', 'c {"maxRetries":2}', 'd {"maxRetries":4}'],
  },
  {
    name: "types by their other names",
    input: {
      tasks: [
        { id: "a", type: "action" },
        { id: "b", type: "Synthesis" },
        { id: "c", type: "approval" },
        { id: "d", type: "checkpoint" },
        { id: "e", type: "review" },
        { id: "f", type: "review", decision_points: ["ok?"] },
      ],
    },
    tasks: [
      "a",
      "b !synthesis_gate",
      "c !human_review",
      "d !planning_review",
      "e !human_review",
      'f !planning_review "Assess the progress so far and what to do next" {"review":{"decisionPoints":["ok?"]}}',
    ],
  },
  {
    name: "direct tasks",
    input: {
      tasks: [
        { id: "a", agent: "direct", input: "(+ 1 2)" },
        { id: "b", type: "direct", input: "(inc 1)", depends_on: ["a"] },
      ],
    },
    tasks: ['a !direct "(+ 1 2)" {"input":"(+ 1 2)"}', 'b !direct "(inc 1)" <- a {"input":"(inc 1)"}'],
  },
  {
    name: "signatures and schemas",
    input: {
      tasks: [
        { id: "a", signature: "{items [:int]}" },
        { id: "b", output_signature: ":string" },
        { id: "c", output_schema: { type: "object" } },
      ],
    },
    tasks: [
      'a {"outputSchema":"{items [:int]}"}',
      'b {"outputSchema":":string"}',
      'c {"outputSchema":{"type":"object"}}',
    ],
  },
  {
    name: "unknown keys and values",
    input: {
      title: "T",
      colour: "red",
      version: 2,
      tasks: [{ id: "a", priority: "high", critical: "perhaps", timeout_ms: -5 }],
    },
    errors: ["unread tasks[0].critical", "unread tasks[0].timeout_ms"],
  },
  {
    name: "dependencies in many spellings",
    input: {
      tasks: [
        { id: "a" },
        { id: "b" },
        { id: "c", depends_on: "a, b" },
        { id: "d", requires: ["a", { id: "b" }] },
        { id: "e", after: "all previous" },
        { id: "f", dependencies: "none" },
        { id: "g", dependsOn: ["ghost"] },
      ],
    },
    tasks: ["a", "b", "c <- a b", "d <- a b", "e <- a b c d", "f", "g <- ghost"],
  },
  {
    name: "dependencies by number",
    input: {
      tasks: [
        { input: "one" },
        { input: "two", depends_on: [1] },
        { input: "three", depends_on: "tasks 1-2" },
      ],
    },
    tasks: [
      'task_1 "one" {"input":"one"}',
      'task_2 "two" <- task_1 {"input":"two"}',
      'task_3 "three" <- task_1 task_2 {"input":"three"}',
    ],
  },
  {
    name: "dependencies by title",
    input: {
      tasks: [
        { id: "a", title: "Fetch data", input: "x" },
        { id: "b", title: "Sum up", depends_on: ["Fetch data"] },
      ],
    },
    tasks: ['a "Fetch data" {"input":"x"}', 'b "Sum up" <- a'],
  },
  {
    name: "ids that are numbers, or given twice",
    input: { tasks: [{ id: 1, input: "x" }, { id: 2, depends_on: [1] }, { id: 2 }] },
    tasks: ['1 "x" {"input":"x"}', "2 <- 1", "2"],
  },
  {
    name: "unicode ids and titles",
    input: {
      title: "Größe 中文 😀",
      tasks: [
        { id: "größe", title: "Maß nehmen", input: "x" },
        { id: "次", depends_on: ["größe"] },
      ],
    },
    head: { title: "Größe 中文 😀" },
    tasks: ['größe "Maß nehmen" {"input":"x"}', "次 <- größe"],
  },
  {
    name: "NUL characters and half surrogates",
    input: { title: "a\u0000b", tasks: [{ id: "a", input: "x\ud800y" }] },
    head: { title: "a�b" },
    tasks: ['a "x�y" {"input":"x�y"}'],
  },
  {
    name: "input that is data",
    input: {
      tasks: [
        { id: "a", input: { query: "go", limit: 3 } },
        { id: "b", input: [1, 2] },
        { id: "c", input: 42 },
        { id: "d", input: false },
      ],
    },
    tasks: [
      'a {"input":{"query":"go","limit":3}}',
      'b {"input":[1,2]}',
      'c {"input":42}',
      'd {"input":false}',
    ],
  },
  {
    name: "a human gate with a form",
    input: {
      tasks: [
        {
          id: "a",
          type: "human",
          gate: {
            prompt: "Ship it?",
            form: { type: "object" },
            assignees: ["ann", "bob"],
            quorum: 2,
            timeout_seconds: "60",
            on_timeout: "Approve",
          },
        },
        { id: "b", type: "human_review", prompt: "Sure?", depends_on: ["a"] },
      ],
    },
    tasks: [
      'a !human_review {"gate":{"prompt":"Ship it?","form":{"type":"object"},"assignees":["ann","bob"],"quorum":2,"timeoutSeconds":60,"onTimeout":"approve"}}',
      'b !human_review <- a {"gate":{"prompt":"Sure?"}}',
    ],
  },
  {
    name: "a review with everything",
    input: {
      tasks: [
        { id: "a" },
        {
          id: "r",
          type: "planning_review",
          review: {
            focus: "All well?",
            previous_tasks: ["a"],
            decision_points: "Good?",
            potential_outcomes: { continue: "yes", abort: "no" },
            requires_human_approval: "yes",
            approval_timeout: 60,
            on_timeout: "CONTINUE",
            condition: { previousFailed: true },
            reviewers: "ann",
            consensus: "Any",
            template: "cost",
          },
        },
      ],
    },
    tasks: [
      "a",
      'r !planning_review "All well?" <- a {"review":{"focus":"All well?","previousTasks":["a"],"decisionPoints":["Good?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"yes"},{"decision":"ABORT","when":"no"}],"requiresHumanApproval":true,"approvalTimeoutSeconds":60,"onTimeout":"CONTINUE","condition":{"previousFailed":true},"reviewers":["ann"],"consensus":"any","template":"cost"}}',
    ],
    warnings: ["added_dependency r.review.previousTasks"],
  },
];

describe("names in plan JSON", () => {
  it.each(NAMES)("$name", expectReadsAs);
});
