import type { Api } from "./api";
import { openGate } from "./api";

const TASK = { id: "write", title: "Write the letters", input: "Write them." };

/** A run that has used up its tokens, within other limits. */
const OVER_BUDGET = {
  mission: "Write to every customer about the new terms",
  plan: {
    title: "Letters",
    tasks: [TASK, { id: "check", title: "Check the letters", input: "Check them." }],
  },
  settings: { maxTokens: 600, maxHops: 20, maxCostMicroUsd: 2_500_000, maxOutputTokens: 500 },
};

/** A run whose policy wants a person for one of its calls. */
const ASKS_FOR_CALL = {
  mission: "Ship the web application by hand",
  plan: {
    title: "Ship",
    agents: { ops: { prompt: "Ship it.", tools: ["deploy"] } },
    tasks: [
      {
        id: "ship",
        title: "Ship the release",
        agent: "ops",
        input: { tool: "deploy", args: { environment: "staging", service: "web-app", version: "1.4.0" } },
      },
    ],
  },
  settings: {
    toolPolicy: {
      rules: [{ tool: "deploy", path: "environment", operator: "=", value: "staging", effect: "ask" }],
    },
  },
};

/** A run whose agent asks a person, who may choose or say it in their own words. */
const QUESTION = {
  mission: "Set up the servers of the spring campaign",
  plan: {
    title: "Servers",
    agents: { helper: { prompt: "Find out what is needed.", tools: ["ask_human"] } },
    tasks: [
      {
        id: "region",
        title: "Choose a region",
        agent: "helper",
        input: {
          tool: "ask_human",
          args: {
            question:
              "Which region should the servers run in? Most customers of the campaign are in Portugal.",
            options: ["europe-west", "europe-south, close to the customers and a little dearer", "us-east"],
            timeoutSeconds: 86_400,
          },
        },
      },
    ],
  },
};

/** A run in which several reviewers have voted and a person decides. */
const VOTED = {
  mission: "Report on the quarter",
  plan: {
    title: "Report",
    tasks: [
      { id: "collect", title: "Collect the figures", input: "figures" },
      {
        id: "look",
        title: "Look at the figures",
        type: "planning_review",
        depends_on: ["collect"],
        review: { reviewers: ["safety", "finance", "the customer"], consensus: "majority" },
      },
      { id: "report", title: "Write the report", input: "{{results.collect}}", depends_on: ["look"] },
    ],
  },
  settings: { reviewMode: "manual" },
};

/** Plays runs up to gates that the stories of the samples do not have. */
export async function playGates(api: Api): Promise<Record<string, string>> {
  const scenes = {
    budget: await api.start(OVER_BUDGET),
    call: await api.start(ASKS_FOR_CALL),
    question: await api.start(QUESTION),
    votes: await api.start(VOTED),
  };
  for (const runId of Object.values(scenes)) await openGate(api, runId);
  return scenes;
}
