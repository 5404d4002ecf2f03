import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const SEED_CASES: CorpusCase[] = [
  {
    name: "numbered steps form a chain",
    input: {
      title: "Deploy",
      steps: [
        { step_number: 1, step_type: "action", title: "Build", details: ["Compile", "Link"] },
        { step_number: 2, step_type: "action", title: "Test" },
      ],
    },
    head: { title: "Deploy" },
    tasks: [
      'step_1 @supervisor "Build" {"details":["Compile","Link"]}',
      'step_2 @supervisor "Test" <- step_1',
    ],
  },
  {
    name: "a review in review_context",
    input: {
      steps: [
        { step_number: 1, title: "Export" },
        { step_number: 2, title: "Package" },
        {
          step_number: 3,
          step_type: "planning_review",
          title: "Planning Review",
          review_context: {
            review_focus: "Is the export ready for staging",
            previous_steps: [1, 2],
            decision_points: ["Exported?", "Packaged?"],
            potential_outcomes: ["CONTINUE - go on", "REPLAN - mend it", "ABORT - stop"],
            requires_human_approval: true,
            approval_timeout: 3600,
          },
        },
      ],
    },
    tasks: [
      'step_1 @supervisor "Export"',
      'step_2 @supervisor "Package" <- step_1',
      'step_3 !planning_review "Planning Review" <- step_2 {"review":{"focus":"Is the export ready for staging","previousTasks":["step_1","step_2"],"decisionPoints":["Exported?","Packaged?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"go on"},{"decision":"REPLAN","when":"mend it"},{"decision":"ABORT","when":"stop"}],"requiresHumanApproval":true,"approvalTimeoutSeconds":3600}}',
    ],
  },
  {
    name: "a review's fields beside the type",
    input: {
      steps: [
        { step_number: 1, title: "Export" },
        { step_number: 2, title: "Package" },
        {
          step_number: 3,
          step_type: "planning_review",
          title: "Planning Review",
          review_focus: "Is the export ready for staging",
          previous_steps: [1, 2],
          decision_points: ["Exported?", "Packaged?"],
          potential_outcomes: ["CONTINUE - go on", "REPLAN - mend it", "ABORT - stop"],
          requires_human_approval: true,
          approval_timeout: 3600,
        },
      ],
    },
    tasks: [
      'step_1 @supervisor "Export"',
      'step_2 @supervisor "Package" <- step_1',
      'step_3 !planning_review "Planning Review" <- step_2 {"review":{"focus":"Is the export ready for staging","previousTasks":["step_1","step_2"],"decisionPoints":["Exported?","Packaged?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"go on"},{"decision":"REPLAN","when":"mend it"},{"decision":"ABORT","when":"stop"}],"requiresHumanApproval":true,"approvalTimeoutSeconds":3600}}',
    ],
  },
  {
    name: "a conditional review",
    input: {
      steps: [
        { step_number: 1, title: "Train" },
        {
          step_number: 2,
          step_type: "planning_review",
          title: "Check",
          review_context: {
            review_focus: "Accuracy",
            conditional: true,
            condition: { previous_step_failed: true, metric_threshold: { accuracy: "<0.95" } },
            review_agents: ["planning_agent", "safety_agent"],
          },
        },
      ],
    },
    tasks: [
      'step_1 @supervisor "Train"',
      'step_2 !planning_review "Check" <- step_1 {"review":{"focus":"Accuracy","condition":{"previousFailed":true,"metric":{"accuracy":"<0.95"}},"reviewers":["planning_agent","safety_agent"]}}',
    ],
  },
  {
    name: "an unconditional review with a condition",
    input: {
      steps: [
        {
          step_number: 1,
          step_type: "planning_review",
          title: "Check",
          review_context: { conditional: false, condition: { previous_step_failed: true } },
        },
      ],
    },
    errors: ["unread steps[0].review_context.condition"],
  },
  {
    name: "steps that say what they depend on form no chain",
    input: {
      steps: [
        { step_number: 1, title: "A" },
        { step_number: 2, title: "B", depends_on: [] },
        { step_number: 3, title: "C", depends_on: [1, 2] },
      ],
    },
    tasks: ['step_1 @supervisor "A"', 'step_2 @supervisor "B"', 'step_3 @supervisor "C" <- step_1 step_2'],
  },
  {
    name: "in a fence, in camelCase, out of order",
    input: `The structured plan:
\`\`\`json
{"plan_title": "Deploy", "steps": [
  {"stepNumber": 2, "stepType": "action", "title": "Test"},
  {"stepNumber": 1, "stepType": "ACTION", "title": "Build"},
]}
\`\`\``,
    head: { title: "Deploy" },
    tasks: ['step_2 @supervisor "Test" <- step_1', 'step_1 @supervisor "Build"'],
  },
  {
    name: "a number twice",
    input: {
      steps: [
        { step_number: 1, title: "A" },
        { step_number: 1, title: "B" },
      ],
    },
    tasks: ['step_1 @supervisor "A"', 'step_1_2 @supervisor "B" <- step_1'],
    warnings: ["renumbered_step steps[1]"],
  },
  {
    name: "unknown fields of a step",
    input: { steps: [{ step_number: 1, step_type: "action", title: "A", mood: "calm" }] },
    errors: ["unread steps[0].mood"],
  },
];

