import type { AttachmentNote } from "@/lib/core/attachments";
import type { Json } from "@/lib/core/json";
import type { PlanningHints } from "@/lib/core/plan/hints";
import type { Feedback } from "../feedback";

export type AgentInput = {
  mission: string;
  /** Files that came with the mission. */
  attachments?: AttachmentNote[];
  /** `input` has its placeholders filled in. */
  task: { id: string; title: string; details: string[]; input: string };
  agent: { name: string; prompt: string };
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** Why the previous attempt was not accepted. */
  feedback?: Feedback;
  /** How the agent is to go about its tools. */
  hints?: PlanningHints;
  /** Set for a model without tool calls of its own. */
  toolCalling?: "json";
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
};

/** The final answer: a JSON value when the text is one, otherwise the text. */
export type AgentOutput = Json;
