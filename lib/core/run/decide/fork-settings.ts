import type { DomainError } from "../../errors";
import { canonicalJson, isJsonObject, isSameJson, type Json, type JsonObject } from "../../json";
import { DEFAULT_ROLE } from "../../models/providers";
import { getOwn } from "../../own";
import type { Voter } from "../../people";
import { widerParts } from "../../policy/narrower";
import { ROLE_NAMES, type RoleName } from "../../prompt-blocks";
import { applyModeOf } from "../../refinement/settings";
import { holdsBackActs } from "../controls/changes/held-checks";
import type { Obligation } from "../controls/obligations";
import { silentControls } from "../controls/release/silence";
import { CRITIC_MODES } from "../events/critique";
import { authorsOf, bypassDenialReason } from "../gates/rules";
import { limitOf } from "../ledger/budgets";
import type { RunSettings } from "../settings";
import type { RunState } from "../state";
import { BUDGETS, type Budget } from "../state/ledger";
import { refuse, refuseDenied } from "./refuse";

/** What a run may have of something: its budgets, and what one attempt of an agent may take. */
const LIMITS = [
  ...BUDGETS,
  "maxTurns",
  "agentHopBudget",
  "agentTokenBudget",
  "agentCostBudgetMicroUsd",
] as const satisfies readonly (keyof RunSettings)[];

/** The settings of a fork as far as they are known: those of its parent, raised limits among them, with these instead. */
export function settingsOfFork(state: Readonly<RunState>, given: JsonObject): JsonObject {
  return merged(effectiveSettings(state), given);
}

