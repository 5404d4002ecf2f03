import type { ReplayKind } from "@/lib/core/replay/words";
import { performModelReplay } from "./model/perform";
import type { ReplayPerformer } from "./performer";
import { performToolReplay } from "./tool/perform";

/** Who performs which kind of replay. */
export const PERFORMERS: Partial<Record<ReplayKind, ReplayPerformer>> = {
  tool: performToolReplay,
  model: performModelReplay,
};
