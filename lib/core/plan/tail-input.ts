import type { Lineages } from "./lineage";
import type { AtWork } from "./said-again";
import type { Plan } from "./schema";

export type TailInput = {
  current: Plan;
  /** Ids of tasks that stay as they are: finished or still running. */
  keep: ReadonlySet<string>;
  /** Ids that a new task may depend on: succeeded, skipped or running. */
  usable: ReadonlySet<string>;
  /** Every task id the run ever had. */
  usedIds: ReadonlySet<string>;
  /** The lineages of these ids; one without an entry is its own. */
  lineages: Lineages;
  tail: Plan;
  /** Of the kept tasks those that are at work. */
  atWork?: AtWork;
  /** Number of the version that this will be. */
  version: number;
  /** What tail tasks without dependencies wait for: the review that asked for the new tail. */
  rootsDependOn?: string;
  /** The task whose failure caused the replan; its lineage continues in the tail. */
  failedTaskId?: string;
};

/** Why a part of a tail was given another name than it was written under. */
export const RENAME_CAUSES = ["agent_in_use", "used_before", "other_work", "no_result"] as const;
export type RenameCause = (typeof RENAME_CAUSES)[number];

export type Renamed = { what: "task" | "agent"; from: string; to: string; why: RenameCause };
