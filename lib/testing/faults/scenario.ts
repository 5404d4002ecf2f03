import type { JsonObject } from "@/lib/core/json";
import { randomFrom } from "../seeds";
import { type AttemptScript, type Phase, randomPhase, type TaskDraft } from "./scenario-phase";

/**
 * A mission whose course is known from its seed alone, whatever the order in which its tasks end: a phase of tasks,
 * a turn at which the plan may change when all of them have ended, and a phase behind it.
 */
export type Scenario = {
  seed: number;
  mission: string;
  plan: JsonObject;
  settings: JsonObject;
  /** By task: what the model says in its first attempt, its second, and so on. */
  scripts: Record<string, AttemptScript[]>;
  /** What the review between the phases decides, if there is one. */
  decision?: "CONTINUE" | "REPLAN";
  /** What takes the place of the second phase when the plan is changed. */
  tail?: JsonObject;
  /** Ids of the calls that write, in order; each happens once in the run. */
  writes: string[];
  replans: number;
};

export type ScenarioOptions = {
  /** Leaves out calls whose outcome only a person can tell after a crash. */
  idempotentOnly?: boolean;
};

type TurningPoint = {
  task: TaskDraft;
  decision?: "CONTINUE" | "REPLAN";
  scripts: Phase["scripts"];
  replans: boolean;
};

const MISSION = "Carry out chaos scenario";
const IDEMPOTENT = ", every part of which may be repeated";
const TOOLS = ["world_write", "world_put", "world_read"];
const AGENTS = { worker: { prompt: "You act on the world.", tools: TOOLS } };

/** The scenario of a seed; the same seed always gives the same. */
export function randomScenario(seed: number, options: ScenarioOptions = {}): Scenario {
  const random = randomFrom(seed);
  const context = { seed, random, idempotentOnly: options.idempotentOnly ?? false };
  const first = randomPhase(context, "a", []);
  const turn = randomTurningPoint(random, first.sinks);
  const second = randomPhase(context, "b", turn ? [turn.task.id] : first.sinks);
  const tail = turn?.replans ? randomPhase(context, "t", first.sinks) : undefined;
  const tasks = [...first.tasks, ...(turn ? [turn.task] : []), ...second.tasks];
  const reached = tail ?? second;
  return {
    seed,
    mission: `${MISSION} ${seed}${context.idempotentOnly ? IDEMPOTENT : ""}.`,
    plan: { title: `Scenario ${seed}`, agents: AGENTS, tasks },
    settings: { summarizer: random() < 0.3 ? "on" : "off", maxConcurrency: 2 + Math.floor(random() * 4) },
    scripts: { ...first.scripts, ...turn?.scripts, ...reached.scripts },
    ...(turn?.decision && { decision: turn.decision }),
    ...(tail && { tail: { title: `Tail ${seed}`, agents: AGENTS, tasks: tail.tasks } }),
    writes: [...first.writes, ...reached.writes],
    replans: tail ? 1 : 0,
  };
}

/** The scenario that a mission's text names; undefined for any other mission. */
export function scenarioOfMission(mission: string): Scenario | undefined {
  const seed = new RegExp(`${MISSION} (\\d+)`).exec(mission)?.[1];
  if (seed === undefined) return;
  return randomScenario(Number(seed), { idempotentOnly: mission.includes(IDEMPOTENT) });
}

/** Nothing, a review that goes on, a review that changes the plan, or a task that fails so that it must change. */
function randomTurningPoint(random: () => number, after: string[]): TurningPoint | undefined {
  const kind = Math.floor(random() * 4);
  if (kind === 0) return;
  const task = { id: "turn", title: "Turn", dependsOn: after };
  if (kind === 1) {
    const answer = JSON.stringify({ ok: false });
    const check = { verification: '(get data/result "ok")', onVerificationFailure: "replan" };
    const scripts = { turn: [{ turns: [], answer }] };
    return { task: { ...task, agent: "worker", input: "Fail.", ...check }, scripts, replans: true };
  }
  const decision = kind === 2 ? "CONTINUE" : "REPLAN";
  const review = { focus: "Is it well?", decisionPoints: ["Is all done?"] };
  const reviewed = { ...task, type: "planning_review", review };
  return { task: reviewed, decision, scripts: {}, replans: decision === "REPLAN" };
}