/** Groups keep what is not spoken of; a list is given whole. */
function merged(before: JsonObject, given: JsonObject): JsonObject {
  const entries = Object.entries(given).map(([name, value]): [string, Json] => {
    const old = getOwn(before, name);
    return [name, old !== undefined && isJsonObject(old) && isJsonObject(value) ? merged(old, value) : value];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function effectiveSettings(state: Readonly<RunState>): JsonObject {
  const raised = Object.entries(state.raised).filter(([, limit]) => typeof limit === "number");
  return { ...(state.settings as JsonObject), ...(Object.fromEntries(raised) as JsonObject) };
}

/** The limits that are higher with these settings than they are in the run. */
export function risingLimits(state: Readonly<RunState>, next: RunSettings): (typeof LIMITS)[number][] {
  const isBudget = (name: string): name is Budget => BUDGETS.some((one) => one === name);
  return LIMITS.filter((name) => {
    const before = isBudget(name) ? limitOf(state, name) : state.settings[name];
    return before !== undefined && (next[name] ?? Number.POSITIVE_INFINITY) > before;
  });
}

/** Whether people are being asked about one of these limits: who raises it answers their question. */
export const areAskedAbout = (
  { approvals, openApprovals }: Readonly<RunState>,
  limits: readonly string[],
): boolean =>
  Object.keys(openApprovals).some((id) => {
    const gate = getOwn(approvals, id);
    return gate?.kind === "budget" && limits.includes(String(gate.subject?.counter));
  });

/** How much a run asks of people, and of the checks that models make, before something takes effect; more is stricter. */
const GUARDS: Readonly<Record<string, (settings: RunSettings) => number>> = {
  planApproval: ({ planApproval }) => Number(planApproval),
  reviewMode: ({ reviewMode, reviewHoldMs }) =>
    reviewMode === "manual" ? Infinity : reviewMode === "hold" ? 1 + reviewHoldMs : 0,
  controls: ({ controls }) => ["ask", "refuse"].indexOf(controls),
  afterApproval: ({ afterApproval }) => ["replan", undefined, "ask"].indexOf(afterApproval),
  "critic.minScore": ({ critic }) => (critic.mode === "off" ? 0 : critic.minScore),
  "critic.mode": ({ critic }) => (critic.minScore === 0 ? 0 : CRITIC_MODES.indexOf(critic.mode)),
  "refinement.apply": (settings) => Number(!settings.refinement.enabled || applyModeOf(settings) === "ask"),
  llmReviewCritical: ({ llmReviewCritical }) => Number(llmReviewCritical),
};

/** The roles by whose verdict a plan, a result or the run continues. */
const JUDGES: readonly RoleName[] = ["critic", "quality_gate", "verification", "reviewer", "critique"];

/** Roles whose words reach no result of a plan: those of other plans are held by its controls, and some speak at the end. */
const BESIDE_WORK: ReadonlySet<RoleName> = new Set([
  "planner",
  "replanner",
  "refiner",
  "summarizer",
  "answer",
  "self_critic",
  "retrospective",
  "explain",
]);

/** The settings by which models do a task otherwise, or are given something else beside it. */
const OF_WORK = ["detailOnDemand", "reasoning", "reflection", "examples"] as const;

/**
 * The settings under which a fork would ask less than its parent does, have others judge it or do what checks of people measure,
 * or tell its models something else.
 */
export function loosenedGuards(state: Readonly<RunState>, next: RunSettings): string[] {
  const { settings } = state;
  const guards = Object.entries(GUARDS);
  const looser = guards.flatMap(([name, strictness]) =>
    strictness(next) < strictness(settings) ? [name] : [],
  );
  const isMeasured = state.heldChecks.some((one) => one.parts.measure !== undefined && holdsBackActs(one));
  const roles = isMeasured ? ROLE_NAMES.filter((role) => !BESIDE_WORK.has(role)) : JUDGES;
  const others = roles.filter((role) => modelOf(next, role) !== modelOf(settings, role));
  return [
    ...looser,
    ...others.map((role) => `models.${role}`),
    ...(isMeasured ? OF_WORK.filter((name) => !isSameJson(next[name], settings[name])) : []),
    ...(next.constraints === settings.constraints ? [] : ["constraints"]),
  ];
}

const modelOf = ({ models }: RunSettings, role: RoleName): string | undefined =>
  getOwn(models, role) ?? getOwn(models, DEFAULT_ROLE);

/** Why a fork may not have these settings: what binds a run's tools and its people may only become stricter. */
export function forkSettingsRefusal(state: Readonly<RunState>, next: RunSettings): DomainError | undefined {
  const { toolPolicy, fourEyes } = state.settings;
  if (toolPolicy) {
    const parts = next.toolPolicy ? widerParts(next.toolPolicy, toolPolicy) : ["allowed"];
    const issues = parts.map((part) => ({ path: `settings.toolPolicy.${part}`, message: "wider" }));
    const message = `The tool policy of a fork may only be narrower than its parent's. Wider here: ${parts.join(", ")}.`;
    if (parts.length > 0) return refuse("invalid_input", message, { problem: "policy_widened", issues });
  }
  if (!fourEyes || next.fourEyes) return;
  const message = "This run takes a second pair of eyes (fourEyes), and so does each of its forks.";
  return refuse("invalid_input", message, { problem: "control_weakened", setting: "fourEyes" });
}

/**
 * True where silence may let pass in somebody's fork what it lets pass in the run: they could answer all of its gates that silence
 * passes, since those who are asked there may have spoken in the run alone.
 */
export const keepsSilentLeave = (parent: Readonly<RunState>, by: Voter): boolean =>
  by.mayReview &&
  bypassDenialReason(
    silentControls(parent).map(({ terms }) => terms),
    authorsOf(parent),
    by,
  ) === undefined;

/** Why somebody may not do without what the run asks of everyone: under its four eyes no author does. */
export function authorRefusal(live: Readonly<RunState>, by: Voter): DomainError | undefined {
  const everyone = { assignees: [], fourEyes: live.settings.fourEyes };
  const denial = bypassDenialReason([everyone], authorsOf(live), by);
  return denial && refuseDenied(denial, { bypassing: true });
}

/**
 * Why somebody may not fork a run from before controls that hold something back in it: they could not pass these by themselves
 * (docs/engine.md, "Who may change a control"). A run that has no plan there yet begins without any.
 */
export function lostControlsRefusal(
  live: Readonly<RunState>,
  parent: Readonly<RunState>,
  by: Voter,
): DomainError | undefined {
  if (parent.planVersion === 0) return;
  const keyIn = ({ tasks }: Readonly<RunState>, { control, terms }: Obligation) => {
    const { assignees, quorum, fourEyes } = terms;
    const lineage = getOwn(tasks, control)?.spec.lineage ?? control;
    return canonicalJson([lineage, [...assignees].sort(), quorum, fourEyes]);
  };
  const kept = new Set(parent.obligations.map((one) => keyIn(parent, one)));
  const lost = live.obligations.filter((one) => !kept.has(keyIn(live, one)));
  const denial = bypassDenialReason(
    lost.map(({ terms }) => terms),
    authorsOf(live),
    by,
  );
  return denial && refuseDenied(denial, { bypassing: true });
}
