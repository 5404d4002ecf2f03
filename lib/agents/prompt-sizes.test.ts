import { describe, expect, it } from "vitest";
import { estimatedInputTokens } from "@/lib/core/cost";
import { reviewSpec } from "@/lib/core/plan/schema";
import { builtInTools, createToolbox, webTools } from "@/lib/tools";
import { agent } from "./agent";
import { answer } from "./answer";
import { checkRepair } from "./check-repair";
import { critic } from "./critic";
import { critique } from "./critique";
import { detailer } from "./detailer";
import { explain } from "./explain";
import { givenBlocks } from "./given";
import { planner } from "./planner";
import { qualityGate } from "./quality-gate";
import { reasoner } from "./reasoner";
import { refiner } from "./refiner";
import { replanner } from "./replanner";
import { editsReplanner } from "./replanner/edits";
import { retrospective } from "./retrospective";
import { reviewer } from "./reviewer";
import { revision } from "./revision";
import type { RolePrompt } from "./role";
import { selfCritic } from "./self-critic";
import { summarizer } from "./summarizer";
import { synthesis } from "./synthesis";
import { trajectorySummarizer } from "./trajectory-summarizer";
import { verification } from "./verification";

const mission = "Find which region lost most revenue in Q3 and write a one-page memo with figures";
const noHttp = (): Promise<never> => Promise.reject(new Error("Nothing is sent here"));
/** The ten tools that are no demonstration. */
const tools = createToolbox([...builtInTools({ nowMs: () => 0 }), ...webTools({ send: noHttp })])
  .list()
  .filter(({ tags }) => !tags.includes("simulated"));
const task = { id: "figures", title: "Sum the revenue", details: [], input: "Sum revenue by region." };
const plan = { title: "Memo", agents: {}, tasks: [] };
const ended = { id: "figures", title: "Sum the revenue", status: "succeeded", value: "West lost 400 000." };
const way = { plan: [], agents: {}, expected: [], history: [] };
const material = { results: [ended], errors: [], evidence: [], note: "" };
const given = { upstream: "", effectsDone: [] };
const work = { task, brief: "", given: givenBlocks(given), trajectory: [] };
const judged = { score: 0.5, feedback: "Too short.", issues: [], suggestions: [], questions: [] };

const PROMPTS: [string, RolePrompt][] = [
  ["planner", planner.buildPrompt({ mission, date: "2026-09-23", tools })],
  [
    "replanner",
    replanner.buildPrompt({
      mission,
      date: "2026-09-23",
      tools,
      version: 1,
      completed: [],
      effectsDone: [],
      history: [],
      trigger: { kind: "task_failed", taskId: "figures", reason: "figures failed" },
      remaining: [task],
    }),
  ],
  [
    "replanner, edits",
    editsReplanner.buildPrompt({
      mission,
      tasks: [task],
      agents: {},
      others: [],
      trigger: { kind: "task_failed", taskId: "figures", reason: "figures failed" },
    }),
  ],
  ["reviewer", reviewer.buildPrompt({ mission, review: reviewSpec.parse({}), tasks: [], remaining: [] })],
  ["critic", critic.buildPrompt({ mission, plan, tools, findings: [] })],
  [
    "detailer",
    detailer.buildPrompt({ mission, plan, task: { ...task, agent: "analyst" }, upstream: "", tools }),
  ],
  ["quality_gate", qualityGate.buildPrompt({ mission, task, given })],
  ["verification", verification.buildPrompt({ mission, ...work, result: "", criteria: "" })],
  ["check_repair", checkRepair("planner").buildPrompt({ task, check: "", fault: "", result: "" })],
  [
    "agent",
    agent.buildPrompt({
      mission,
      task,
      agent: { name: "analyst", prompt: "" },
      upstream: "",
      effectsDone: [],
      calls: "native",
    }),
  ],
  ["synthesis", synthesis.buildPrompt({ mission, task, results: [] })],
  ["summarizer", summarizer.buildPrompt({ mission, ...material, history: [] })],
  ["answer", answer.buildPrompt({ mission, results: [], note: "" })],
  [
    "critique",
    critique.buildPrompt({
      mission,
      about: work,
      answer: "",
      criteria: { completeness: "", accuracy: "", clarity: "" },
    }),
  ],
  ["revision", revision.buildPrompt({ mission, ...material, previousAnswer: "", critique: judged })],
  [
    "reasoner",
    reasoner.buildPrompt({
      mission,
      task: { ...task, agent: "" },
      place: { number: 1, of: 1, buildsOn: [] },
      upstream: "",
      tools: [],
    }),
  ],
  ["refiner", refiner.buildPrompt({ mission, results: [], completed: [], remaining: [], agents: {} })],
  ["self_critic", selfCritic.buildPrompt({ mission, results: [], errors: [], evidence: [], ...way })],
  [
    "retrospective",
    retrospective.buildPrompt({ mission, ended: "", results: [], errors: [], evidence: [], ...way }),
  ],
  [
    "explain",
    explain.buildPrompt({
      mission,
      plan: { ...plan, tasks: [] },
      version: 1,
      tasks: [],
      history: [],
      thread: [],
      question: "Why?",
      place: { anchor: { kind: "plan", version: 1, digest: "", excerpt: "" }, isGone: false },
    }),
  ],
  ["trajectory_summarizer", trajectorySummarizer.buildPrompt({ mission, task, steps: [] })],
];

const sizes = Object.fromEntries(
  PROMPTS.map(([role, prompt]) => [role, estimatedInputTokens({ modelId: "m", ...prompt })]),
);

describe("prompt sizes", () => {
  it("change only together with these figures, in estimated tokens of an almost empty request", () => {
    process.stdout.write(
      `${Object.entries(sizes)
        .map(([role, tokens]) => `${role} ${tokens}`)
        .join(", ")}\n`,
    );
    expect(tools).toHaveLength(10);
    expect(sizes).toMatchInlineSnapshot(`
      {
        "agent": 478,
        "answer": 486,
        "check_repair": 612,
        "critic": 1167,
        "critique": 865,
        "detailer": 1040,
        "explain": 563,
        "planner": 2595,
        "quality_gate": 567,
        "reasoner": 558,
        "refiner": 821,
        "replanner": 1849,
        "replanner, edits": 510,
        "retrospective": 695,
        "reviewer": 1058,
        "revision": 575,
        "self_critic": 634,
        "summarizer": 890,
        "synthesis": 493,
        "trajectory_summarizer": 695,
        "verification": 627,
      }
    `);
  });

  it("leave the short question at 40 % of the planner's", () => {
    expect(sizes["replanner, edits"]).toBeLessThanOrEqual(0.4 * Number(sizes.planner));
  });

  it("leave the planner with ten tools under 3 000 tokens", () => {
    expect(sizes.planner).toBeLessThanOrEqual(3_000);
  });
});
