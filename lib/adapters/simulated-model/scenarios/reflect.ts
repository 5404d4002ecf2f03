import { isJsonObject, type Json } from "@/lib/core/json";
import { listIn, type PlanDraft, resultsIn, says, writePlan } from "../drafts";
import { agentBy, type ScenarioScript, type Script, type Scripts, taskIdOf } from "../script";
import { baseTaskId, pluralize } from "../text";
import type { Reply, Turn } from "../turn";

import { SERVICE, VERSION } from "./staging";
import { summarizeBy } from "./summary";
import { writeCritique } from "./template-reflection";

const MEASURE = "measure_service";

const reflectPlan: PlanDraft = {
  title: "Speed, load and servers of the application",
  agents: {
    tester: {
      prompt: "You test deployed services and report what you measured.",
      tools: ["run_tests"],
      reflection: { enabled: true },
    },
    estimator: { prompt: "You estimate what services need to run.", tools: ["estimate_resources"] },
  },
  tasks: [
    {
      id: MEASURE,
      title: "Measure speed and load",
      ...says("p95 latency", "The result gives no latency"),
      agent: "tester",
      onFailure: "retry",
      input: `Measure how fast version ${VERSION} of ${SERVICE} answers on staging, and how it bears load.`,
    },
    {
      id: "estimate_servers",
      title: "Estimate the servers",
      ...says("needs [0-9]+ server", "The result does not say how many servers are needed"),
      agent: "estimator",
      onFailure: "retry",
      input: `Estimate how many servers version ${VERSION} of ${SERVICE} needs.`,
    },
  ],
};

/** What the mission asks for, and the figure that answers it. */
const PARTS = [
  { part: "how fast it answers", figure: /p95 latency [\d.]+ ms/, ofTask: true },
  { part: "how it bears load", figure: /\d+ requests a minute/, ofTask: true },
  { part: "how many servers it needs", figure: /\d+ servers?/, ofTask: false },
] as const;

/** An agent forgets the load, and the answer the servers: critics notice, and both are rewritten. */
export const reflect: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(reflectPlan, turn) }),
  agent: agentBy({
    [MEASURE]: measure,
    estimate_servers: () => ({
      opening: `I estimate what ${SERVICE} ${VERSION} needs.`,
      rounds: () => [[{ tool: "estimate_resources", args: { service: SERVICE, version: VERSION } }]],
      result: ([out = {}]) =>
        `${SERVICE} ${VERSION} needs ${pluralize(out.servers, "server")} with ${out.cpus} CPUs in all at its expected load.`,
    }),
  } satisfies Scripts),
  critique: playCritique,
  revision: playRevision,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

/** The smoke tests come to mind first; what bears load is measured when a critic asks for it. */
function measure({ critiques }: Turn): Script {
  const run = (suite: string) => ({
    tool: "run_tests",
    args: { suite, environment: "staging", version: VERSION },
  });
  return {
    opening:
      critiques.length === 0 ? "I measure how fast it answers." : "The load is missing: I measure it too.",
    rounds: () => (critiques.length === 0 ? [[run("smoke")]] : [[run("smoke")], [run("load")]]),
    result: ([smoke = {}, load]) => {
      const fast = `${SERVICE} ${VERSION} on staging: p95 latency ${smoke.p95LatencyMs} ms, ${smoke.errorRatePercent} % errors.`;
      if (!load) return fast;
      return `${fast} Under load: ${load.passed}/${load.total} tests passed at ${load.requestsPerMinute} requests a minute, ${load.errorRatePercent} % errors.`;
    },
  };
}

/** Scores an answer by the parts of the question that it answers with the figures that were found. */
function playCritique(turn: Turn): Reply | undefined {
  const answer = turn.block("answer");
  const isOfTask = turn.json("task") !== undefined;
  if (isOfTask && baseTaskId(taskIdOf(turn)) !== MEASURE) return;
  const asked = PARTS.filter(({ ofTask }) => ofTask || !isOfTask);
  const found = listIn(turn, "results").map(({ title = "", value = null }) => ({
    title,
    text: textOf(value),
  }));
  const missing = asked.filter(({ figure }) => !figureIn(found, figure).some((one) => answer.includes(one)));
  const score = 0.35 + (0.6 * (asked.length - missing.length)) / asked.length;
  return writeCritique({
    score: Math.round(score * 100) / 100,
    feedback: `${asked.length - missing.length} of ${asked.length} parts of the question are answered.`,
    issues: missing.map(({ part }) => `It does not say ${part}.`),
    suggestions: missing.map(({ figure }) => {
      const source = found.find(({ text }) => figure.test(text));
      return source
        ? `Take it from the result of “${textOf(source.title)}”: ${figure.exec(source.text)?.[0]}.`
        : "Measure it with the load suite, and give the numbers.";
    }),
  });

  /** What an answer has to hold: the figures of the results, or for an agent any that it gives. */
  function figureIn(results: typeof found, figure: RegExp): string[] {
    const known = results.flatMap(({ text }) => figure.exec(text) ?? []);
    return known.length > 0 ? known : [...(figure.exec(answer) ?? [])];
  }
}

/** The whole answer, with every result that there is. */
function playRevision(turn: Turn): Reply {
  const lines = doneIn(turn).map(({ text }) => `- ${text}`);
  return { text: ["It is known how the application stands:", ...lines, ...notes(turn)].join("\n") };
}

/** What comes to mind first: what was measured, and nothing of the servers. */
function playAnswer(turn: Turn): Reply | undefined {
  const measured = doneIn(turn).find(({ id }) => baseTaskId(id) === MEASURE);
  if (!measured) return;
  return {
    text: ["The application was measured on staging.", `- ${measured.text}`, ...notes(turn)].join("\n"),
  };
}

const doneIn = (turn: Turn) => resultsIn(turn).filter(({ status }) => status === "succeeded");
const notes = (turn: Turn): string[] => [turn.block("note")].filter((note) => note !== "");
const textOf = (value: Json): string =>
  typeof value === "string" ? value : isJsonObject(value) ? JSON.stringify(value) : String(value);
