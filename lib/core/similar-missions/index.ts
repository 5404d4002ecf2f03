import { z } from "zod";
import { hideSecrets } from "../hide-secrets";
import { FINISH_REASONS } from "../run/status";
import { cutText } from "../text";

/** Finished missions that the planner of a similar one sees at most. */
export const MAX_SIMILAR_MISSIONS = 3;
const MISSION_CHARS = 300;

/** A mission whose run has ended, as it stood when the planner of another one was shown it. */
export const similarMission = z.object({
  runId: z.string(),
  mission: z.string(),
  finishReason: z.enum(FINISH_REASONS),
  replans: z.int(),
  iterations: z.int(),
  /** In micro-dollars; null while that of a call is unknown. */
  costMicroUsd: z.number().nullable(),
  /** Its results come from the simulated model. */
  demo: z.boolean(),
});
export type SimilarMission = z.infer<typeof similarMission>;

/** A found mission as prompts and events carry it: short, and without what looks like a secret. */
export const shownMission = (found: SimilarMission): SimilarMission => ({
  ...found,
  mission: cutText(hideSecrets(found.mission), MISSION_CHARS),
});
