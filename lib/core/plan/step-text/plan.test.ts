import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid } from "@/lib/testing/plans/read-plan";
import { readPlan } from "../read/plan";

const PLAN = `Here is what I would do.

PLAN: Ship the model

Step 1: Export the model
- Convert it
- Check it
Step 2: Planning Review - Is the export good
- Review focus: The exported file
- Previous steps: Step 1
- Decision points:
  * Is it complete?
  * Is it small enough?
- Potential outcomes:
  * CONTINUE - both hold
  * REPLAN - one does not
  * ABORT - neither does
Step 3: Human Review - Approve the release
Step 4: Synthesis - Sum it up
Step 5: Announce it
`;

describe("Step text", () => {
  it("becomes a plan whose steps follow each other", () => {
    const { plan, tasks, warnings } = readValid(PLAN);
    expect(warnings).toEqual([]);
    expect(plan.title).toBe("Ship the model");
    expect(plan).not.toHaveProperty("objective");
    expect(tasks.map(({ id, type, title, agent }) => [id, type, title, agent])).toEqual([
      ["step_1", "task", "Export the model", "supervisor"],
      ["step_2", "planning_review", "Planning Review - Is the export good", "default"],
      ["step_3", "human_review", "Human Review - Approve the release", "default"],
      ["step_4", "synthesis_gate", "Synthesis - Sum it up", "default"],
      ["step_5", "task", "Announce it", "supervisor"],
    ]);
    expect(graph(tasks)).toEqual({
      step_1: [],
      step_2: ["step_1"],
      step_3: ["step_2"],
      step_4: ["step_3"],
      step_5: ["step_4"],
    });
    expect(tasks[0]?.details).toEqual(["Convert it", "Check it"]);
    expect(tasks[1]?.review).toMatchObject({
      focus: "The exported file",
      previousTasks: ["step_1"],
      decisionPoints: ["Is it complete?", "Is it small enough?"],
      potentialOutcomes: [
        { decision: "CONTINUE", when: "both hold" },
        { decision: "REPLAN", when: "one does not" },
        { decision: "ABORT", when: "neither does" },
      ],
    });
    expect(tasks[2]?.gate?.prompt).toBe("Approve the release");
  });

  it("is the same in every dress", () => {
    const bare = readClean(PLAN);
    const dressed: Record<string, string> = {
      indented: PLAN.replace(/^/gm, "    "),
      "with tabs": PLAN.replace(/^/gm, "\t"),
      "with CRLF": PLAN.replace(/\n/g, "\r\n"),
      "in a code block": PLAN.replace(/^PLAN/m, "```markdown\nPLAN").concat(
        "```\nThat is all. Step by step.\n",
      ),
      "with bold headers": PLAN.replace(/^(Step \d:.*)$/gm, "**$1**"),
      "with bold numbers": PLAN.replace(/^(Step \d:)/gm, "**$1**"),
      "with bold before the colon": PLAN.replace(/^(Step \d):/gm, "**$1**:"),
      "with headings": PLAN.replace(/^(Step|PLAN)/gm, "## $1"),
      "with numbers": PLAN.replace(/^Step (\d)/gm, "$1. Step $1"),
      "with numbers in brackets": PLAN.replace(/^Step (\d)/gm, "$1) STEP $1"),
      "with dashes": PLAN.replace(/^(Step \d):/gm, "$1 -"),
      "with long dashes": PLAN.replace(/ - /g, " — "),
      "with other bullets": PLAN.replace(/^- /gm, "• ").replace(/^ {2}\* /gm, "    1. "),
      "with bold labels": PLAN.replace(/^- ([A-Z][a-z]+ [a-z]+):/gm, "- **$1:**"),
      "with labels in capitals": PLAN.replace(/^- ([A-Z][a-z]+ [a-z]+):/gm, (label) => label.toUpperCase()),
      "with flat labels": PLAN.replace(/^- ([A-Z][a-z]+ [a-z]+):/gm, "$1:").replace(/^ {2}\* /gm, "- "),
      "without any bullets": PLAN.replace(/^(?:- | {2}\* )/gm, ""),
      "with one bullet for all": PLAN.replace(/^ {2}\* /gm, "- "),
      "with stars that are not indented": PLAN.replace(/^ {2}\* /gm, "* "),
      "with empty lines": PLAN.replace(/\n/g, "\n\n"),
    };
    const reported = (text: string) =>
      readClean(text).map(({ title, ...task }) => ({ ...task, title: title.replaceAll("—", "-") }));
    for (const [dress, text] of Object.entries(dressed))
      expect([dress, reported(text)]).toEqual([dress, bare]);
  });

  it("has a title only if it says so, and an objective if it stands below", () => {
    expect(readValid("Step 1: A").plan.title).toBe("Untitled plan");
    expect(readValid("PLAN:\nStep 1: A").plan.title).toBe("Untitled plan");
    expect(readValid("**PLAN: Bold**\nStep 1: A").plan.title).toBe("Bold");
    expect(readValid("PLAN: T\nObjective: win\nthe day\n\nPLAN: B\nStep 1: A").plan).toMatchObject({
      title: "T",
      objective: "win\nthe day\nPLAN: B",
    });
  });

  it("takes titles for more than plain tasks when they speak of a review", () => {
    const types = (titles: string[]) =>
      readClean(titles.map((title) => `Step 1: ${title}`).join("\n")).length;
    expect(types(["One"])).toBe(1);
    const of = (title: string) => readClean(`Step 1: ${title}`)[0];
    expect(of("Planning Reviewers")?.type).toBe("task");
    expect(errorsOf("Step 1: Human Reviewer")).toEqual(["person_or_agent step_1"]);
    for (const title of ["Write the planning review doc", "Planning review of X"])
      expect(of(title)).toMatchObject({ type: "planning_review", review: { focus: title } });
    expect(of("Human review of X")).toMatchObject({
      type: "human_review",
      gate: { prompt: "Human review of X" },
    });
    for (const title of ["Planning Review", "planning review: X", "PLANNING REVIEW – X", "Planning Review"]) {
      expect(of(title)?.type).toBe("planning_review");
    }
    expect(of("Planning Review: X")?.review?.focus).toBe("X");
    expect(of("Planning Review")?.review?.focus).toMatch(/^Assess/);
    expect(of("Human Review")).toMatchObject({ type: "human_review", gate: { prompt: "" } });
    expect(of("Synthesis gate - X")?.type).toBe("synthesis_gate");
    expect(of("Synthesis of X")?.type).toBe("task");
  });

  it.each([
    ["(HUMAN) Sign the order", "Sign the order"],
    ["[ Person ]  Sign the order", "Sign the order"],
    ["Human approval - Sign the order", "Sign the order"],
    ["Manager's sign-off: the order", "the order"],
    ["user confirmation", ""],
    ["Approval gate – Ship it?", "Ship it?"],
    ["Sign-off step", ""],
    ...[
      "Wait for the decision of HR's approval",
      "Waiting for  the customer's go-ahead",
      "Obtain legal consent",
      "Approval by the board",
      "Sign-off from  the owner",
      "Consent of each customer",
      "Freigabe durch die Leitung",
      "Zustimmung  des Vorstands",
      "Abnahme von\tder Leitung",
      "Approbation par le conseil",
      "Validation  du  conseil",
      "Accord des clients",
      "Aprobación del consejo",
      "aprobacion  de  la junta",
      "Autorización por la junta",
      "Autorizacion de la junta",
    ].map((title) => [title, title]),
  ])("asks a person in %j", (title, prompt) => {
    expect(readClean(`Step 1: ${title}`)[0]).toMatchObject({ type: "human_review", gate: { prompt } });
  });

  it.each([
    "Send the (HUMAN) form",
    "Human approvals of last year",
    "Summarize why we wait for approval",
    "Wait for approval and send it",
    "Approvals by the board",
    "Count the approval by the board",
    "Approval bylaws",
    "Liste der Freigabe durch die Leitung",
    "Freigabe durchführen",
    "Liste d'approbation par le conseil",
    "Validation des",
    "Aprobación delegada",
    "Informe: autorización de la junta",
  ])("asks who does %j, and leaves it to the agents once that is settled", (title) => {
    const text = `Step 1: ${title}`;
    expect(readPlan(text, { settled: [title] }).plan?.tasks[0]?.type).toBe("task");
    if (!title.startsWith("Send")) expect(errorsOf(text)).toEqual(["person_or_agent step_1"]);
  });

  it("names a step without a title by its first line or its number", () => {
    expect(readClean("Step 1:\n- Do it\nStep 7:").map((task) => task.title)).toEqual(["Do it", "Step 7"]);
  });

  it("takes bold marks off titles, but not out of them", () => {
    const titles = readClean(
      "Step 1: **A**\nStep 2: **B** and c\n**Step 3:** **D**\nStep 4: Fix __init__ `x**2`",
    );
    expect(titles.map((task) => task.title)).toEqual(["A", "**B** and c", "D", "Fix __init__ `x**2`"]);
  });
});

