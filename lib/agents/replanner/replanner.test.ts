import { describe, expect, it } from "vitest";
import type { Finding } from "@/lib/core/plan/critic/types";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { deployTool, rendered, salesFile } from "../fixtures";
import { replanner } from ".";
import { editsReplanner } from "./edits";
import { approachOf, trialFacts } from "./trials";

const input = {
  mission: "Ship the shop",
  constraints: "Never on a Friday",
  attachments: [salesFile],
  trigger: {
    kind: "task_failed" as const,
    taskId: "deploy",
    reason: "deploy failed",
    output: "no address",
    diagnosis: "The server is full",
  },
  completed: [{ id: "build", title: "Build", preview: "image shop:1" }],
  effectsDone: ["Build shop v1"],
  remaining: [{ id: "check", title: "Check it", type: "planning_review" as const }],
  errors: [{ id: "notify", title: "Notify", status: "failed", diagnosis: "Nobody listens" }],
  history: ["[Iteration 1] deploy failed"],
  trials: [
    {
      attempt: 1,
      task: "deploy",
      input: "Deploy shop:1",
      approach: 'deploy {"version":"1"}; failed: no space',
      output: "no address",
      diagnosis: "The server is full",
      newTaskCount: 2,
    },
  ],
  costMicroUsd: 12_300,
  budget: [{ counter: "maxTotalReplans", used: 1, limit: 5, left: 4 }],
  tools: [deployTool],
  version: 2,
};

describe("the replanner's prompt", () => {
  it("gives what stopped the plan, what is done and must not be done again, and what was tried", async () => {
    await expect(rendered(replanner.buildPrompt(input))).toMatchFileSnapshot("./replanner.golden.txt");
  });

  it("ends with what was tried, and with what has to be settled before another tail", () => {
    const [message] = replanner.buildPrompt(input).messages;
    const text = message?.role === "user" ? message.text : "";
    const [, after = ""] = text.split('"newTaskCount":2');
    expect(after).toMatch(/^.*Do not repeat.*Pattern.*Root cause.*Change of strategy/s);
    const [fresh] = replanner.buildPrompt({ ...input, trials: [] }).messages;
    expect(fresh).toMatchObject({ text: expect.not.stringContaining("Do not repeat") });
  });

  it("keeps every text of a trial within its limit", () => {
    const long = "x".repeat(2_000);
    const trial = { attempt: 1, task: "t", input: long, approach: long, output: long, diagnosis: long };
    const { input: shown, approach, output, diagnosis } = trialFacts(trial, { reason: "other" });
    expect([shown, approach, output, diagnosis].map((text) => String(text).length)).toEqual([
      300, 400, 500, 300,
    ]);
  });

  it("says once what the trigger says, wherever else it would stand", () => {
    const [reason, output] = ["The quota is refused for 90 days.", '{"granted": false, "until": 90}'];
    const trial = {
      attempt: 1,
      task: "t",
      input: "go",
      approach: `call → ${output}`,
      output,
      diagnosis: reason,
    };
    const text = replanner
      .buildPrompt({
        ...input,
        trials: [trial],
        peopleSaid: [`Ann, at “Ask”: ${reason}`, "Ben: no"],
        trigger: { kind: "task_failed", taskId: "t", reason, output },
      })
      .messages.map((one) => (one.role === "user" ? one.text : ""))
      .join();
    expect(text.split(reason)).toHaveLength(2);
    expect(readBlock(text, "people_said")).toBe('Ann, at “Ask”: (see "trigger")\nBen: no');
    expect(readJsonBlock(text, "do_not_repeat")).toMatchObject([
      { approach: 'call → (see "trigger")', output: '(see "trigger")', diagnosis: '(see "trigger")' },
    ]);
  });

  it("tells what an agent did by its thoughts, its calls and their failures", () => {
    const one = { usage: {}, startedAtMs: 0, latencyMs: 0 };
    const call = { callId: "c", tool: "deploy", args: { version: "1" } };
    const steps = [
      {
        ...one,
        step: 1,
        thought: "First\nlook",
        action: { type: "tool" as const, ...call },
        error: "no space",
      },
      { ...one, step: 2, thought: "", action: { type: "parallel" as const, calls: [call, call] } },
      { ...one, step: 3, thought: " ", action: { type: "finish" as const, answer: "given up" } },
    ];
    expect(approachOf(steps)).toBe(
      'First look; deploy {"version":"1"}; failed: no space → deploy {"version":"1"}; deploy {"version":"1"}',
    );
    expect(approachOf([])).toBe("");
  });

  it("shows where the critic finds the plan weak", () => {
    const finding: Finding = {
      key: "k",
      taskId: "a",
      severity: "warning",
      code: "loose_coupling",
      message: "All rests on one.",
      recommendation: "Add.",
    };
    const [message] = replanner.buildPrompt({
      ...input,
      problem: { answer: "{}", findings: [finding] },
    }).messages;
    expect(message).toMatchObject({
      text: expect.stringContaining("- warning loose_coupling a: All rests on one. Add."),
    });
  });

  it("shows an answer that could not be used", () => {
    const issues = [{ severity: "error" as const, code: "cycle_detected" as const, message: "a -> b -> a" }];
    const [message] = replanner.buildPrompt({ ...input, problem: { answer: "{}", issues } }).messages;
    expect(message).toMatchObject({ text: expect.stringContaining("- cycle_detected: a -> b -> a") });
  });
});

