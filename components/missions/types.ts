import type { RunSettings } from "@/lib/core/run/settings";
import type { ProblemFacts } from "../ui/problem";

/** What a start came to when it did not lead to a run's page. */
export type StartOutcome = { problem?: ProblemFacts };

/** Everything a person may say about a run before it starts. */
export type MissionDraft = {
  mission: string;
  /** JSON or step text; empty when a plan is to be written. */
  plan: string;
  /** The plan was brought as a file and is as it came. */
  imported?: boolean;
  reviewMode?: RunSettings["reviewMode"];
  /** Who judges a plan before it runs; below the score it is put before a person. */
  critic?: RunSettings["critic"];
  /** Shows the drafted plan to a person before it runs. */
  planApproval?: boolean;
  /** Model of every role; absent for the installation's own. */
  model?: string;
};

/** `key` names the click: the same key never starts a second run. */
export type StartMission = (input: MissionDraft & { key: string }) => Promise<StartOutcome>;
