import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const LABELS: CorpusCase[] = [
  {
    name: "a planning review by the book",
    input: `PLAN: Ship it
Step 1: Build
Step 2: Planning Review - Is it good
- Review focus: The build
- Previous steps: Step 1
- Decision points:
  * Does it compile?
  * Is it small?
- Potential outcomes:
  * CONTINUE - both hold
  * REPLAN - one does not
  * ABORT - neither does
Step 3: Deploy`,
    head: { title: "Ship it" },
    tasks: [
      'step_1 @supervisor "Build"',
      'step_2 !planning_review "Planning Review - Is it good" <- step_1 {"review":{"focus":"The build","previousTasks":["step_1"],"decisionPoints":["Does it compile?","Is it small?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"both hold"},{"decision":"REPLAN","when":"one does not"},{"decision":"ABORT","when":"neither does"}]}}',
      'step_3 @supervisor "Deploy" <- step_2',
    ],
  },
  {
    name: "a planning review with a long dash",
    input: `Step 1: A
Step 2: PLANNING REVIEW — Check A`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !planning_review "PLANNING REVIEW — Check A" <- step_1 {"review":{"focus":"Check A"}}',
    ],
  },
  {
    name: "a planning review with a colon, and bold",
    input: `**Step 1:** A
**Step 2: Planning Review: Check A**`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !planning_review "Planning Review: Check A" <- step_1 {"review":{"focus":"Check A"}}',
    ],
  },
  {
    name: "titles that speak of a planning review",
    input: `Step 1: Write the planning review doc
Step 2: Planning reviews are good
Step 3: Review - the planning
Step 4: Planning Review`,
    tasks: [
      'step_1 !planning_review "Write the planning review doc" {"review":{"focus":"Write the planning review doc"}}',
      'step_2 @supervisor "Planning reviews are good" <- step_1',
      'step_3 @supervisor "Review - the planning" <- step_2',
      'step_4 !planning_review "Planning Review" <- step_3 {"review":{}}',
    ],
  },
  {
    name: "labels inline",
    input: `Step 1: A
Step 2: Planning Review - B
- Decision points: Is it over 95%? Is it cheap?
- Potential outcomes: CONTINUE - yes; REPLAN - no`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !planning_review "Planning Review - B" <- step_1 {"review":{"focus":"B","decisionPoints":["Is it over 95%?","Is it cheap?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"yes"},{"decision":"REPLAN","when":"no"}]}}',
    ],
  },
  {
    name: "labels in capitals, bold and without bullets",
    input: `Step 1: A
Step 2: Planning Review - B
REVIEW FOCUS: All of it
**Decision Points:**
- Good?
**Potential Outcomes**:
- CONTINUE: yes
- **ABORT**: no
PREVIOUS STEPS: 1`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !planning_review "Planning Review - B" <- step_1 {"review":{"focus":"All of it","previousTasks":["step_1"],"decisionPoints":["Good?"],"potentialOutcomes":[{"decision":"CONTINUE","when":"yes"},{"decision":"ABORT","when":"no"}]}}',
    ],
  },
  {
    name: "labels with underscores",
    input: `Step 1: A
Step 2: Planning Review - B
- review_focus: All
- decision_points:
  1. Good?
  2. Cheap?
- requires_human_approval: true
- approval_timeout: 3600`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !planning_review "Planning Review - B" <- step_1 {"review":{"focus":"All","decisionPoints":["Good?","Cheap?"],"requiresHumanApproval":true,"approvalTimeoutSeconds":3600}}',
    ],
  },
  {
    name: "previous steps in many spellings",
    input: `Step 1: A
Step 2: B
Step 3: C
Step 4: D
Step 5: Planning Review - E
- Previous steps: Steps 1, 3-4 and #2
Step 6: Planning Review - F
- Previous steps: all previous steps`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 @supervisor "B" <- step_1',
      'step_3 @supervisor "C" <- step_2',
      'step_4 @supervisor "D" <- step_3',
      'step_5 !planning_review "Planning Review - E" <- step_4 {"review":{"focus":"E","previousTasks":["step_1","step_3","step_4","step_2"]}}',
      'step_6 !planning_review "Planning Review - F" <- step_5 {"review":{"focus":"F","previousTasks":["step_1","step_2","step_3","step_4","step_5"]}}',
    ],
  },
  {
    name: "a human gate and a synthesis gate",
    input: `Step 1: A
Step 2: Synthesis - Sum up
Step 3: Human Review - Ship it?
- Look at the sum`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 !synthesis_gate "Synthesis - Sum up" <- step_1',
      'step_3 !human_review "Human Review - Ship it?" <- step_2 {"details":["Look at the sum"],"gate":{"prompt":"Ship it?"}}',
    ],
  },
  {
    name: "a human gate with its labels",
    input: `Step 1: Human Review - Ship it?
- Prompt: Shall version 2 go out?
- Assignees: ann, bob
- Quorum: 2
- Approval timeout: 60 seconds
- On timeout: escalate
- Escalate to: role:lead, cid
- Four eyes: yes`,
    tasks: [
      'step_1 !human_review "Human Review - Ship it?" {"gate":{"prompt":"Shall version 2 go out?","assignees":["ann","bob"],"quorum":2,"timeoutSeconds":60,"onTimeout":"escalate","escalateTo":["role:lead","cid"],"fourEyes":true}}',
    ],
  },
  {
    name: "agents and tools",
    input: `Step 1: A
- Agent: ml_toolkit
- Tool: train, evaluate
Step 2: B
- Agent: ml_toolkit
- Tool: deploy
Step 3: C
- Tool: search`,
    head: { agents: { ml_toolkit: { tools: ["train", "evaluate", "deploy"] } } },
    tasks: [
      'step_1 @ml_toolkit "A"',
      'step_2 @ml_toolkit "B" <- step_1',
      'step_3 @supervisor "C" <- step_2 {"details":["Tool: search"]}',
    ],
  },
  {
    name: "agents described before the steps",
    input: `PLAN: P
Agent "writer": You write short texts.
- Tools: search
- Model: large
Agent "checker":
- Max turns: 3

Step 1: A
- Agent: writer`,
    head: {
      title: "P",
      agents: {
        writer: { prompt: "You write short texts.", tools: ["search"], model: "large" },
        checker: { maxTurns: 3 },
      },
    },
    tasks: ['step_1 @writer "A"'],
  },
  {
    name: "what limits and guides an agent",
    input: `PLAN: P
Agent "searcher": You search.
- Hop budget: 12
- Deadline: 2 minutes
- Token budget: 8000
- Cost budget: $0.25
- Max parallel: 3
- Hints: {"ordering": ["search", "read"], "sequentialOnly": ["deploy"]}
Step 1: A
- Agent: searcher`,
    head: {
      title: "P",
      agents: {
        searcher: {
          prompt: "You search.",
          hopBudget: 12,
          deadlineMs: 120_000,
          tokenBudget: 8_000,
          costBudgetUsd: 0.25,
          maxParallel: 3,
          hints: {
            ordering: ["search", "read"],
            parallelGroups: [],
            sequentialOnly: ["deploy"],
            disallowed: [],
            preferred: [],
          },
        },
      },
    },
    tasks: ['step_1 @searcher "A"'],
  },
  {
    name: "limits of an agent that are none",
    input: `PLAN: P
Agent "odd": You are odd.
- Deadline: soon
- Cost budget: little
- Hints: {"unheard": 1}
Step 1: A`,
    errors: ["deadline", "costBudget", "hints"].map((label) => `unread agents.odd.${label}`),
  },
  {
    name: "a value in JSON that no number can hold",
    input: "Step 1: A\n- Task input JSON: 1e999\nStep 2: Planning Review - B\n- Condition: 1e999",
    tasks: [
      'step_1 @supervisor "A" {"input":"1e999"}',
      'step_2 !planning_review "Planning Review - B" <- step_1 {"review":{"focus":"B","condition":"1e999"}}',
    ],
  },
  {
    name: "an agent described twice",
    input: `PLAN: P
Agent "w": You write.
Agent "w": You read.
- Mood: good
Step 1: A`,
    errors: ["unread agents.w.agentPrompt"],
  },
  {
    name: "checks, retries and failures",
    input: `Step 1: A
- Verify: (map? data/result)
- On failure: Retry
- Retries: 3
- Critical: no
- Task timeout: 90 seconds
- Output schema: {items [:int]}`,
    tasks: [
      'step_1 @supervisor "A" {"onFailure":"retry","maxRetries":3,"critical":false,"verification":"(map? data/result)","outputSchema":"{items [:int]}","timeoutMs":90000}',
    ],
  },
  {
    name: "labels with values that say nothing",
    input: `Step 1: A
- Agent: whoever has time today
- Depends on: the weather
- Retries: a few
- On failure: cry
- Task timeout: soon`,
    errors: ["agent", "dependsOn", "retries", "onFailure", "timeout"].map(
      (label) => `unread step_1.${label}`,
    ),
  },
  {
    name: "parallel steps",
    input: `Step 1: A
Step 2: B
- Depends on: none
Step 3: Synthesis - C
- Depends on: Steps 1-2`,
    tasks: [
      'step_1 @supervisor "A"',
      'step_2 @supervisor "B"',
      'step_3 !synthesis_gate "Synthesis - C" <- step_1 step_2',
    ],
  },
  {
    name: "a JSON sample in a detail",
    input: `PLAN: P
Step 1: Post this
- {"tasks": ["x"], "title": "no plan"}
Step 2: Look`,
    head: { title: "P" },
    tasks: [
      'step_1 @supervisor "Post this" {"details":["{\\"tasks\\": [\\"x\\"], \\"title\\": \\"no plan\\"}"]}',
      'step_2 @supervisor "Look" <- step_1',
    ],
  },
  {
    name: "a code block in a step",
    input: `Step 1: Run
\`\`\`sh
make # Step 9: not a step

  make test
\`\`\`
- then look
Step 2: Deploy`,
    tasks: [
      'step_1 @supervisor "Run" {"details":["```sh","make # Step 9: not a step","  make test","```","then look"]}',
      'step_2 @supervisor "Deploy" <- step_1',
    ],
  },
  {
    name: "steps after the end of the fence",
    input: `\`\`\`
Step 1: A
\`\`\`
and then
\`\`\`
Step 2: B
\`\`\``,
    errors: ["invalid_plan_format undefined"],
  },
  {
    name: "quotation marks of every kind",
    input: `PLAN: “Ship” ‘it’
Step 1: Say "hello"
- it’s “fine” … really`,
    head: { title: "“Ship” ‘it’" },
    tasks: ['step_1 @supervisor "Say \\"hello\\"" {"details":["it’s “fine” … really"]}'],
  },
  {
    name: "a step without a title",
    input: `Step 1:
- Build it
Step 2:`,
    tasks: [
      'step_1 @supervisor "Build it" {"details":["Build it"]}',
      'step_2 @supervisor "Step 2" <- step_1',
    ],
  },
  {
    name: "own ids and types by label",
    input: `PLAN: P
Step 1: Fetch
- Task id: fetch
Step 2: Ask
- Task id: ask
- Task type: human review
- Depends on: fetch`,
    head: { title: "P" },
    tasks: ['fetch @supervisor "Fetch"', 'ask !human_review "Ask" <- fetch'],
  },
  {
    name: "an input of several lines",
    input: `Step 1: A
- Task input:
    First line

      - indented
    Step 9: not a step
Step 2: B
- Task input: {{results.step_1}}
`,
    tasks: [
      'step_1 @supervisor "A" {"input":"First line\\n\\n  - indented\\nStep 9: not a step"}',
      'step_2 @supervisor "B" <- step_1 {"input":"{{results.step_1}}"}',
    ],
  },
  {
    name: "a line separator in a title",
    input: "Step 1: one\u2028two\nStep 2: three",
    tasks: ['step_1 @supervisor "one\u2028two"', 'step_2 @supervisor "three" <- step_1'],
  },
];

describe("labels of Step text", () => {
  it.each(LABELS)("$name", expectReadsAs);
});
