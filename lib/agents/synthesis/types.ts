import type { Json } from "@/lib/core/json";
import type { Feedback } from "../feedback";

export type SynthesisInput = {
  mission: string;
  task: { id: string; title: string; details: string[]; input: string };
  /** The full results of the gate's dependencies; null with a reason for one that was skipped. */
  results: { id: string; title: string; value: Json; reason?: string }[];
  /** Why the previous attempt was not accepted. */
  feedback?: Feedback;
};

/** The compressed value: JSON when the answer is JSON, otherwise text. */
export type SynthesisOutput = Json;
