import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { DecisionPointAnswer } from "@/lib/core/review/types";
import { listIn, plannedTools, resultsIn, writeDecision, writePlan } from "../drafts";
import { guessCalls } from "../guess-call";
import { sampleOf } from "../sample";
import { failureOf } from "../script";
import { asText, baseTaskId, pluralize, quote, shorten } from "../text";
import { tellOutput, tellResult } from "../told";
import type { Reply, Turn } from "../turn";
import { summarizeBy } from "./summary";
import { playExplain } from "./template-explain";
import { lacksResults, type OpenPlan, openTail, templatePlan, templateTail } from "./template-plans";
import { playCritique, playRevision } from "./template-reflection";
import { playReasoner, playRetrospective, playSelfCritic } from "./template-retrospective";
import { playTrajectorySummarizer } from "./template-trajectory-summary";

/** A sensible answer in every role, for missions and plans that no scenario knows. */
export const template: Record<RoleName, (turn: Turn) => Reply> = {
  planner: (turn) => {
    const files = listIn(turn, "attachments");
    const plan = templatePlan(turn.mission, turn.block("constraints"), harmlessTools(turn), files);
    return { text: writePlan(plan, turn) };
  },
  critic: playCritic,
  quality_gate: playQualityGate,
  agent: playAgent,
  verification: playVerification,
  synthesis: playSynthesis,
  reviewer: playReview,
  replanner: playReplanner,
  answer: playAnswer,
  critique: playCritique,
  revision: playRevision,
  summarizer: summarizeBy(playAnswer, { measured: false }),
  trajectory_summarizer: playTrajectorySummarizer,
  detailer: playDetailer,
  retrospective: playRetrospective,
  self_critic: playSelfCritic,
  reasoner: playReasoner,
  refiner: playRefiner,
  explain: playExplain,
};

/** It sees in no result what another task would have to know. */
function playRefiner(): Reply {
  const summary = "The rest of the plan still fits.";
  return { text: JSON.stringify({ needed: false, modify: [], add: [], skip: [], summary }) };
}

/** A task of which less than a handful of words is said leaves its agent guessing. */
function playCritic(turn: Turn): Reply {
  const plan = turn.json("plan");
  const tasks = isJsonObject(plan) && Array.isArray(plan.tasks) ? plan.tasks.filter(isJsonObject) : [];
  const findings = tasks
    .filter(({ type = "task" }) => type === "task")
    .filter(({ title = "", input = "", details = [] }) => wordsIn([title, input, details]) < 4)
    .map(({ id, title = "" }) => ({
      code: "semantic_issue",
      severity: "info",
      taskId: asText(id),
      message: `${quote(asText(title))} leaves open what exactly is to be done.`,
      recommendation: "Say in its input what its result must contain.",
    }));
  return { text: JSON.stringify({ findings: findings.slice(0, 10) }) };
}

const wordsIn = (parts: Json): number => JSON.stringify(parts).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Data suffices when every result that the task builds on is there. */
function playQualityGate(turn: Turn): Reply {
  const results = turn.block("upstream").matchAll(/<result of="([^"]*)">([\s\S]*?)<\/result>/g);
  const evidence = [...results].map(([, source = "", value = ""]) => {
    return { field: source, found: value !== "null" && isThere(value), source };
  });
  const missing = evidence.filter(({ found }) => !found).map(({ field }) => `the result of ${quote(field)}`);
  return { text: JSON.stringify({ sufficient: missing.length === 0, missing, evidence }) };
}

/** It cannot weigh criteria, and says so: what is there and does not itself tell of a failure passes. */
function playVerification(turn: Turn): Reply {
  const passed = isThere(turn.block("result"));
  const reason = passed
    ? `There is a result, and it tells of no failure. The simulated model looks no further into ${quote(turn.block("criteria"), 120)}.`
    : "The result is empty, or says itself that the task was not done.";
  return { text: JSON.stringify({ passed, conditions: [], reason }) };
}

const isThere = (result: string): boolean =>
  result.trim() !== "" && !/^(null|\[\]|\{\}|Not done: )/.test(result.trim());

