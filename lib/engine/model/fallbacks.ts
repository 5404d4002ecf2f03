import type { Model, ModelFailureCode } from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { EffectContext } from "../effects/effect";
import { chooseModel, isNamed } from "./choose-model";

/** A model that work is under way with, and those that follow when it cannot be reached. */
export type Serving = {
  /** In the order in which they are asked; the first is the one that is wanted. */
  models: readonly string[];
  at: number;
  /** How the ones before it failed, as far as it is known. */
  failures: readonly FollowedFailure[];
};

type ServingFailure = { code: string; retryAfterMs?: number };
type FollowedFailure = ServingFailure & { code: ModelFailureCode };

/** Another model has a chance where this one failed so; one that refuses a request or an answer says something of them. */
const FOLLOWED: ReadonlySet<string> = new Set<ModelFailureCode>([
  "rate_limited",
  "unavailable",
  "timeout",
  "cut_stream",
  "unreadable_answer",
  "unknown_model",
  "quota",
  "auth",
]);
/** Failures that pass: a person need not be asked yet. */
const PASSING: ReadonlySet<string> = new Set<ModelFailureCode>([
  "rate_limited",
  "unavailable",
  "timeout",
  "cut_stream",
]);
/** For how long a model that failed is passed over, unless its provider asks for more. */
const AWAY_MS = 60_000;

/** Of each workspace, as its model is its own: which models failed lately, until when, and how. */
const AWAY = new WeakMap<Model, Map<string, { untilMs: number; code: ModelFailureCode }>>();

type Setup = Pick<EffectContext, "model" | "clock" | "state" | "defaultModelOf" | "settingsOfRole">;
type Asked = {
  agentModelId?: string | undefined;
  /** False where no other model may answer (docs/models.md, "Fallback models"). */
  mayFallBack?: boolean;
};

/** Which model is asked first: the one that is wanted, unless it failed lately and another follows. */
export function servingModel(context: Setup, role: RoleName, asked: Asked = {}): Serving {
  const models = modelsOf(context, role, asked);
  const found = models.findIndex((id) => awayCode(context, id) === undefined);
  const at = Math.max(found, 0);
  const failures = models
    .slice(0, at)
    .map((id) => ({ code: awayCode(context, id) ?? ("unavailable" as const) }));
  return { models, at, failures };
}

/** Whether only simulated models may come to see the role's prompt. */
export function servesSimulated(context: Setup, role: RoleName, asked: Asked = {}): boolean {
  const models = context.model.list();
  return servingModel(context, role, asked).models.every(
    (id) => models.find((model) => model.id === id)?.simulated === true,
  );
}

/** The same for work that has begun with a model already: only those follow that stand behind it. */
export function servingAgain(context: Setup, role: RoleName, modelId: string, asked: Asked = {}): Serving {
  const models = modelsOf(context, role, asked);
  const at = models.indexOf(modelId);
  return at === -1 ? { models: [modelId], at: 0, failures: [] } : { models, at, failures: [] };
}

const mayBeFollowed = (failure: ServingFailure): failure is FollowedFailure => FOLLOWED.has(failure.code);

/** Which model follows after such a failure; undefined when none does. */
export function followingModel(
  context: Setup,
  serving: Serving,
  failure: ServingFailure,
): Serving | undefined {
  if (!mayBeFollowed(failure) || !isFollowed(serving)) return;
  const { models, at, failures } = serving;
  noteAway(context, modelOf(serving), failure);
  return { models, at: at + 1, failures: [...failures, failure] };
}

export const modelOf = ({ models, at }: Serving): string => models[at] as string;

export const isFollowed = ({ models, at }: Serving): boolean => at + 1 < models.length;

/** What the record of a call says that another model than the wanted one makes. */
export function insteadOf({ models, at, failures }: Serving): {
  wantedModel?: string;
  wantedFailure?: ModelFailureCode;
} {
  const [wantedModel] = models;
  const [failure] = failures;
  if (at === 0 || wantedModel === undefined) return {};
  return { wantedModel, ...(failure && { wantedFailure: failure.code }) };
}

/** Of the failures of all that were asked, the one to act on: patience may help while one of them passes. */
export function decisiveFailure<Failure extends ServingFailure>(
  failures: readonly Failure[],
  last: Failure,
): Failure {
  return [...failures, last].find(({ code }) => PASSING.has(code)) ?? failures[0] ?? last;
}

function modelsOf(context: Setup, role: RoleName, { agentModelId, mayFallBack = true }: Asked): string[] {
  const state = context.state();
  const wanted = chooseModel(state, role, context.defaultModelOf, agentModelId);
  if (!mayFallBack || isNamed(state, role, agentModelId)) return [wanted];
  return [...new Set([wanted, ...context.settingsOfRole(role).fallbacks])];
}

function noteAway(
  { model, clock }: Setup,
  modelId: string,
  { code, retryAfterMs = 0 }: FollowedFailure,
): void {
  const known = AWAY.get(model) ?? new Map();
  known.set(modelId, { untilMs: clock.monotonicMs() + Math.max(AWAY_MS, retryAfterMs), code });
  AWAY.set(model, known);
}

function awayCode({ model, clock }: Setup, modelId: string): ModelFailureCode | undefined {
  const away = AWAY.get(model)?.get(modelId);
  return away && away.untilMs > clock.monotonicMs() ? away.code : undefined;
}
