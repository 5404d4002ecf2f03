import { SAMPLE_SETTINGS } from "@/lib/core/scenarios";
import { type Api, openGate, until } from "./api";

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
            options: [
              "europe-west",
              "europe-south, close to the customers and a little more expensive",
              "us-east",
            ],
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

/** A run in a state worth a picture, by the name of the picture. */
export type Scenes = Record<string, string>;

const LONG = `Compare <b>three</b> backup strategies ${"and-a-word-without-any-end-".repeat(8)} ${"for the whole of the company, with every office and every machine in it, ".repeat(4)}`;

const REPORT = {
  mission: "Publish the quarterly report",
  plan: {
    tasks: [
      { id: "write", title: "Write the report", input: "Write it from the figures." },
      {
        id: "release",
        type: "human_review",
        title: "Release it",
        input: "May it go out?",
        depends_on: ["write"],
      },
      { id: "publish", title: "Publish it", input: "Put it on the site.", depends_on: ["release"] },
    ],
  },
};

/** Plays one run into each state that pages look different in. */
export async function playScenes(api: Api): Promise<Scenes> {
  const auto = { reviewMode: "auto" };
  const held = await api.startSample("fraud-model", { reviewHoldMs: 3_600_000 });
  const gate = await api.startSample("fraud-model", auto);
  const done = await api.startSample("fraud-model", auto);
  const failed = await api.start({ ...REPORT, settings: { replanOnFailure: false } });
  const paused = await api.startSample("staging", auto);
  const stories = {
    early: await api.startSample("auth-bug", auto),
    aborted: await api.startSample("cloud-quota", auto),
    repaired: await api.startSample("research", auto),
    replanned: await api.startSample("tail-replan", auto),
    reflected: await api.startSample("reflect", { ...SAMPLE_SETTINGS, ...auto }),
  };
  await api.command(paused, "pause");
  await openGate(api, gate);
  await api.decide(await openGate(api, done), "approve", "The figures are what we asked for.");
  await ended(api, done);
  await api.decide(await openGate(api, failed), "reject", "Not before the figures are audited.");
  await ended(api, failed);
  await openGate(api, stories.repaired);
  const { early, aborted, replanned, reflected } = stories;
  for (const runId of [early, aborted, replanned, reflected]) await ended(api, runId);
  await heldReplan(api, held);
  return { held, gate, done, failed, paused, ...stories };
}

/** A draft whose first round of comments is answered, with two comments and a question after it. */
export async function playComments(api: Api): Promise<string> {
  const mission = "Compare the two offers, then write a recommendation";
  const runId = await api.start({ mission, settings: { planApproval: true } });
  await openGate(api, runId);
  const { order } = await api.state(runId);
  const [first = "", last = ""] = [order[0], order.at(-1)];
  const field = (taskId: string, name: string) => ({ kind: "field", taskId, field: name });
  await api.comment(runId, { target: field(first, "input"), text: "Mention the delivery times." });
  await api.comment(runId, { target: field(last, "maxRetries"), text: "Twice is enough." });
  await api.comment(runId, { target: { kind: "task", taskId: first }, label: "needs_check", text: LONG });
  await api.sendComments(runId);
  await until("the next draft", async () => {
    const { planVersion, openApprovals } = await api.state(runId);
    return (planVersion === 2 && Object.keys(openApprovals).length > 0) || undefined;
  });
  await api.comment(runId, {
    target: { kind: "task", taskId: last },
    label: "clarify",
    text: "Who reads it?",
  });
  await api.comment(runId, { target: { kind: "plan" }, label: "good", text: "Short, as agreed." });
  await api.ask(runId, { target: { kind: "task", taskId: first }, text: "Why does this come first?" });
  return runId;
}

/** Drills, one of them missed and one found. Gives the id of the found one. */
export async function playDrills(api: Api): Promise<string> {
  await api.decide(await api.drill("answer_release"), "approve", "Fine");
  const found = await api.drill("control_waiver");
  await api.decide(found, "reject", "The mission asks for two people");
  return found;
}

/** A run all of whose texts are too long, and not to be trusted. */
export async function playLong(api: Api): Promise<string> {
  const tasks = [{ id: "ask", type: "human_review", title: LONG, input: LONG }];
  const runId = await api.start({ mission: LONG, plan: { tasks } });
  await openGate(api, runId);
  return runId;
}

const ENDED = new Set(["completed", "failed", "aborted", "cancelled"]);

function ended(api: Api, runId: string): Promise<true> {
  return until("the end of a run", async () => ENDED.has((await api.run(runId)).status) || undefined);
}

/** Applies what is held until that is a REPLAN, which a person could still override. */
async function heldReplan(api: Api, runId: string): Promise<void> {
  await until("a held REPLAN", async () => {
    const { tasks } = await api.state(runId);
    const held = Object.entries(tasks).find(([, task]) => task.heldUntil !== undefined);
    const decision = held?.[1].proposal?.decision;
    if (!held || decision === undefined) return undefined;
    if (decision === "REPLAN") return true;
    await api.override(runId, { taskId: held[0], decision, reason: "" });
    return undefined;
  });
}

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

