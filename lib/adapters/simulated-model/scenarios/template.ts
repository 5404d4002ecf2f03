import { isJsonObject, type Json } from "@/lib/core/json";
import type { RoleName } from "@/lib/core/prompt-blocks";
import { listIn, writeDecision, writePlan } from "../drafts";
import { guessCalls } from "../guess-call";
import { failureOf } from "../script";
import type { Reply, Turn } from "../turn";
import { counted, quote, shorten, stemOf, withoutPlaceholders } from "../words";
import { templatePlan, templateTail } from "./template-plans";

/** A sensible answer in every role, for missions and plans that no scenario knows. */
export const template: Record<RoleName, (turn: Turn) => Reply> = {
  planner: (turn) => {
    const plan = templatePlan(turn.mission, turn.block("constraints"), harmlessTools(turn));
    return { text: writePlan(plan, turn) };
  },
  agent: playAgent,
  synthesis: playSynthesis,
  reviewer: playReview,
  replanner: playReplanner,
  answer: playAnswer,
};

function playAgent(turn: Turn): Reply {
  const task = turn.json("task");
  const title = isJsonObject(task) ? String(task.title) : "The task";
  const input = turn.block("input") || turn.block("details");
  const outcomes = turn.rounds.flat();
  const failed = outcomes.find((outcome) => outcome.failed);
  if (failed) return { text: failureOf(failed) };
  const calls = outcomes.length === 0 ? guessCalls(turn.tools, title, input) : [];
  if (calls.length > 0) return { text: `I use ${calls[0]?.tool} for this.`, calls };
  const sentences = [
    `${shorten(title, 200)}: done.`,
    input === "" ? "" : `It was asked: ${quote(input, 200)}.`,
    ...outcomes.map(({ tool, output }) => `${tool} gave ${shorten(JSON.stringify(output), 500)}.`),
    turn.block("upstream") === "" ? "" : "It builds on the results of the tasks before it.",
    turn.block("diagnosis") === "" ? "" : `This attempt mends: ${quote(turn.block("diagnosis"), 200)}.`,
  ];
  return { text: sentences.filter((sentence) => sentence !== "").join(" ") };
}

function playSynthesis(turn: Turn): Reply {
  const lines = listIn(turn, "results").map(({ title, value = null, reason }) =>
    value === null
      ? `- ${asText(title)}: no result (${asText(reason ?? "none given")}).`
      : `- ${asText(title)}: ${shorten(asText(value), 300)}`,
  );
  return { text: [`Together, for ${quote(turn.mission)}:`, ...lines].join("\n") };
}

function playReview(turn: Turn): Reply {
  const review = turn.json("review");
  const points =
    isJsonObject(review) && Array.isArray(review.decisionPoints) ? review.decisionPoints.map(String) : [];
  const tasks = listIn(turn, "tasks");
  const stuck = tasks.filter(({ status }) => status !== "succeeded" && status !== "skipped");
  const seen = (stuck.length > 0 ? stuck : tasks)[0];
  const evidence = seen
    ? shorten(
        `${asText(seen.title)} (${asText(seen.status)}): ${asText(seen.diagnosis ?? seen.preview ?? "")}`,
        240,
      )
    : "No task is under review.";
  const answer = stuck.length > 0 ? ("no" as const) : ("yes" as const);
  const answers = points.map((question) => ({ question, answer, evidence }));
  if (stuck.length === 0) {
    const reasoning = `The ${counted(tasks.length, "reviewed task")} brought results. ${evidence} The remaining tasks can build on them.`;
    return { text: writeDecision({ decision: "CONTINUE", reasoning, answers }) };
  }
  const reasoning = `${stuck.length} of ${counted(tasks.length, "reviewed task")} did not succeed. ${evidence}`;
  const updatedPlan = templateTail(turn.mission, evidence, openTasks(turn), []);
  return { text: writeDecision({ decision: "REPLAN", reasoning, answers, updatedPlan }) };
}

function playReplanner(turn: Turn): Reply {
  const trigger = turn.json("trigger");
  const { reason = "", diagnosis = "" } = isJsonObject(trigger) ? trigger : {};
  const cause = [asText(reason), asText(diagnosis)].filter((part) => part !== "").join(" ");
  return { text: writePlan(templateTail(turn.mission, cause, openTasks(turn), harmlessTools(turn)), turn) };
}

function playAnswer(turn: Turn): Reply {
  const results = listIn(turn, "results");
  const done = results.filter((result) => result.status === "succeeded");
  const missing = results.filter((result) => result.status !== "succeeded");
  const lead =
    missing.length === 0
      ? `The mission ${quote(turn.mission)} is done.`
      : `Of the mission ${quote(turn.mission)}, ${done.length} of ${results.length} tasks were done.`;
  const lines = results
    .filter(({ preview }) => asText(preview ?? "") !== "")
    .map(({ title, preview = "" }) => `- ${asText(title)}: ${shorten(asText(preview), 240)}`);
  const note = turn.block("note");
  return { text: [lead, ...lines, ...(note === "" ? [] : [note])].join("\n") };
}

/** Tools that change nothing: an unknown mission is no reason to act on the world. */
function harmlessTools(turn: Turn): string[] {
  return listIn(turn, "tools")
    .filter(
      ({ sideEffects, tags }) => sideEffects === "none" || (sideEffects === "read" && !isSimulated(tags)),
    )
    .map((tool) => String(tool.name));
}

function isSimulated(tags: Json | undefined): boolean {
  return Array.isArray(tags) && tags.includes("simulated");
}

/** The open tasks of the old plan. Its id tells that a task came from an earlier tail of this kind. */
function openTasks(turn: Turn): { title: string; type: string }[] {
  return listIn(turn, "remaining")
    .filter(({ id }) => stemOf(asText(id)) !== "resolve")
    .map(({ title, type }) => ({ title: withoutPlaceholders(asText(title)), type: asText(type) }));
}

function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