describe("what is a header", () => {
  const ids = (text: string) => readValid(text).tasks.map((task) => task.id);

  it("not a step inside a detail", () => {
    const text = `Step 1: A
- see Step 9: not a header
- Step 9: neither
  Step 9: nor a line that goes on
1. Step 9: nor in a numbered list
     Step 9: nor far to the right
Step 9 is not one either
Step 9 - nor with a dash, where others have colons
Step 2: B`;
    expect(ids(text)).toEqual(["step_1", "step_2"]);
    expect(readValid(text).tasks[0]?.details).toHaveLength(7);
  });

  it("a little indent does not matter", () => {
    expect(ids("Step 1: A\n  Step 2: B\n   Step 3: C\n\tx\nStep 4: D")).toEqual([
      "step_1",
      "step_2",
      "step_3",
      "step_4",
    ]);
    expect(ids("Step 1: A\n- x\n\n  Step 2: B")).toEqual(["step_1", "step_2"]);
    expect(ids("  Step 1: A\n- x\nStep 2: B")).toEqual(["step_1", "step_2"]);
  });

  it("not in a code block of a step, whose lines are kept as they are", () => {
    const [only] = readClean("Step 1: A\n- run\n```yaml\nStep 9: x\nAgent: y\n- z\n  - deep\n```\n- end");
    expect(only?.details).toEqual([
      "run",
      "```yaml",
      "Step 9: x",
      "Agent: y",
      "- z",
      "  - deep",
      "```",
      "end",
    ]);
    const [first, second] = readClean("```\nStep 1: A\n```sh\nls\n```\nStep 2: B\n```\nEnjoy!");
    expect([first?.details, second?.details]).toEqual([["```sh", "ls", "```"], []]);
  });

  it("not after the code block that held the plan, which is said", () => {
    expect(errorsOf("```\nStep 1: A\n```\nStep 2: B\n```\nStep 3: C\n```")).toEqual([
      "invalid_plan_format undefined",
    ]);
  });

  it("are several plans where their numbers begin again, whatever stands between", () => {
    const steps = (last: string) => `Step 1: Look\nStep 2: ${last}`;
    for (const words of ["", "Sorry, I meant:", "Entschuldigung, so:", "改为："])
      expect(errorsOf(`${steps("Refund")}\n\n${words}\n\n${steps("Human Review - Refund?")}`)).toEqual([
        "invalid_plan_format undefined",
      ]);
  });

  it("every number is taken, twice or with gaps", () => {
    const { tasks, warnings } = readValid("Step 3: A\nStep 3: B\nStep 40: C\n- Depends on: 3");
    expect(graph(tasks)).toEqual({ step_3: [], step_3_2: ["step_3"], step_40: ["step_3", "step_3_2"] });
    expect(warnings).toMatchObject([{ code: "renumbered_step", taskId: "step_3_2" }]);
  });
});

