import { formatMismatch } from "@/lib/core/describe/mismatches";
import { formatPolicyReason } from "@/lib/core/describe/policy";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Json, JsonObject } from "@/lib/core/json";
import { outputJsonSchema } from "@/lib/core/plan";
import { evaluatePolicies } from "@/lib/core/policy";
import type { ModelInfo } from "@/lib/core/ports";
import { type GateVerb, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import type { ServiceContext } from "../context";

type Checking = Pick<ServiceContext, "schemas" | "tools" | "setup">;

/**
 * Holds what a person puts in place of a shown value against what it has to be: a result against the gate's form and
 * the task's output schema, an answer against the form of the tool that asks, arguments against the tool's schema and the run's policies. Throws `invalid_input` with
 * one issue for each fault (docs/engine.md, "Forms" and "Tool calls").
 */
export function checkValue(
  ctx: Checking,
  state: Readonly<RunState>,
  gate: ApprovalState,
  verb: GateVerb,
  value: Json | undefined,
): void {
  if (gate.status !== "open" || value === undefined || verbRow(verb).needs !== "value") return;
  if (gate.kind === "human_review") checkResult(ctx, state, gate, verb, value);
  if (gate.kind === "tool_input") checkFit(ctx, [gate.pause?.form], value);
  if (gate.kind === "tool_approval") checkArguments(ctx, state, gate, value);
}

function checkResult(
  ctx: Checking,
  state: Readonly<RunState>,
  { taskId = "" }: ApprovalState,
  verb: GateVerb,
  value: Json,
): void {
  const spec = state.tasks[taskId]?.spec;
  if (!spec) return;
  checkFit(ctx, [verb === "respond" ? spec.gate?.form : undefined, outputJsonSchema(spec)], value);
}

function checkFit(ctx: Checking, schemas: readonly (JsonObject | undefined)[], value: Json): void {
  const mismatches = schemas.flatMap((schema) => (schema ? ctx.schemas.mismatches(schema, value) : []));
  const [first] = mismatches;
  if (first === undefined) return;
  // A form and a schema often ask for the same.
  const issues = [
    ...new Map(mismatches.map(({ path, message }) => [`${path}\n${message}`, { path, message }])).values(),
  ];
  const message = `The value does not fit. ${formatMismatch(first)}`;
  throw new DomainFailure(domainError("invalid_input", message, { issues }));
}

function checkArguments(
  ctx: Checking,
  state: Readonly<RunState>,
  { subject, taskId = "" }: ApprovalState,
  args: Json,
): void {
  const name = String(subject?.tool);
  const problem = ctx.tools.checkArguments(name, args) ?? denialReason(ctx, state, taskId, name, args);
  if (problem === undefined) return;
  const issues = [{ path: "", message: problem }];
  throw new DomainFailure(domainError("invalid_input", "The call cannot run like this.", { issues }));
}

function denialReason(
  ctx: Checking,
  state: Readonly<RunState>,
  taskId: string,
  name: string,
  args: Json,
): string | undefined {
  const tool = ctx.tools.find(name) ?? { name };
  const { decision, reason } = evaluatePolicies(
    policiesOfTask(state, ctx.setup.policies(), taskId),
    tool,
    args,
  );
  return decision === "deny" ? `A policy denies it. ${formatPolicyReason(reason)}` : undefined;
}

/** The models that may take the place of the one this gate is about; nothing where it is about none. */
export function alternativeModels(
  { models }: Pick<ServiceContext, "models">,
  { kind, subject }: Pick<ApprovalState, "kind" | "subject">,
): ModelInfo[] {
  if (kind !== "model_unavailable" || subject?.model === undefined) return [];
  return models.filter(({ id }) => id !== subject.model);
}

/**
 * Holds the model that a person chooses against the list of those that there are. Throws `invalid_input` with the
 * models to choose from (docs/engine.md, "When a model cannot be reached").
 */
export function checkModel(
  ctx: Pick<ServiceContext, "models">,
  gate: ApprovalState,
  verb: GateVerb,
  value: Json | undefined,
): void {
  if (gate.status !== "open" || verbRow(verb).needs !== "model") return;
  const alternatives = alternativeModels(ctx, gate).map(({ id }) => id);
  if (typeof value === "string" && alternatives.includes(value.trim())) return;
  const asked = typeof value === "string" ? `“${value}” is none of the models` : "Say which model";
  const message = `${asked} that can be asked instead: ${alternatives.join(", ") || "there is no other"}.`;
  throw new DomainFailure(domainError("invalid_input", message, { models: alternatives }));
}
