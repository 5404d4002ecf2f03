import type { TaskType } from "../plan/words";
import type { Range } from "./range";

/** What one ended task of an earlier run took, all its attempts, checks and reviews together. */
export type TaskSample = {
  type: TaskType;
  /** The model that did it; null where none did. */
  model: string | null;
  /** The tools that its agent had. Agents' names are made up with each plan, and say nothing. */
  tools: readonly string[];
  /** Null where the cost of one of its calls is unknown. */
  microUsd: number | null;
  ms: number;
  /** Calls of tools that change something outside. */
  writes: number;
  /** Calls by tool. */
  toolCalls: Readonly<Record<string, number>>;
};

/** What a role took in one run outside of tasks: planner, answer and the like. */
export type RoleSample = { role: string; model: string; microUsd: number | null; ms: number };

/** What the last finished runs took; `runs` is how many they are. Simulated runs have a history of their own. */
export type History = { runs: number; tasks: readonly TaskSample[]; roles: readonly RoleSample[] };

/** `no_price`: there is history, but what its model costs is unknown. */
export type Unknown = "no_history" | "no_price";

/** What one task is expected to take; time is without waiting for people. */
export type TaskEstimate = {
  /** How many earlier tasks it rests on. */
  n: number;
  microUsd: Range | Unknown;
  ms: Range | Unknown;
  writes: Range | Unknown;
  /** What its tools charge for themselves, by their own hints; expected, and no money of models. */
  toolMicroUsd: number;
};

/** What a role outside of tasks is expected to take in the rest of the run; `share` of earlier runs had it. */
export type RoleEstimate = { role: string; share: number; microUsd: Range | Unknown; ms: Range };

/** A forecast as it is stored with a plan version: each task by the number of its estimate. */
export type PlanForecast = {
  demo: boolean;
  runs: number;
  estimates: TaskEstimate[];
  tasks: Record<string, number>;
  roles: RoleEstimate[];
};

/** A sum over what is known, and of how many of the tasks it is not. */
export type Estimate = Range & {
  unknown: number;
  unpriced: number;
  tasks: number;
  /** Roles around the tasks of which it is not known, too; one at least where there is too little history of any. */
  unknownRoles: number;
};

/** What is expected until the run ends: micro-dollars of models, milliseconds without waiting for people, writing calls. */
export type Forecast = {
  money: Estimate;
  time: Estimate;
  writes: Estimate;
  toolMicroUsd: number;
  /** By the history of simulated runs. */
  demo: boolean;
  /** How many earlier runs it rests on. */
  runs: number;
};