function playSynthesis(turn: Turn): Reply {
  const lines = listIn(turn, "results").map(({ title, value = null, reason }) =>
    value === null
      ? `- ${asText(title)}: no result (${asText(reason ?? "none given")}).`
      : `- ${asText(title)}: ${shorten(tellResult(asText(value)), 300)}`,
  );
  return { text: [`Together, for ${quote(turn.mission)}:`, ...lines].join("\n") };
}

function playReview(turn: Turn): Reply {
  const review = turn.json("review");
  const points =
    isJsonObject(review) && Array.isArray(review.decisionPoints) ? review.decisionPoints.map(String) : [];
  const tasks = listIn(turn, "tasks");
  const stuck = tasks.filter(({ status }) => status !== "succeeded" && status !== "skipped");
  const evidence = evidenceOf((stuck.length > 0 ? stuck : tasks)[0]);
  const answers = points.map((question) => pointAnswer(question, stuck.length > 0, evidence));
  if (stuck.length === 0) {
    const reasoning = `${pluralize(tasks.length, "reviewed task")} with a result, none without. The remaining tasks can build on that.`;
    return { text: writeDecision({ decision: "CONTINUE", reasoning, answers }) };
  }
  const reasoning = `${stuck.length} of ${pluralize(tasks.length, "reviewed task")} did not succeed. ${evidence}`;
  return { text: writeDecision({ decision: "REPLAN", reasoning, answers }) };
}

/** Whether there are results it sees; of anything else it knows nothing. */
function pointAnswer(question: string, isStuck: boolean, evidence: string): DecisionPointAnswer {
  if (isStuck) return { question, answer: "no", evidence };
  if (/\bresults?\b|\bdone\b/i.test(question)) return { question, answer: "yes", evidence };
  return { question, answer: "unclear", evidence: "The simulated model cannot tell." };
}

function evidenceOf(task: { [key: string]: Json } | undefined): string {
  if (!task) return "No task is under review.";
  const { title, status, diagnosis, result = "" } = task;
  return `${shorten(asText(title), 80)} (${asText(status)}): ${shorten(asText(diagnosis ?? result), 160)}`;
}

function playReplanner(turn: Turn): Reply {
  const trigger = turn.json("trigger");
  const { kind, reason = "", diagnosis = "" } = isJsonObject(trigger) ? trigger : {};
  const asked = kind === "person";
  const cause = [asText(reason), asText(diagnosis)].filter((part) => part !== "").join(" ");
  const open = openPlan(turn);
  const isCommented = asked && turn.block("comments") !== "";
  const tail =
    isCommented && !lacksResults(open)
      ? openTail(turn.mission, open)
      : templateTail(turn.mission, cause, open, asked && !isCommented);
  return { text: writePlan(tail, turn) };
}

function openPlan(turn: Turn): OpenPlan {
  const agents = turn.json("agents");
  return {
    remaining: openTasks(turn),
    agents: isJsonObject(agents) ? agents : {},
    completed: listIn(turn, "completed").map(({ id }) => asText(id)),
    tools: harmlessTools(turn),
  };
}

function playAnswer(turn: Turn): Reply {
  const results = resultsIn(turn);
  const done = results.filter((result) => result.status === "succeeded");
  const missing = results.filter((result) => result.status !== "succeeded");
  const lead =
    missing.length === 0
      ? `The mission ${quote(turn.mission)} is done.`
      : `Of the mission ${quote(turn.mission)}, ${done.length} of ${results.length} tasks were done.`;
  const lines = results
    .filter(({ text }) => isResult(text))
    .map(({ title, text }) => `- ${title}: ${shorten(tellResult(text), 240)}`);
  const note = turn.block("note");
  return { text: [lead, ...lines, ...(note === "" ? [] : [note]), CAVEAT].join("\n") };
}

const CAVEAT =
  "These results come from the simulated model: they show how the run works and state nothing about the subject.";