describe("lines of a step", () => {
  it("are all kept, with bullets off and deeper lines still deeper", () => {
    const [task] = readClean(
      "Step 1: A\n* one\n  - deeper\n    deepest\n2) two\n• three\nplain\n\n[x] note: this",
    );
    expect(task?.details).toEqual([
      "one",
      "  - deeper",
      "    deepest",
      "2) two",
      "three",
      "plain",
      "[x] note: this",
    ]);
  });

  it("name agent, tools, check, replaced task and dependencies", () => {
    const { plan, warnings } = readValid(`Step 1: A
- Agent: \`ml toolkit\`
- Tools: train, \`evaluate\`
- Verify: (and (map? data/result)
     (> 1 0))
- Replaces: Step 5
Step 2: B
Agent: ml toolkit
Tool: deploy
Depends on: none
Step 3: C
- Depends on: Steps 1-2
Step 4: D
- Tool: search
- depends_on: all previous steps
- Replaces: old_task
Step 5: E
- Agent: supervisor
- Tool: search
- Dependencies: fetch, step_9`);
    expect(warnings).toEqual([]);
    expect(plan.agents).toEqual({ "ml toolkit": { prompt: "", tools: ["train", "evaluate", "deploy"] } });
    expect(graph(plan.tasks)).toEqual({
      step_1: [],
      step_2: [],
      step_3: ["step_1", "step_2"],
      step_4: ["step_1", "step_2", "step_3"],
      step_5: ["fetch", "step_9"],
    });
    expect(plan.tasks[0]).toMatchObject({
      agent: "ml toolkit",
      verification: "(and (map? data/result)\n(> 1 0))",
      replaces: "step_5",
      details: [],
    });
    expect(plan.tasks[3]).toMatchObject({
      agent: "supervisor",
      details: ["Tool: search"],
      replaces: "old_task",
    });
    expect(plan.tasks[4]?.details).toEqual(["Tool: search"]);
  });

  it("that say nothing readable under their label are errors", () => {
    const errors = errorsOf(`Step 1: A
- Agent: whoever is free at the time
- Tool: a hammer!
- Verify: the file opens
- Replaces: the old one
- Depends on: good weather
- Agent:
- Agent: ann
- Agent: bob
Step 2: Planning Review
- Previous steps: the good ones
- Requires human approval: perhaps
- Approval timeout: an hour
- On timeout: panic
- Decision points:
- Potential outcomes:
  * CONTINUE - fine
  * something else
- Previous steps: 1
- Review focus: x
- Review focus: y`);
    expect(errors).toEqual([
      ...["agent", "tools", "verify", "replaces", "dependsOn", "agent"].map((one) => `unread step_1.${one}`),
      ...["previous", "humanApproval", "approvalTimeout", "onTimeout", "outcomes", "focus"].map(
        (one) => `unread step_2.${one}`,
      ),
    ]);
  });

  it("of a review may give its values beside the label or below it, over several lines", () => {
    const [, , review] = readClean(`Step 1: A
Step 2: B
Step 3: Planning Review - C
- Review focus: Everything
  that matters
- Previous steps:
  - Step 1
  - Step 2
- Decision points: Is it good? Is it
  - cheap and
    quick?
  - Agent: ready?
- Potential outcomes: CONTINUE - yes; REPLAN - no
  - COMPLETE - done
- Requires human approval: yes
- Approval timeout: 90 seconds
- On timeout: Pause
- A detail of its own`);
    expect(review?.review).toMatchObject({
      focus: "Everything that matters",
      previousTasks: ["step_1", "step_2"],
      decisionPoints: ["Is it good?", "Is it", "cheap and quick?", "Agent: ready?"],
      potentialOutcomes: [
        { decision: "CONTINUE", when: "yes" },
        { decision: "REPLAN", when: "no" },
        { decision: "COMPLETE", when: "done" },
      ],
      requiresHumanApproval: true,
      approvalTimeoutSeconds: 90,
      onTimeout: "pause",
    });
    expect(review?.details).toEqual(["A detail of its own"]);
  });

  it("of a review may have labels without a colon, and lists deeper than their label's", () => {
    const [review] = readClean(`Step 1: Planning Review
Focus
**Decision points**
  - Good?
  Potential outcomes
  - CONTINUE - yes
Previous steps: all previous
  - not an id`);
    expect(review?.review).toMatchObject({ decisionPoints: ["Good?"], potentialOutcomes: [{ when: "yes" }] });
    expect(review?.details).toEqual(["Focus", "  - not an id"]);
  });

  it("of a flat list may go on below, and end at the next detail that looks otherwise", () => {
    const [review] = readClean(
      "Step 1: Planning Review\n- Decision points:\n- One\n  and a half?\n- Two?\nplain",
    );
    expect(review?.review?.decisionPoints).toEqual(["One and a half?", "Two?"]);
    expect(review?.details).toEqual(["plain"]);
  });

  it("that only a review has make a step one", () => {
    expect(readClean("Step 1: A\n- Decision points: two\n- Focus: x")).toMatchObject([
      { type: "planning_review", review: { decisionPoints: ["two"], focus: "x" } },
    ]);
    expect(errorsOf("Step 1: A\n- Focus: x")).toEqual(["unread step_1.details[0]"]);
  });

  it("that nobody knows, with a word or two behind it, is told with its remedy, and a sentence is read", () => {
    const step = (line: string) => readPlan(`Step 1: Write the list\n- ${line}`);
    expect(step("Who to remind first: oldest and largest").errors.map(({ message }) => message)).toEqual([
      'step_1.details[0]: "Who to remind first: oldest and largest" has no known label: say it in a whole sentence.',
    ]);
    for (const line of [
      "Who to remind first: the oldest and largest orders",
      "Name the oldest and largest orders",
    ])
      expect(step(line).plan?.tasks[0]?.details).toEqual([line]);
  });

  it("a reviewed step that is no ancestor becomes a dependency", () => {
    const { tasks, warnings } = readValid(
      "Step 1: A\nStep 2: B\n- Depends on: none\nStep 3: Planning Review\n- Previous steps: 1, 2",
    );
    expect(tasks[2]?.dependsOn).toEqual(["step_2", "step_1"]);
    expect(warnings).toMatchObject([{ code: "added_dependency", taskId: "step_3" }]);
  });
});
