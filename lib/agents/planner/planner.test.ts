import { describe, expect, it } from "vitest";
import { readPlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { readBlock, readBlocks, readJsonBlock } from "@/lib/core/prompt-blocks";
import { deployTool, rendered, salesFile } from "../fixtures";
import { planner } from ".";

const mission = "Deploy the shop to staging";

describe("the planner's prompt", () => {
  it("teaches the plan format and gives mission, constraints, tools and models", async () => {
    const prompt = planner.buildPrompt({
      mission,
      constraints: "Never on a Friday",
      attachments: [salesFile],
      tools: [deployTool],
      agentModels: ["openai:small", "openai:large"],
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./planner.golden.txt");
  });

  it("says what a block is where there is one, and nothing of those that there are not", () => {
    const bare = planner.buildPrompt({ mission, tools: [] });
    const { system } = planner.buildPrompt({ mission, tools: [deployTool], lessons: ["Ask first."] });
    expect(bare.system).not.toContain("What comes with this request");
    const [same, said = ""] = system.split("\n\nWhat comes with this request\n");
    expect(same).toBe(bare.system);
    expect(said.split("\n").map((line) => /^- "(\w+)"/.exec(line)?.[1])).toEqual(["tools", "lessons"]);
  });

  it("shows plans of similar missions, and says what they are where there are some", () => {
    const examples = [{ mission: "Deploy the blog", plan: { tasks: [{ id: "a" }] }, note: "Test first" }];
    const bare = planner.buildPrompt({ mission, tools: [] });
    const { system, messages } = planner.buildPrompt({ mission, tools: [], examples });
    expect(system.startsWith(`${bare.system}\n\nWhat comes with this request\n- "examples" are plans`)).toBe(
      true,
    );
    expect(readJsonBlock(messages[0]?.role === "user" ? messages[0].text : "", "examples")).toEqual(examples);
  });

  it("shows people's comments on the draft, and reads what it says of each where it says so", () => {
    const draft = readPlan({ tasks: [{ id: "a", title: "Deploy", input: "go" }] }).plan as Plan;
    const anchor = { kind: "task" as const, task: { lineage: "a", id: "a", title: "Deploy" } };
    const comments = [
      {
        id: "cmt_1",
        text: "When?",
        label: "clarify" as const,
        replies: ["On Monday?"],
        anchor: { ...anchor, version: 1, digest: "d", excerpt: "Deploy" },
      },
    ];
    const bare = planner.buildPrompt({ mission, tools: [], changes: { draft, words: "" } });
    const { system, messages } = planner.buildPrompt({
      mission,
      tools: [],
      changes: { draft, words: "", comments },
    });
    expect(system.startsWith(`${bare.system}\n- "comments" are what people say`)).toBe(true);
    expect(readJsonBlock(messages[0]?.role === "user" ? messages[0].text : "", "comments")).toEqual([
      {
        comment: "c1",
        on: { task: "a", title: "Deploy" },
        quote: "Deploy",
        text: "When?",
        label: "clarify: say it more clearly, in the plan itself",
        replies: ["On Monday?"],
      },
    ]);
    const tasks = [{ id: "a", input: "go" }];
    const dispositions = [{ comment: "c1", disposition: "answered", note: "On Monday." }];
    const read = (answer: object) => planner.parse(JSON.stringify(answer));
    expect(read({ tasks, dispositions })).toMatchObject({ ok: true, value: { warnings: [], dispositions } });
    expect(read({ tasks })).toMatchObject({ ok: true, value: { dispositions: [] } });
  });

  it("shows an answer that could not be used, with everything that is wrong with it", () => {
    const prompt = planner.buildPrompt({
      mission,
      tools: [],
      problem: {
        answer: '{"tasks": []}',
        issues: [
          { severity: "error", code: "empty_plan", message: "The plan has no tasks." },
          { severity: "error", code: "unknown_tool", message: "No tool x.", taskId: "a", path: "agent" },
        ],
      },
    });
    expect(prompt.messages).toMatchInlineSnapshot(`
      [
        {
          "role": "user",
          "text": "<data name="mission">
      Deploy the shop to staging
      </data>

      <data name="previous_answer">
      {"tasks": []}
      </data>

      <data name="problem">
      - empty_plan: The plan has no tasks.
      - unknown_tool a agent: No tool x.
      </data>",
        },
      ]
    `);
  });
});

describe("an iteration", () => {
  it("is told what is missing, what is done and stays, and what was to be added before", () => {
    const prompt = planner.buildPrompt({
      mission,
      tools: [],
      iteration: {
        number: 2,
        reason: "The load was not measured.",
        completed: [{ id: "build", title: "Build", preview: "image shop:1" }],
        effectsDone: ["deploy {} (task ship)"],
        history: ["[Iteration 1] Nothing was deployed.", "[Iteration 2] The load was not measured."],
      },
    });
    const [message] = prompt.messages;
    expect(message?.role === "user" && readBlocks(message.text)).toEqual([
      { name: "mission", body: mission },
      { name: "trigger", body: '{"kind":"iteration","number":2,"reason":"The load was not measured."}' },
      { name: "completed", body: '[\n{"id":"build","title":"Build","preview":"image shop:1"}\n]' },
      { name: "effects_done", body: "deploy {} (task ship)" },
      {
        name: "history",
        body: "[Iteration 1] Nothing was deployed.\n[Iteration 2] The load was not measured.",
      },
    ]);
  });
});

describe("a plan that the critic finds weak", () => {
  it("is shown with each weak place and what to do about it", () => {
    const findings = [
      {
        key: "missing_gate:a",
        code: "missing_gate" as const,
        severity: "warning" as const,
        message: "Three tasks meet nowhere.",
        recommendation: "Add a synthesis gate.",
        taskId: "a",
      },
      {
        key: "disconnected_flow:a -> b",
        code: "disconnected_flow" as const,
        severity: "info" as const,
        message: "b does not use a.",
        recommendation: "Use it.",
        edge: { from: "a", to: "b" },
      },
    ];
    const [message] = planner.buildPrompt({
      mission,
      tools: [],
      problem: { answer: "{}", findings },
    }).messages;
    expect(readBlock(message?.role === "user" ? message.text : "", "problem")).toBe(
      "- warning missing_gate a: Three tasks meet nowhere. Add a synthesis gate.\n" +
        "- info disconnected_flow a -> b: b does not use a. Use it.",
    );
  });
});

describe("a draft that a person wants changed", () => {
  it("is shown with their words", () => {
    const draft = readPlan('{"title": "T", "tasks": [{"id": "a", "input": "Do it"}]}').plan as Plan;
    const [message] = planner.buildPrompt({
      mission,
      tools: [],
      changes: { draft, words: "Add a test" },
    }).messages;
    const text = message?.role === "user" ? message.text : "";
    expect(readBlock(text, "draft")).toBe(
      '{"title":"T","tasks":[\n{"id":"a","title":"Do it","input":"Do it"}\n]}',
    );
    expect(readPlan(readBlock(text, "draft") ?? "").plan).toEqual(draft);
    expect(readBlock(text, "feedback")).toBe("Add a test");
  });
});

describe("reading the planner's answer", () => {
  it("takes a plan", () => {
    const parsed = planner.parse(
      'Here it is:\n```json\n{"title": "T", "tasks": [{"id": "a", "input": "Do it"}]}\n```',
    );
    expect(parsed).toMatchObject({
      ok: true,
      value: { plan: { title: "T", tasks: [{ id: "a", input: "Do it" }] } },
    });
  });

  it("passes on as warnings what was put right", () => {
    const review = { template: "mine", focus: "Is it sound?" };
    const tasks = [
      { id: "a", input: "x" },
      { id: "b", after: ["a"], type: "planning_review", review },
    ];
    const parsed = planner.parse(JSON.stringify({ title: "T", tasks }));
    expect(parsed).toMatchObject({ ok: true, value: { warnings: [{ code: "unknown_review_template" }] } });
  });

  it("sends back what is not read, with its place", () => {
    const parsed = planner.parse('{"title": "T", "tasks": [{"id": "a", "input": "x", "mood": true}]}');
    expect(parsed).toMatchObject({ ok: false, issues: [{ code: "unread", path: "tasks[0].mood" }] });
    expect(parsed).toMatchObject({ problem: expect.stringContaining("tasks[0].mood") });
  });

  it("says why a text is no plan", () => {
    const parsed = planner.parse("I would rather not.");
    expect(parsed).toMatchObject({ ok: false, issues: [{ code: "invalid_plan_format" }] });
    expect(parsed).toMatchObject({ problem: expect.stringContaining("invalid_plan_format") });
  });
});
