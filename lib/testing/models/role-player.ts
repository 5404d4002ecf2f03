import { agent } from "@/lib/agents/agent";
import { answer } from "@/lib/agents/answer";
import { planner } from "@/lib/agents/planner";
import { replanner } from "@/lib/agents/replanner";
import { reviewer } from "@/lib/agents/reviewer";
import type { Role } from "@/lib/agents/role";
import type { SummarizerOutput } from "@/lib/agents/summarizer";
import { summarizer } from "@/lib/agents/summarizer";
import { synthesis } from "@/lib/agents/synthesis";
import type { Json } from "@/lib/core/json";
import { interpolate, mergeTail, type Plan, type Task, upstreamBlock, validatePlan } from "@/lib/core/plan";
import { gateOf, reviewOf } from "@/lib/core/plan/defaults";
import { taskInShort } from "@/lib/core/plan/write/json";
import type { Model, ModelMessage, ModelRequest, Tools } from "@/lib/core/ports";
import { DEFAULT_MAX_ITERATIONS } from "@/lib/core/run/replans/route-iteration";
import { previewOf } from "@/lib/core/stored-value";
import { toolContext } from "../tools/tool-context";

/** What happened when a mission was played with the roles alone, one task after the other. */
export type PlayedMission = {
  /** Every plan that held, the first one first. */
  plans: Plan[];
  results: Map<string, Json>;
  decisions: { taskId: string; decision: string; answers: string[] }[];
  /** What people were asked; each said yes. */
  gates: string[];
  /** Tool calls in their order, as a reviewer reads them. */
  calls: string[];
  /** One for each time that the plan was carried out; while something is missing, the planner adds it. */
  summaries: SummarizerOutput[];
  answer: string;
};

const MAX_TURNS = 8;

/** Plays a mission through planner, agents, gates, reviewers and answer, without an engine or a database. */
export async function playMission(
  mission: string,
  { model, modelId, toolbox, plan }: { model: Model; modelId: string; toolbox: Tools; plan?: Plan },
): Promise<PlayedMission> {
  const player = new RolePlayer(mission, model, modelId, toolbox);
  return player.play(plan);
}

class RolePlayer {
  private readonly played: PlayedMission = {
    plans: [],
    results: new Map(),
    decisions: [],
    gates: [],
    calls: [],
    summaries: [],
    answer: "",
  };

  private readonly mission: string;
  private readonly model: Model;
  private readonly modelId: string;
  private readonly toolbox: Tools;

  constructor(mission: string, model: Model, modelId: string, toolbox: Tools) {
    this.mission = mission;
    this.model = model;
    this.modelId = modelId;
    this.toolbox = toolbox;
  }

  async play(given: Plan | undefined): Promise<PlayedMission> {
    const { mission, toolbox } = this;
    this.adopt(given ?? (await this.ask(planner, { mission, tools: toolbox.list() })).plan);
    for (let reason: string | undefined = ""; reason !== undefined; reason = await this.summarize()) {
      if (reason !== "") await this.iterate(reason);
      for (let task = this.next(); task; task = this.next()) {
        this.played.results.set(task.id, await this.perform(task));
      }
    }
    this.played.answer = await this.ask(answer, { mission, results: this.reportedTasks() });
    return this.played;
  }

  /** What is missing, while there are iterations left. */
  private async summarize(): Promise<string | undefined> {
    const { summaries } = this.played;
    const facts = {
      mission: this.mission,
      results: this.reportedTasks(),
      errors: [],
      evidence: [],
      history: [],
    };
    const summary = await this.ask(summarizer, facts);
    summaries.push(summary);
    return summary.needReplan && summaries.length <= DEFAULT_MAX_ITERATIONS
      ? summary.replanReason
      : undefined;
  }

  private async iterate(reason: string): Promise<void> {
    const { mission, toolbox, played } = this;
    const completed = this.endedTasks();
    const iteration = { number: played.summaries.length, reason, completed, effectsDone: [], history: [] };
    this.extend((await this.ask(planner, { mission, tools: toolbox.list(), iteration })).plan);
  }

  private get plan(): Plan {
    const plan = this.played.plans.at(-1);
    if (!plan) throw new Error("There is no plan yet");
    return plan;
  }

  private adopt(plan: Plan): void {
    const errors = validatePlan(plan, { tools: this.toolbox.list() }).filter(
      (issue) => issue.severity === "error",
    );
    if (errors.length > 0) throw new Error(errors.map((error) => error.message).join("\n"));
    this.played.plans.push(plan);
  }

  /** A new tail behind what is done, and behind the task that asks for it. */
  private extend(tail: Plan, askedBy?: string): void {
    const { results, plans } = this.played;
    const done = new Set([...results.keys(), ...(askedBy === undefined ? [] : [askedBy])]);
    const merged = mergeTail({
      current: this.plan,
      keep: done,
      usable: done,
      usedIds: new Set(plans.flatMap((plan) => plan.tasks.map(({ id }) => id))),
      lineages: new Map(),
      tail,
      version: plans.length + 1,
      ...(askedBy !== undefined && { rootsDependOn: askedBy }),
    });
    this.adopt(merged.plan);
  }

  private next(): Task | undefined {
    const { results } = this.played;
    const open = this.plan.tasks.filter((task) => !results.has(task.id));
    const ready = open.find((task) => task.dependsOn.every((id) => results.has(id)));
    if (open.length > 0 && !ready) throw new Error("No task is ready");
    return ready;
  }