/** Decisions of reviews are not what the mission was for. */
function isResult(text: string): boolean {
  return text !== "" && !/^(?:\{"decision"|(?:CONTINUE|REPLAN|COMPLETE|ABORT)\b)/.test(text);
}

/** Tools that change nothing and ask nobody: an unknown mission is no reason to act on the world. */
function harmlessTools(turn: Turn): string[] {
  return plannedTools(turn)
    .filter(
      ({ name, marks }) =>
        marks.includes("none") ||
        (marks.includes("read") && !marks.includes("simulated") && name !== "ask_human"),
    )
    .map(({ name }) => name);
}

/** The open tasks of the old plan. Its id tells that a task came from an earlier tail of this kind. */
const openTasks = (turn: Turn): JsonObject[] =>
  listIn(turn, "remaining").filter(({ id }) => baseTaskId(asText(id)) !== "resolve");

/** Details of any task, from what the plan says of it and of what builds on it: nothing is made up. */
function playDetailer(turn: Turn): Reply {
  const task = turn.json("task");
  const { id = "", title = "the task" } = isJsonObject(task) ? task : {};
  const plan = turn.json("plan");
  const tasks = isJsonObject(plan) && Array.isArray(plan.tasks) ? plan.tasks.filter(isJsonObject) : [];
  const next = tasks.filter(({ dependsOn }) => Array.isArray(dependsOn) && dependsOn.includes(id));
  const sources = [...turn.block("upstream").matchAll(/<result of="([^"]+)">/g)].map(([, source]) => source);
  const tools = plannedTools(turn).map(({ name }) => name);
  const details = [
    `Do what ${quote(String(title))} asks, and no more of the plan.`,
    sources.length > 0 && `Build on the results of ${sources.join(", ")}.`,
    tools.length > 0 && `Use ${tools.slice(0, 5).join(", ")} where the input asks for it.`,
    next.length > 0 &&
      `End with what ${next.map(({ title: of }) => quote(shorten(String(of), 60))).join(" and ")} needs.`,
  ];
  return { text: JSON.stringify({ details: details.filter(Boolean) }) };
}

/** Does any task by its title and input: with a tool that they plainly ask for, else in a few honest words. */
function playAgent(turn: Turn): Reply {
  const task = turn.json("task");
  const title = isJsonObject(task) ? String(task.title) : "The task";
  const input = turn.block("input") || turn.block("details");
  const outcomes = turn.rounds.flat();
  const failed = outcomes.find((outcome) => outcome.failed);
  if (failed) return { text: failureOf(failed) };
  const own = withoutResults(input);
  const calls = outcomes.length === 0 && !own.includes("<result") ? guessCalls(turn.tools, title, own) : [];
  if (calls.length > 0) return { text: `I use ${calls[0]?.tool} for this.`, calls };
  const basis = isCall(own) ? title : own.replace(/\s+/g, " ").trim();
  const sources = [...turn.block("upstream").matchAll(/<result of="([^"]+)">/g)].map(([, id]) => id);
  const sentences = [
    basis === "" || basis === title
      ? `Worked on this for ${quote(turn.mission)}.`
      : `Worked on ${quote(basis, 200)}.`,
    ...outcomes.map(({ tool, output }) => tellOutput(tool, output)),
    sources.length === 0 ? "" : `Built on the results of ${sources.join(", ")}.`,
    turn.block("diagnosis") === "" ? "" : `Fixed in this attempt: ${quote(turn.block("diagnosis"), 200)}.`,
  ];
  const text = sentences.filter((sentence) => sentence !== "").join(" ");
  const wanted = wantedSchema(turn.block("details"));
  const data = wanted && sampleOf(wanted, shorten(text, 200));
  return { text: data === undefined ? text : JSON.stringify(data) };
}

/** An input that names a call and its arguments is for the agent, not for who reads what it did. */
function isCall(input: string): boolean {
  try {
    const value: unknown = JSON.parse(input);
    return isJsonObject(value) && typeof value.tool === "string";
  } catch {
    return false;
  }
}

/** The JSON Schema that the task's details say its result must fit. */
function wantedSchema(details: string): JsonObject | undefined {
  const line = details.split("\n").find((one) => /\bschema: \{/.test(one));
  try {
    const schema: unknown = JSON.parse(line?.slice(line.indexOf("{")) ?? "");
    return isJsonObject(schema) ? (schema as JsonObject) : undefined;
  } catch {
    return;
  }
}

/** An input without the results that placeholders put into it: they are data, and no reason to call a tool. */
function withoutResults(input: string): string {
  return input.replace(/<result of="[^"]*">[^<]*(?:<(?!\/result>)[^<]*)*<\/result>/g, "the earlier results");
}
