import type { JsonObject } from "@/lib/core/json";
import { FINDING_SEVERITIES, MODEL_FINDINGS } from "@/lib/core/plan/critic-types";
import { closed, orNull } from "../strict-schema";

const text: JsonObject = { type: "string" };

/** The critic's structured answer. */
export const CRITIC_ANSWER: JsonObject = closed({
  findings: {
    type: "array",
    items: closed({
      code: { type: "string", enum: [...MODEL_FINDINGS] },
      severity: { type: "string", enum: [...FINDING_SEVERITIES] },
      taskId: orNull(text),
      message: text,
      recommendation: text,
    }),
  },
});
