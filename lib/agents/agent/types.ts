import type { Json } from "@/lib/core/json";
import type { Feedback } from "../feedback";

export type AgentInput = {
  mission: string;
  /** `input` has its placeholders filled in. */
  task: { id: string; title: string; details: string[]; input: string };
  agent: { name: string; prompt: string };
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** Why the previous attempt was not accepted. */
  feedback?: Feedback;
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
};

/** The final answer: a JSON value when the text is one, otherwise the text. */
export type AgentOutput = Json;
