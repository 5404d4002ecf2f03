import type { ReplayAtWork } from "@/db/queries/replays/replay-work";
import type { Json, JsonObject } from "@/lib/core/json";
import type { WorkspaceSetup } from "@/lib/core/ports";
import type { ReplayStatus } from "@/lib/core/replay/words";
import type { EffectServices } from "../effects/effect";
import type { ModelCallRow, RunStore } from "../types";

/** What came of a replay; `report` of one that was stopped says how far it came. */
export type ReplayResult = { status: ReplayStatus; report?: JsonObject; failure?: JsonObject };

/** A request to a model as a replay records it. */
export type ReplayCallRow = Omit<ModelCallRow, "epoch">;

/** One replay at work, as the performer of its kind sees it. */
export type ReplayContext = Pick<EffectServices, "schemas" | "reads" | "clock" | "ids" | "log"> & {
  runStore: Pick<RunStore, "peek">;
  /** Models, tools and policies of its workspace, as they are now. */
  setup: WorkspaceSetup;
  replay: ReplayAtWork;
  /** What earlier workers kept of it, in order. */
  kept: readonly { step: number; body: Json }[];
  /** Fires when a person has ended it, its time is over, or this worker may not continue: return what there is. */
  signal: AbortSignal;
  /** Whether this worker has it still and nobody has ended it, as the store has it, with the setup of then. Never rejects. */
  mayAct(): Promise<boolean>;
  /**
   * Keeps what came of a step before the next begins, and the model calls that it took; `doneSteps` is the progress after
   * it. Throws where another worker has the replay.
   */
  keep(step: number, body: Json, doneSteps: number, calls?: readonly ReplayCallRow[]): Promise<void>;
};

/** Performs one kind of replay, from what is kept on. */
export type ReplayPerformer = (context: ReplayContext) => Promise<ReplayResult>;