  private perform(task: Task): Promise<Json> | Json {
    if (task.type === "planning_review") return this.review(task);
    if (task.type === "synthesis_gate") return this.synthesize(task);
    if (task.type === "task") return this.work(task);
    this.played.gates.push(gateOf(task).prompt);
    return "approved";
  }

  private async work(task: Task): Promise<Json> {
    const { mission, played, toolbox } = this;
    const declared = this.plan.agents[task.agent] ?? { prompt: "", tools: [] };
    const names = task.agent === "supervisor" ? toolbox.list().map((tool) => tool.name) : declared.tools;
    const { system, messages } = agent.buildPrompt({
      mission,
      task: { ...task, input: this.inputOf(task) },
      agent: { name: task.agent, prompt: declared.prompt },
      upstream: upstreamBlock(task.dependsOn, this.upstream()),
      effectsDone: played.calls,
    });
    const tools = toolbox.list().filter((tool) => names.includes(tool.name));
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const response = await this.call({ system, messages, tools });
      if (response.toolCalls.length === 0) return read(agent, response.text);
      messages.push({ role: "assistant", verbatim: response.verbatim });
      messages.push({
        role: "tool",
        results: await Promise.all(response.toolCalls.map((call) => this.use(call))),
      });
    }
    throw new Error(`"${task.id}" used up its turns`);
  }

  private async use({ callId, tool, args = null }: { callId: string; tool: string; args?: Json }) {
    this.played.calls.push(this.toolbox.summarize(tool, args));
    const context = toolContext({ idempotencyKey: callId });
    const result = await this.toolbox.run(tool, args, context);
    if (!result.ok && !("message" in result)) throw new Error(`${tool} asks a person`);
    return { callId, tool, output: result.ok ? result.output : result.message, isError: !result.ok };
  }

  private synthesize(task: Task): Promise<Json> {
    const results = this.plan.tasks
      .filter(({ id }) => task.dependsOn.includes(id))
      .map(({ id, title }) => ({ id, title, value: this.played.results.get(id) ?? null }));
    return this.ask(synthesis, {
      mission: this.mission,
      task: { ...task, input: this.inputOf(task) },
      results,
    });
  }

  private async review(task: Task): Promise<Json> {
    const { results, decisions } = this.played;
    const review = reviewOf(task);
    const under = this.plan.tasks.filter(({ id }) => review.previousTasks.includes(id));
    const decided = await this.ask(reviewer, {
      mission: this.mission,
      review,
      tasks: under.map((one) => this.taskView(one)),
      remaining: this.plan.tasks.filter(({ id }) => !results.has(id) && id !== task.id),
    });
    decisions.push({
      taskId: task.id,
      decision: decided.decision,
      answers: decided.answers.map(({ answer: said }) => said),
    });
    if (decided.decision === "REPLAN") await this.replan(task, decided.reasoning);
    return { decision: decided.decision, reasoning: decided.reasoning };
  }

  private async replan({ id: taskId }: Task, reason: string): Promise<void> {
    const { results, plans } = this.played;
    const open = this.plan.tasks.filter(({ id }) => !results.has(id) && id !== taskId);
    const written = await this.ask(replanner, {
      mission: this.mission,
      trigger: { kind: "review", taskId, reason },
      completed: this.endedTasks(),
      effectsDone: this.played.calls,
      remaining: open.map((one) => ({ ...taskInShort(one), type: one.type })),
      history: [],
      tools: this.toolbox.list(),
      version: plans.length,
    });
    if (written.kind === "plan") this.extend(written.plan, taskId);
  }

  private reportedTasks() {
    const { results } = this.played;
    return this.plan.tasks
      .filter(({ id }) => results.has(id))
      .map(({ id, title }) => ({ id, title, status: "succeeded", value: results.get(id) ?? null }));
  }

  private endedTasks() {
    const { results } = this.played;
    return this.plan.tasks
      .filter(({ id }) => results.has(id))
      .map(({ id, title }) => ({ id, title, preview: previewOf(results.get(id) ?? null) }));
  }

  private upstream() {
    return new Map([...this.played.results].map(([id, value]) => [id, { value }]));
  }

  private inputOf(task: Task): string {
    const { input } = interpolate(task.input, this.upstream(), new Set(this.plan.tasks.map(({ id }) => id)));
    return typeof input === "string" ? input : JSON.stringify(input);
  }

  private taskView({ id, title, type }: Task) {
    const result = this.played.results.get(id) ?? null;
    const text = typeof result === "string" ? result : JSON.stringify(result);
    return { id, title, type, status: "succeeded", result: text };
  }

  private async ask<Input, Output>(role: Role<Input, Output>, input: Input): Promise<Output> {
    const { output } = role;
    const response = await this.call({ ...role.buildPrompt(input), ...(output && { output }) });
    return read(role, response.text);
  }

  private call(request: Omit<ModelRequest, "modelId"> & { messages: ModelMessage[] }) {
    return this.model.call({ modelId: this.modelId, ...request }, { signal: new AbortController().signal });
  }
}

function read<Output>(role: Role<never, Output>, text: string): Output {
  const parsed = role.parse(text);
  if (!parsed.ok) throw new Error(`${role.name}: ${parsed.problem}\n${text}`);
  return parsed.value;
}
