import type { Json } from "@/lib/core/json";
import type { QualityVerdict } from "@/lib/core/run/events/checks";

export type QualityGateInput = {
  mission: string;
  task: { id: string; title: string; details: string[]; input: string };
  /** The results that the task builds on; null with a reason for one that there is not. */
  results: { id: string; title: string; value: Json; reason?: string }[];
};

export type QualityGateOutput = Exclude<QualityVerdict, { outcome: "error" }>;