const TAIL_CASES: CorpusCase[] = [
  {
    name: "a tail goes on with the numbers of the plan",
    input: `Step 4: Retrain
- Replaces: Step 2
- Depends on: Step 1
Step 5: Planning Review - Better?
- Previous steps: Step 4`,
    tasks: [
      'step_4 @supervisor "Retrain" <- step_1 {"replaces":"step_2"}',
      'step_5 !planning_review "Planning Review - Better?" <- step_4 {"review":{"focus":"Better?","previousTasks":["step_4"]}}',
    ],
  },
  {
    name: "a tail begins its numbers again: one it defines is its own",
    input: `PLAN: Rest
Step 1: Retrain
Step 2: Deploy
- Depends on: Steps 1, 7`,
    head: { title: "Rest" },
    tasks: ['step_1 @supervisor "Retrain"', 'step_2 @supervisor "Deploy" <- step_1 step_7'],
  },
  {
    name: "a tail replaces a task by id",
    input: `Step 7: Retrain
- Replaces: train_model`,
    tasks: ['step_7 @supervisor "Retrain" {"replaces":"train_model"}'],
  },
  {
    name: "a tail as JSON",
    input: `\`\`\`json
{"tasks": [{"id": "train_v2", "replaces": "train", "input": "Train again", "depends_on": ["fetch"]}]}
\`\`\``,
    tasks: ['train_v2 "Train again" <- fetch {"input":"Train again","replaces":"train"}'],
  },
  {
    name: "a tail in a fence, bold",
    input: `\`\`\`
**Step 3:** Retrain with more data
- Agent: ml
- Tool: train
**Step 4:** Deploy
\`\`\``,
    head: { agents: { ml: { tools: ["train"] } } },
    tasks: ['step_3 @ml "Retrain with more data"', 'step_4 @supervisor "Deploy" <- step_3'],
  },
  {
    name: "a review of steps before the tail",
    input: `Step 8: Fix
Step 9: Planning Review - All
- Previous steps: Steps 1, 8`,
    tasks: [
      'step_8 @supervisor "Fix"',
      'step_9 !planning_review "Planning Review - All" <- step_8 {"review":{"focus":"All","previousTasks":["step_1","step_8"]}}',
    ],
  },
];

describe("JSON of numbered steps", () => {
  it.each(SEED_CASES)("$name", expectReadsAs);
});

describe("tails, as reviews and replanners write them", () => {
  it.each(TAIL_CASES)("$name", expectReadsAs);
});
