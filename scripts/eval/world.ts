import type { EffectServices } from "@/lib/engine/effects/effect";
import type { ModelCallRow } from "@/lib/engine/types";
import type { Services } from "@/lib/services/registry";
import type { Terminal } from "../mission/terminal";

/** What an evaluation is given by the one who starts it: the command, or a test. */
export type EvaluationWorld = {
  terminal: Terminal;
  signal: AbortSignal;
  /** Where the labeled sets are; those of the project where absent. */
  folder?: URL;
  /** Gives what effects of runs share, models among it, with where calls are kept, and takes it back. */
  withEffects<T>(
    use: (
      effects: EffectServices,
      services: Services,
      keepCall?: (row: ModelCallRow) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T>;
};
