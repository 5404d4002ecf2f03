import { formatPolicyReason } from "@/lib/core/describe/policy";
import { formatMismatch } from "@/lib/core/describe/replays/mismatches";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { canonicalJson, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { outputJsonSchema } from "@/lib/core/plan";
import { evaluatePolicies } from "@/lib/core/policy";
import type { ModelInfo } from "@/lib/core/ports";
import {
  EXCERPT_CHARS,
  type GivenItem,
  hasRejected,
  type ItemVerdict,
  listShown,
  withoutRejected,
} from "@/lib/core/run/gates/items";
import { type GateVerb, isBinding, type TypedVerb, verbAmong, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import { previewOf } from "@/lib/core/stored-value";
import type { ServiceContext } from "../context";
import { resolveValues } from "../runs/resolve-values";

/** The gate's own spelling of a verb, whatever its case. Throws `invalid_input` for one that it does not offer. */
export function offeredVerb(offered: readonly GateVerb[], asked: TypedVerb): GateVerb {
  const verb = verbAmong(offered, asked);
  if (verb) return verb;
  const message = `This gate does not offer “${asked}”. It offers: ${offered.join(", ")}.`;
  throw new DomainFailure(domainError("invalid_input", message, { verbs: [...offered] }));
}

/**
 * Who lets something pass, or says what becomes of a call, names what they were shown: without a digest a gate would pass
 * whatever it shows now (docs/engine.md, "Gates"). Throws `invalid_input`, which says where the digest stands.
 */
export function requireSeen(
  verb: GateVerb,
  digest: string | undefined,
  where = "the gate has it as `digest`",
): void {
  if (digest === undefined && isBinding(verb))
    throw invalidInput(`Send the digest of what you were shown: ${where}.`);
}

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
  const spec = getOwn(state.tasks, taskId)?.spec;
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

type Given = { verb: TypedVerb; value?: Json | undefined; items?: GivenItem[] | undefined };

/**
 * Verdicts on the items of the list that a gate shows, with the words of each; `value` is the list without those that were
 * rejected, where `edit` brings no other. Undefined where none were given, and for a gate that is closed.
 * Throws `invalid_input` where there is no such list, or one of another length (docs/engine.md, "Verdicts on items").
 */
export async function itemsOf(
  ctx: ServiceContext,
  gate: ApprovalState,
  { verb, value, items: given }: Given,
): Promise<{ stored: ItemVerdict[]; value?: { value: Json } } | undefined> {
  if (!given || gate.status !== "open") return;
  const shown = gate.shown && (await resolveValues(ctx, [gate.shown]))(gate.shown);
  return verdictsOn(gate, shown, { verb, value, items: given });
}

/** The same with what the gate shows; undefined where no verdicts were given. Throws as `itemsOf` does. */
export function verdictsOn(
  gate: ApprovalState,
  shown: Json | undefined,
  { verb, value, items: given }: Given,
): { stored: ItemVerdict[]; value?: { value: Json } } | undefined {
  if (!given) return;
  const list = listShown(gate, shown);
  if (!list || shown === undefined)
    throw new DomainFailure(domainError("invalid_input", "This gate shows no list to judge by items."));
  const { items } = list;
  if (given.length !== items.length) {
    const message = `The list has ${items.length} items, and ${given.length} verdicts were given.`;
    throw new DomainFailure(domainError("invalid_input", message, { items: items.length }));
  }
  const stored = given.map((one, n) => ({ ...one, excerpt: previewOf(items[n] as Json, EXCERPT_CHARS) }));
  if (verb !== "edit" || !hasRejected(given)) return { stored };
  const rest = withoutRejected(shown, list, given);
  if (value === undefined) return { stored, value: { value: rest } };
  // What an agent hears was left out of its call has to be what the call goes without.
  if (gate.kind === "tool_approval" && canonicalJson(value) !== canonicalJson(rest)) {
    const message =
      "The value is not the arguments without the rejected items. Leave it out, or the verdicts.";
    throw new DomainFailure(domainError("invalid_input", message));
  }
  return { stored };
}