/** Reads the clock, which gives something else each time, and adds up, which does not. */
const CLOCK = {
  mission: "Note when the sales report was added up",
  plan: {
    title: "Time",
    tasks: [
      { id: "clock", type: "direct", title: "Read the clock", input: "(tool/now {})" },
      { id: "sum", type: "direct", title: "Add up", input: '(tool/calculator {"expression" "2+3"})' },
    ],
  },
};

/** Plays replays that match, differ, differ by long values, and fail. */
export async function playReplays(api: Api): Promise<Record<string, string>> {
  const runId = await api.start(CLOCK);
  await until("the end of a run", async () => (await api.run(runId)).status === "completed" || undefined);
  const call = (tool: string, args: object, observation: unknown) => ({
    action: { thought: "", next_node: tool, args },
    observation,
  });
  const long = {
    value: 0,
    expression: "x".repeat(3_000),
    notes: Array.from({ length: 30 }, (_, n) => ({ n })),
  };
  const mixed = [
    call("calculator", { expression: "2+3" }, { expression: "2+3", value: 5 }),
    call("ask_human", { question: "Which region?" }, "north"),
    call("deploy", { environment: "staging", service: "web", version: "1.4.0" }, { status: "deployed" }),
    call("calculator", { expression: "98/100" }, long),
  ];
  const replays = {
    "replay-differs": await api.replay({ from: { runId, taskId: "clock", attempt: 1 } }),
    "replay-matches": await api.replay({ from: { runId, taskId: "sum", attempt: 1 } }),
    "replay-mixed": await api.replay({ title: "Quarterly figures ".repeat(10), trajectory: mixed }),
    "replay-failed": await api.replay({
      trajectory: { query: "Divide", steps: [call("calculator", { expression: "1/0" }, { value: 1 })] },
    }),
  };
  const sumId = await api.start(SUM);
  await until("the end of a run", async () => (await api.run(sumId)).status === "completed" || undefined);
  const from = { runId: sumId, taskId: "add", attempt: 1 };
  const poet = { prompt: { text: "You are a poet. ".repeat(20) } };
  const many = Array.from({ length: 50 }, (_, n) => ({
    title: `${n + 1}. ${"What do the figures of this quarter say? ".repeat((n % 4) + 1)}`,
    trajectory: { query: "Look", steps: [call("calculator", { expression: `${n}+1` }, n + 1)] },
  }));
  const models = {
    "replay-models": await api.replay({
      kind: "model",
      trajectories: [{ from }],
      settings: { variants: [{}, poet], maxCostUsd: 1, critic: {} },
    }),
    "replay-models-limit": await api.replay({
      kind: "model",
      trajectories: [{ from }],
      settings: { variants: [{}], maxCostUsd: 0.000_001 },
    }),
    "replay-models-many": await api.replay({
      kind: "model",
      title: "All questions of the quarter",
      trajectories: many,
      settings: {
        variants: [{ prompt: "current" }, poet, { prompt: { text: "Be brief." } }, { prompt: "current" }].map(
          (one) => ({ model: "current", ...one }),
        ),
        maxCostUsd: 100,
      },
    }),
  };
  const all = { ...replays, ...models };
  for (const id of Object.values(all))
    await until("the end of a replay", async () => {
      const status = await api.replayStatus(id);
      return (status !== "queued" && status !== "running") || undefined;
    });
  return all;
}

const LAYER = 6;

/** An agent that calls a tool and then answers. */
const SUM = {
  mission: "Add up what all stores of the region have sold in the quarter, week by week",
  plan: {
    title: "Sums",
    agents: { clerk: { prompt: "You add.", tools: ["calculator"] } },
    tasks: [
      {
        id: "add",
        agent: "clerk",
        title: "Add up",
        input: '{"tool": "calculator", "args": {"expression": "12*7"}}',
      },
    ],
  },
};

/** A run of so many small programs in layers, each of which reads two of the layer before; two thirds wait at a gate. */
export async function playLayers(api: Api, count: number): Promise<string> {
  const gateAt = Math.floor(count / 3 / LAYER) * LAYER;
  const above = (n: number) => {
    const first = n - (n % LAYER) - LAYER;
    return [...new Set([n % LAYER, (n * 5 + 1) % LAYER])].map((column) => `t${first + column}`);
  };
  const tasks = Array.from({ length: count }, (_, n) => {
    const dependsOn = n < LAYER ? [] : above(n);
    const title = `Part ${n + 1} of the yearly report on ${["sales", "costs", "people"][n % 3]}`;
    const gate = { type: "human_review", gate: { prompt: `May part ${n + 1} go on?` } };
    const program = { type: "direct", input: `(+ ${n} 1)` };
    return {
      id: `t${n}`,
      title,
      depends_on: dependsOn,
      ...(n >= gateAt && n < gateAt + LAYER ? gate : program),
    };
  });
  const runId = await api.start({ mission: `Write the yearly report in ${count} parts`, plan: { tasks } });
  await openGate(api, runId);
  return runId;
}
