import { listIn, type PlanDraft, resultsIn, says, writePlan } from "../drafts";
import { agentBy, type ScenarioScript, type Scripts } from "../script";
import { placedResults, versionIn } from "../text";
import type { Reply, Turn } from "../turn";
import { summarizeBy } from "./summary";

const SERVICE = "auth-service";
/** The version that the plan takes for the running one; it has been replaced since. */
const ASSUMED = "2.2.9";

const readLogs = (version: string): string =>
  `Count the logins of version ${version} of ${SERVICE}, and how many of them failed. Found before: {{results.find_versions}}`;

const refinePlan: PlanDraft = {
  title: "How logins are doing",
  agents: {
    analyst: {
      prompt: "You find out how services are doing. Count before you conclude, and name versions exactly.",
      tools: ["list_deployments", "read_logs"],
    },
  },
  tasks: [
    {
      id: "find_versions",
      title: "Find the running version",
      ...says("runs now", "The result does not say which version runs"),
      agent: "analyst",
      onFailure: "retry",
      input: `See which version of ${SERVICE} runs in production, and which ran before.`,
    },
    {
      id: "read_logs",
      title: "Count failed logins",
      ...says("logins failed", "The result does not say how many logins failed"),
      agent: "analyst",
      onFailure: "retry",
      input: readLogs(ASSUMED),
      dependsOn: ["find_versions"],
    },
    {
      id: "report",
      title: "Write the report",
      ...says("logins failed", "The report does not say how many logins failed"),
      input: "Report how logins are doing: {{results.read_logs}}",
      dependsOn: ["read_logs"],
    },
    {
      id: "plan_rollback",
      title: "Prepare a rollback",
      ...says("version", "The result names no version"),
      input: `Write down how to bring back the version before, in case logins of ${SERVICE} fail: {{results.report}}`,
      dependsOn: ["report"],
    },
  ],
};

const scripts: Scripts = {
  find_versions: () => ({
    opening: `I look which versions of ${SERVICE} ran lately.`,
    rounds: () => [[{ tool: "list_deployments", args: { environment: "production", service: SERVICE } }]],
    result: ([out = {}]) =>
      `${SERVICE} ${out.running} runs now, for ${out.runningForHours} hours. Version ${out.previous} ran before.`,
  }),
  read_logs: countLogins,
  read_logs_before: countLogins,
  report: (turn) => ({
    opening: "",
    rounds: () => [],
    result: () => placedResults(turn.block("input")).join("\n"),
  }),
};

/** Counts the logins of the version that the input asks for, whatever was found before. */
function countLogins(turn: Turn) {
  const [asked = ""] = turn.block("input").split("<result");
  const version = versionIn(asked) ?? ASSUMED;
  return {
    opening: `I read the logs of ${version}.`,
    rounds: () => [[{ tool: "read_logs", args: { service: SERVICE, version } }]],
    result: ([out = {}]: { [key: string]: unknown }[]) =>
      `${out.version}: ${out.failed} of ${out.logins} logins failed.`,
  };
}

/** The plan takes an old version for the running one; once that is known, the rest is put right, and then needs less. */
export const refine: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(refinePlan, turn) }),
  agent: agentBy(scripts),
  refiner: playRefiner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

function playRefiner(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").map(({ id, value }) => [String(id), String(value)] as const);
  const found = results.find(([id]) => id === "find_versions")?.[1] ?? "";
  const [running, before] = found.match(/\d+\.\d+\.\d+/g) ?? [];
  if (running !== undefined && before !== undefined)
    return { text: JSON.stringify(putRight(running, before)) };
  const reported = results.find(([id]) => id === "report")?.[1] ?? "";
  if (!/^\S+: 0 of \d+ logins failed/.test(reported)) return;
  const reason = "No login fails with the version that runs.";
  const skip = [{ taskId: "plan_rollback", reason }];
  return { text: JSON.stringify({ needed: true, skip, summary: "There is nothing to roll back." }) };
}

function putRight(running: string, before: string) {
  const reason = `Version ${running} runs, not ${ASSUMED}.`;
  const report =
    "Report how logins are doing, and how they did before: {{results.read_logs}} {{results.read_logs_before}}";
  const task = {
    id: "read_logs_before",
    title: "Count failed logins before",
    agent: "analyst",
    input: readLogs(before),
    ...says("logins failed", "The result does not say how many logins failed"),
  };
  return {
    needed: true,
    modify: [
      { taskId: "read_logs", input: readLogs(running), reason },
      {
        taskId: "report",
        input: report,
        reason: "Only beside the version before does the count say something.",
      },
    ],
    add: [{ task, after: ["find_versions"], reason: `Version ${before} ran before.` }],
    summary: `The plan took ${ASSUMED} for the running version.`,
  };
}

function playAnswer(turn: Turn): Reply | undefined {
  const report = resultsIn(turn).find(({ id, status }) => id === "report" && status === "succeeded");
  if (!report) return;
  const lines = report.text.split("\n");
  const note = turn.block("note");
  return {
    text: [
      `Logins of ${SERVICE}, by version:`,
      ...lines.map((line) => `- ${line}`),
      ...(note === "" ? [] : [note]),
    ].join("\n"),
  };
}
