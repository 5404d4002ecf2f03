import type { Json } from "../json";
import { isLegacyForm, readLegacyTrajectory } from "./old-form";
import { isOpen } from "./step-calls";
import { type ReadTrajectory, type Trajectory, trajectory as trajectorySchema } from "./types";

/**
 * The trajectory as plain JSON: query, context, steps, summary, constraints, answer (docs/agents.md, "Trajectories as
 * JSON"). `readTrajectory` gives back an equal one.
 */
export function writeTrajectory(trajectory: Trajectory): Json {
  return JSON.parse(JSON.stringify(trajectory)) as Json;
}

/** Reads what `writeTrajectory` wrote, and older trajectories whose actions name a `next_node`. */
export function readTrajectory(value: Json): ReadTrajectory {
  if (isLegacyForm(value)) return readLegacyTrajectory(value);
  const parsed = trajectorySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `${issue?.path.join(".") || "The trajectory"}: ${issue?.message}` };
  }
  const problem = problemOf(parsed.data);
  return problem === undefined ? { ok: true, trajectory: parsed.data } : { ok: false, problem };
}

/** What the loop could never have written. */
function problemOf({ steps, summary }: Trajectory): string | undefined {
  const misplaced = steps.find(({ step }, index) => step !== index + 1);
  if (misplaced) return `steps: step ${misplaced.step} stands in the place of another.`;
  const open = steps.slice(0, -1).find(isOpen);
  if (open) return `steps: step ${open.step} has no observation, and is not the last.`;
  if (summary && summary.upToStep > steps.length) return `summary: there is no step ${summary.upToStep}.`;
  return undefined;
}