describe("reading the replanner's answer", () => {
  const plan = { title: "Tail", tasks: [{ id: "grow", title: "Grow the server", input: "Grow" }] };

  it("takes a tail", () => {
    expect(replanner.parse(JSON.stringify(plan))).toMatchObject({
      ok: true,
      value: { kind: "plan", plan: { tasks: [{ id: "grow" }] }, warnings: [] },
    });
  });

  it("takes a plain statement that no plan can reach the mission", () => {
    const impossible = { ok: true, value: { kind: "mission_impossible", reason: "The shop is gone." } };
    expect(replanner.parse('{"missionImpossible": " The shop is gone. "}')).toEqual(impossible);
    expect(replanner.parse('```json\n{"mission_impossible": "The shop is gone."}\n```')).toEqual(impossible);
  });

  it("does not give a mission up over anything less plain", () => {
    expect(replanner.parse(JSON.stringify({ ...plan, missionImpossible: null }))).toMatchObject({
      value: { kind: "plan" },
    });
    expect(replanner.parse(JSON.stringify({ ...plan, missionImpossible: "maybe" }))).toMatchObject({
      ok: false,
      issues: [{ code: "unread", path: "missionImpossible" }],
    });
    expect(replanner.parse('{"missionImpossible": " "}')).toMatchObject({ ok: false });
    expect(replanner.parse("It is impossible.")).toMatchObject({ ok: false });
    // What is meant is known: it is asked for without the words, and not for a plan.
    expect(replanner.parse('There is no stock.\n\n{"missionImpossible": "No file."}')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('answer {"missionImpossible": "<why>"} alone'),
    });
  });
});

describe("the short question", () => {
  const short = {
    mission: "Ship the shop",
    constraints: "Never on a Friday",
    trigger: {
      kind: "task_failed" as const,
      taskId: "deploy",
      reason: "The model reports that the server is full",
      output: "no address",
    },
    peopleSaid: ["Ann: keep it small"],
    tasks: [
      { id: "deploy", title: "Deploy", agent: "worker", input: "Deploy shop:1", status: "failed 2 times" },
    ],
    agents: { worker: { prompt: "Deploy.", tools: ["deploy"] } },
    others: ["build (succeeded): Build: shop:1"],
    effectsDone: ['build {"version":"1"} (task build)'],
    tools: [deployTool, { ...deployTool, name: "files__look", tags: ["mcp", "mcp:files"] }],
    obligations: [{ control: "ok", needs: "human_review by a person", holdsBack: ["deploy", "(answer)"] }],
    trials: [
      {
        attempt: 1,
        task: "deploy",
        input: "Deploy shop:1",
        output: "no address",
        approach: "deploy; failed: no space",
        diagnosis: "the server is full",
      },
      {
        attempt: 2,
        task: "deploy",
        input: "Deploy shop:1",
        approach: "no address",
        output: "",
        diagnosis: "",
      },
    ],
  };
  const [message] = editsReplanner.buildPrompt(short).messages;
  const text = message?.role === "user" ? message.text : "";

  it("gives what stopped the plan, and what of it may be edited", async () => {
    await expect(rendered(editsReplanner.buildPrompt(short))).toMatchFileSnapshot("./edits.golden.txt");
  });

  it("says of what was tried only what the trigger does not", () => {
    expect(readBlock(text, "do_not_repeat")).toBe("deploy, attempt 1: deploy; failed: no space");
  });

  it("is answered by a plan, as its edits make one; whatever else is said hands it over", () => {
    const plan = { title: "Tail", tasks: [{ id: "grow", title: "Grow the server", input: "Grow" }] };
    expect(editsReplanner.parse(JSON.stringify(plan))).toMatchObject({ ok: true, value: { kind: "plan" } });
    for (const other of ['{"rewrite": "It takes a server."}', '{"missionImpossible": "No server."}', "No."])
      expect(editsReplanner.parse(other)).toMatchObject({ ok: true, value: { kind: "rewrite" } });
    // What its writer meant is known but for a piece.
    const sad = { ...plan, mood: "sad" };
    expect(editsReplanner.parse(JSON.stringify(sad))).toMatchObject({
      ok: false,
      issues: [{ code: "unread" }],
    });
  });
});
