import { isSameJson } from "../../json";
import { getOwn } from "../../own";
import { isBuiltInAgent } from "../agents";
import { isUnreadSetting, knownNames } from "../read/account";
import { idsByNumber } from "../read/edges/assign-ids";
import { demandsControl } from "../read/guards/asking";
import { TaskNames } from "../read/guards/mentions";
import { Report } from "../read/report";
import { type Agent, agent as agentSchema, type Plan, type Task } from "../schema";
import { readAgent } from "../step-text/agents";
import { objectiveOf, splitText } from "../step-text/lines";
import { indented, writeSection } from "./section";
import { type WrittenStep, writeStep } from "./step";

const STEP_ID = /^step_(0|[1-9]\d{0,7})$/;
/** With more of the text behind it this might be taken for JSON. */
const LIKE_JSON = /[[{]\s*["[{]/;

/**
 * The plan, or a tail, as Step text that `readPlan` reads back as the same plan (docs/plans.md, "Plans as text").
 * Step n is the task `step_<n>`; any other id, and all else that steps do not have by themselves, stands under a
 * label. Left out is a `review` of a task that is no planning review, a `gate` of one that is no human review.
 */
export function writePlanText(plan: Plan): string {
  const steps = numberSteps(plan);
  const numbered = idsByNumber(steps.map(({ task, number }) => ({ id: task.id, number })));
  const ids = new Set(plan.tasks.map((task) => task.id));
  const names = new TaskNames(steps);
  const known = {
    ...knownNames(plan.tasks.flatMap(({ id, title }) => [id, title])),
    isMention: (line: string) => names.inWords(line).length > 0,
  };
  const before: string[] = [];
  const references = {
    ids,
    last: () => before.slice(-1),
    before: () => before,
    resolve: (number: number) => numbered.get(number) ?? [`step_${number}`],
  };
  const lines = [...titleLines(plan.title), ...objectiveLines(plan.objective)];
  for (const [name, agent] of describedAgents(plan)) lines.push("", ...agentLines(name, agent));
  for (const step of steps) {
    lines.push("", ...writeStep(step, references, known));
    before.push(step.task.id);
  }
  return `${lines.join("\n")}\n`;
}

/** Each task with its number, which grows: its own where its id has one that is larger than all before, else the next. */
function numberSteps(plan: Plan): WrittenStep[] {
  const seen = new Set<string>();
  const twice = new Set(plan.tasks.map(({ id }) => id).filter((id) => seen.size === seen.add(id).size));
  let last = 0;
  const introduced = new Set(describedAgents(plan).map(([name]) => name));
  return plan.tasks.map((task, index) => {
    const own = Number(STEP_ID.exec(task.id)?.[1] ?? 0);
    const isOwn = own > last || (index === 0 && task.id === "step_0");
    last = isOwn && !twice.has(task.id) ? own : Math.max(last, twice.has(task.id) ? own : 0) + 1;
    return { task, number: last, tools: toolsToName(task, plan, introduced) };
  });
}

/** An agent that is nothing but its tools is introduced by the first step that names it. */
function toolsToName(task: Task, plan: Plan, introduced: Set<string>): readonly string[] {
  if (introduced.has(task.agent) || isBuiltInAgent(task.agent)) return [];
  introduced.add(task.agent);
  return getOwn(plan.agents, task.agent)?.tools ?? [];
}

/** The agents that the steps alone would not describe. */
function describedAgents({ agents, tasks }: Plan): [string, Agent][] {
  const named = new Set(tasks.map((task) => task.agent));
  return Object.entries(agents).filter(
    ([name, agent]) =>
      isBuiltInAgent(name) ||
      !named.has(name) ||
      !isSameJson(agent, agentSchema.parse({ tools: agent.tools })) ||
      new Set(agent.tools).size < agent.tools.length,
  );
}

function titleLines(title: string): string[] {
  const plain = `PLAN: ${title}`;
  const isPlain =
    title !== "" && !LIKE_JSON.test(title) && !/[\r\n]/.test(title) && splitText(plain).title === title;
  return isPlain ? [plain] : ["PLAN:", `Title: ${JSON.stringify(title)}`];
}

function objectiveLines(objective: string | undefined): string[] {
  if (objective === undefined) return [];
  const plain = `Objective: ${objective}`;
  const { preamble, steps, agents } = splitText(["PLAN: A", plain, "Step 1: B"].join("\n"));
  const isPlain = steps.length === 1 && agents.length === 0 && objectiveOf(preamble) === objective;
  return isPlain &&
    !LIKE_JSON.test(objective) &&
    !preamble.some((line) => demandsControl(line) || isUnreadSetting(line))
    ? [plain]
    : [`Objective: ${JSON.stringify(objective)}`];
}

function agentLines(name: string, agent: Agent): string[] {
  const head = `Agent ${JSON.stringify(name)}:`;
  const {
    prompt,
    tools,
    model,
    maxTurns,
    hopBudget,
    deadlineMs,
    tokenBudget,
    costBudgetUsd,
    maxParallel,
    hints,
    examples,
    policy,
    reflection,
  } = agent;
  const rest = [
    ...(tools.length === 0 ? [] : writeSection("tools", tools, "agent")),
    ...(model === undefined ? [] : writeSection("model", model, "agent")),
    ...(maxTurns === undefined ? [] : writeSection("maxTurns", maxTurns, "agent")),
    ...(hopBudget === undefined ? [] : writeSection("hopBudget", hopBudget, "agent")),
    ...(deadlineMs === undefined ? [] : writeSection("deadline", deadlineMs, "agent")),
    ...(tokenBudget === undefined ? [] : writeSection("tokenBudget", tokenBudget, "agent")),
    ...(costBudgetUsd === undefined ? [] : writeSection("costBudget", costBudgetUsd, "agent")),
    ...(maxParallel === undefined ? [] : writeSection("maxParallel", maxParallel, "agent")),
    ...(hints === undefined ? [] : writeSection("hints", hints, "agent")),
    ...(examples === undefined ? [] : writeSection("examples", examples, "agent")),
    ...(policy === undefined ? [] : writeSection("policy", policy, "agent")),
    ...(reflection === undefined ? [] : writeSection("reflection", reflection, "agent")),
  ];
  if (prompt === "") return [head, ...rest];
  const readsBack = (lines: readonly string[]) => {
    const { agents, steps, preamble } = splitText(["PLAN: A", ...lines, "Step 1: B"].join("\n"));
    const [block] = agents;
    const inside = agents.length === 1 && steps.length === 1 && preamble.length === 0;
    const report = new Report();
    return inside && block !== undefined && isSameJson(readAgent(block, report), agent) && report.isClean;
  };
  const forms = [[`${head} ${prompt}`], [head, ...indented(prompt)]].map((first) => [...first, ...rest]);
  const plain = LIKE_JSON.test(prompt) ? undefined : forms.find(readsBack);
  return plain ?? [`${head} ${JSON.stringify(prompt)}`, ...rest];
}
