import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json } from "@/lib/core/json";
import { outputJsonSchema } from "@/lib/core/plan";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { ServiceContext } from "../context";

/** Verbs of a human gate whose value becomes the task's result. */
const BRINGS_RESULT: ReadonlySet<string> = new Set(["edit", "respond"]);

/**
 * Holds what a person puts in place of a shown value against the gate's form (for an answer) and the task's output
 * schema. Throws `invalid_input` with one issue for each fault (docs/engine.md, "Forms").
 */
export function checkValue(
  ctx: Pick<ServiceContext, "schemas">,
  state: Readonly<RunState>,
  { kind, status, taskId = "" }: ApprovalState,
  verb: string,
  value: Json | undefined,
): void {
  const spec = state.tasks[taskId]?.spec;
  if (kind !== "human_review" || status !== "open" || !spec || value === undefined) return;
  if (!BRINGS_RESULT.has(verb)) return;
  const schemas = [verb === "respond" ? spec.gate?.form : undefined, outputJsonSchema(spec)];
  const lines = schemas.flatMap((schema) => (schema ? ctx.schemas.mismatches(schema, value) : []));
  const [first] = lines;
  if (first === undefined) return;
  const issues = [...new Set(lines)].map((line) => {
    const [path = "", ...rest] = line.split(": ");
    return { path: path === "(root)" ? "" : path, message: rest.join(": ") };
  });
  throw new DomainFailure(domainError("invalid_input", `The value does not fit. ${first}`, { issues }));
}
