import type { Example } from "./form";
import type { ExampleHindrance } from "./hindrances";
import type { ExampleProblem } from "./problems";
import type { ExampleKind, ExampleSource } from "./words";

/** An example that fits, as it is found. */
export type FoundExample = { id: string; version: number; example: Example };

/** Whom examples are for: which tools it is offered, and whether only simulated models see its prompt. */
export type ExampleReader = {
  workspaceId: string;
  kind: ExampleKind;
  tools: readonly string[];
  demo: boolean;
};

/** The run, and of an agent's example the attempt, that it was promoted from; `mission` is null when the run is gone. */
export type ExampleOrigin = {
  runId: string;
  mission: string | null;
  taskId: string | null;
  attempt: number | null;
};

/** An example as lists show it. */
export type ExampleView = {
  id: string;
  version: number;
  kind: ExampleKind;
  /** What was asked: the query of an agent, or the mission of a plan. */
  question: string;
  note: string | null;
  /** Tools that it calls or gives; it is shown where all of them are on offer. */
  tools: string[];
  /** About how many tokens of a prompt it takes. */
  tokens: number;
  enabled: boolean;
  source: ExampleSource;
  /** From a run of the simulated model: only simulated models are shown it. */
  demo: boolean;
  /** Who wrote this version. */
  author: string;
  origin: ExampleOrigin | null;
  createdAt: number;
  updatedAt: number;
  /** How many prompts carried it. */
  uses: number;
};

/** One version of an example: whether it was on, who made it and when. */
export type ExampleVersion = Pick<ExampleView, "version" | "enabled" | "author"> & {
  at: number;
  example: Example;
};

/** A piece of work whose prompt carried an example; the task is null for a plan. */
export type ExampleUse = {
  runId: string;
  mission: string | null;
  role: ExampleKind;
  taskId: string | null;
  attempt: number | null;
  version: number;
  at: number;
};

/** An example with what it says, its versions, newest first, and the prompts that carried it. */
export type ExampleDetail = ExampleView & {
  example: Example;
  versions: ExampleVersion[];
  usedBy: ExampleUse[];
  /** Why no prompt carries it as things are; empty where nothing keeps it out. */
  hindrances: ExampleHindrance[];
};

/** What a promoted run or attempt would be as an example, and what has to be changed before it can be kept. */
export type ExampleDraft = { example: Example; problems: ExampleProblem[]; demo: boolean };
