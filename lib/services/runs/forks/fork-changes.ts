import { DomainFailure } from "@/lib/core/errors";
import { type ForkChangesInput, forkSettingsInput } from "@/lib/core/inputs/create-run";
import type { JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { type RunState, transact } from "@/lib/core/run";
import { personCommandRow } from "@/lib/core/run/command-table";
import type { ForkChanges, ForkCommand } from "@/lib/core/run/commands";
import {
  areAskedAbout,
  authorRefusal,
  loosenedGuards,
  risingLimits,
  settingsOfFork,
} from "@/lib/core/run/decide/fork-settings";
import { specsInNewVersion } from "@/lib/core/run/decide/plan/new-version";
import type { RunSettings } from "@/lib/core/run/settings";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { PayloadRows } from "@/lib/engine/types";
import { actorRefOf, type ServiceContext, voterOf } from "../../context";
import { offerEdit } from "../../plans/offer-edit";
import { type PolicyWarnings, runPolicyWarnings } from "../../policies/require-valid-policy";
import { readInput, requireCapability } from "../../verb";
import { checkedReviews } from "../given-reviews";
import { requireKnownModels, usedModels } from "../used-models";

/** The state that a fork begins with, and the one that its parent is in now. */
type Parent = { parent: RunState; live: RunState };

/**
 * What a fork changes, as its command takes it; `parent` stays as it is. Throws
 * `forbidden` without the right to what it does, `invalid_input` (settings, reviews) and `invalid_plan`.
 */
export async function readForkChanges(
  ctx: ServiceContext,
  { parent, live }: Parent,
  command: ForkCommand,
  { plan: source, leaveOut, reason, settings: given, reviews: answers }: ForkChangesInput,
): Promise<{ changes: ForkChanges; rows: PayloadRows } & PolicyWarnings> {
  const settings = given && checkedSettings(ctx, { parent, live }, given);
  const toolPolicy = given?.toolPolicy === undefined ? undefined : settings?.toolPolicy;
  const odd = runPolicyWarnings(ctx, { toolPolicy }, "changes.settings");
  const changes: ForkChanges = {
    by: voterOf(ctx.actor),
    ...(reason !== undefined && { reason }),
    ...(settings && { settings, ...changedTags(ctx, parent, settings) }),
  };
  if (source === undefined) {
    const reviews = checkedReviews(ctx.actor, answers, { tasks: specsOf(parent) });
    return { changes: { ...changes, ...(reviews && { reviews }) }, rows: {}, ...odd };
  }
  requireCapability(ctx.actor, personCommandRow("edit_plan").right);
  const state = begunFork(ctx, parent, { ...command, changes });
  const { offered: plan, rows } = await offerEdit(ctx, state, { source, leaveOut });
  const tasks = [...specsInNewVersion(state, plan.patch).values()];
  const reviews = checkedReviews(ctx.actor, answers, { tasks });
  return { changes: { ...changes, plan, ...(reviews && { reviews }) }, rows, ...odd };
}

const specsOf = ({ order, tasks }: RunState) => order.flatMap((id) => getOwn(tasks, id)?.spec ?? []);

/** Settings as the form of a new run takes them, once the parent's are beneath. */
function checkedSettings(ctx: ServiceContext, { parent, live }: Parent, given: JsonObject): RunSettings {
  const settings = readInput(forkSettingsInput, settingsOfFork(parent, given));
  if (given.models !== undefined || given.reflection !== undefined) requireKnownModels(ctx, settings);
  const rising = risingLimits(parent, settings);
  if (rising.length > 0) requireCapability(ctx.actor, personCommandRow("raise_budget").right);
  if ([parent, live].some((state) => areAskedAbout(state, rising))) requireCapability(ctx.actor, "review");
  if (loosenedGuards(parent, settings).length > 0) requireSecondPerson(ctx, live);
  return settings;
}

/** Throws `forbidden` to who may not review, and under the run's four eyes to its authors. */
export function requireSecondPerson(ctx: ServiceContext, live: Readonly<RunState>): void {
  requireCapability(ctx.actor, "review");
  const refusal = authorRefusal(live, voterOf(ctx.actor));
  if (refusal) throw new DomainFailure(refusal);
}

/** A fork that asks other models than simulated ones costs money, which totals are to count. */
function changedTags(ctx: ServiceContext, parent: RunState, settings: RunSettings): { tags?: string[] } {
  if (!parent.tags.includes(DEMO_TAG)) return {};
  const isDemo = usedModels(ctx, settings, parent).every(({ simulated }) => simulated);
  return isDemo ? {} : { tags: parent.tags.filter((tag) => tag !== DEMO_TAG) };
}

/** The state with which the fork begins; a changed plan is merged into that. Throws what the run refuses. */
function begunFork(ctx: ServiceContext, parent: RunState, command: ForkCommand): RunState {
  const state = structuredClone(parent);
  const envelope = { id: "fork", actor: actorRefOf(ctx.actor), command };
  const { outcomes } = transact(state, [envelope], ctx.clock.nowMs());
  const [outcome] = outcomes;
  if (outcome && !outcome.ok) throw new DomainFailure(outcome.error);
  return state;
}
