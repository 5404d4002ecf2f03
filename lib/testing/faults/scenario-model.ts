import { isJsonObject, type Json } from "@/lib/core/json";
import { readBlock, readJsonBlock, readRole } from "@/lib/core/prompt-blocks";
import type { Reply, WireRequest } from "../wire/reply";
import { type Scenario, scenarioOfMission } from "./scenario";

const REASONING = {
  reasoning: "The mission asks for it.",
  expectedOutcome: "It is done.",
  alternatives: [],
  confidence: 0.9,
};
// A scenario's course is known from its seed: nothing of it changes on the way.
const REFINEMENT = { needed: false, modify: [], add: [], skip: [], summary: "The plan still fits." };
const SELF_CRITIQUE = {
  wasBestApproach: false,
  mistakes: ["Parts were changed before they were looked at."],
  simplerAlternatives: [],
  expertAdvice: "Look first.",
  selfRating: 0.6,
};
const ASSESSMENT = {
  goalAchieved: "yes",
  efficiency: 0.8,
  unnecessaryTasks: [],
  workedWell: ["All parts were carried out."],
  improvements: ["Fewer tasks would have done."],
  lesson: "Read the world before writing to it.",
};
const USAGE = { inputTokens: 100, outputTokens: 10 };

/**
 * What the model of the scenarios answers over the wire. It goes by the request alone and remembers nothing, so a
 * call that is repeated after a crash gets the same answer. Throws for requests that no scenario foresees.
 */
export function playScenarios({ body }: Pick<WireRequest, "body">): Reply {
  const messages = (Array.isArray(body.messages) ? body.messages : []).filter(isJsonObject);
  const system = textOf(messages.find(({ role }) => role === "system")?.content);
  const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
  const scenario = scenarioOfMission(readBlock(prompt, "mission") ?? "");
  if (!scenario) throw new Error("This request belongs to no scenario");
  const role = readRole(system);
  const answered = messages.filter(({ role }) => role === "assistant").length;
  if (role === "agent" || role === "synthesis") return playTask(scenario, prompt, answered);
  return { kind: "answer", usage: USAGE, text: answerOf(scenario, role) };
}

function answerOf(scenario: Scenario, role: string | undefined): string {
  if (role === "reviewer") return JSON.stringify(decisionOf(scenario));
  // A person's plan would keep its checks: a tail that drops one asks.
  if (role === "planner") return JSON.stringify(scenario.plan);
  if (role === "replanner") return JSON.stringify(scenario.tail);
  if (role === "reasoner") return JSON.stringify(REASONING);
  if (role === "refiner") return JSON.stringify(REFINEMENT);
  if (role === "self_critic") return JSON.stringify(SELF_CRITIQUE);
  if (role === "retrospective") return JSON.stringify(ASSESSMENT);
  if (role === "answer") return `Scenario ${scenario.seed} is carried out.`;
  if (role !== "summarizer") throw new Error(`No scenario has the role ${role}`);
  return JSON.stringify({
    finalAnswer: `Scenario ${scenario.seed} is carried out.`,
    qualityScore: 0.9,
    qualityReasoning: "All that can be done is done.",
    needReplan: false,
    replanReason: null,
    usedEvidence: [],
  });
}

function playTask(scenario: Scenario, prompt: string, answered: number): Reply {
  const task = readJsonBlock(prompt, "task");
  const taskId = isJsonObject(task) ? String(task.id) : "";
  const attempt = Number(/attempt (\d+)/.exec(readBlock(prompt, "feedback") ?? "")?.[1] ?? 1);
  const script = scenario.scripts[taskId]?.[attempt - 1];
  if (!script) throw new Error(`Scenario ${scenario.seed} has no attempt ${attempt} of ${taskId}`);
  const calls = script.turns[answered];
  if (!calls) return { kind: "answer", usage: USAGE, text: script.answer };
  const toolCalls = calls.map(({ tool, args }, n) => ({
    id: `call_${taskId}_${attempt}_${answered}_${n}`,
    tool,
    args,
  }));
  return { kind: "answer", usage: USAGE, toolCalls };
}

function decisionOf({ decision, tail }: Scenario): Json {
  const answers = [{ question: "Is all done?", answer: "yes", evidence: "The results say so." }];
  const agents = Object.entries((tail?.agents ?? {}) as Record<string, object>);
  const updatedPlan = tail ? { ...tail, agents: agents.map(([name, agent]) => ({ name, ...agent })) } : null;
  return {
    decision: decision ?? "none",
    reasoning: "As the scenario says.",
    conditions: [],
    answers,
    updatedPlan,
  };
}

/** A message's content is a text, or a list of parts of which some have text. */
function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isJsonObject(part) ? String(part.text ?? "") : "")).join("");
}
