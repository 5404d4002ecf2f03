import { z } from "zod";
import { exampleSettings } from "../examples/settings";
import { amount } from "../inputs/bounds";
import { MAX_CONCURRENCY } from "../inputs/limits";
import { recordOf } from "../json-schemas";
import { lessonSettings } from "../lessons/settings";
import { toolPolicy } from "../policy";
import { refinementWith } from "../refinement/settings";
import { reflectionSettings } from "../reflection";
import { retrospectWith } from "../retrospect";
import { CRITIC_MODES } from "./events/critique";
import { DEFAULT_MAX_ITERATIONS } from "./replans/route-iteration";
import { DEFAULT_MAX_TOTAL_REPLANS, DEFAULT_MAX_WISHES } from "./state/ledger";

const REVIEW_MODES = ["auto", "hold", "manual"] as const;
const SUMMARIZER_MODES = ["on", "off"] as const;
const PLAN_STYLES = ["full", "short"] as const;
const ON_BUDGET = ["gate", "finish", "fail"] as const;
export const CONTROLS_MODES = ["ask", "refuse"] as const;
const AFTER_APPROVAL_MODES = ["replan", "ask"] as const;

/** Also of runs that were created without the setting. */
export const DEFAULT_MODEL_TIMEOUT_MS = 600_000;

/** How one run behaves (docs/engine.md, "Settings"), with whole numbers of this kind. Times in milliseconds. */
const settingsWith = (whole: z.ZodInt) =>
  z.object({
    /** Applies a review's decision at once, after a held time in which a person may override, or by a person. */
    reviewMode: z.enum(REVIEW_MODES).default("hold"),
    reviewHoldMs: whole.min(0).default(15_000),
    maxConcurrency: whole.min(1).max(MAX_CONCURRENCY).default(10),
    /** What tools and waiting may take of one attempt; the time of models is limited apart. */
    taskTimeoutMs: whole.min(1).default(120_000),
    /** One call of a model in all; no word for five minutes, or for 90 s after the first, ends it earlier. */
    modelTimeoutMs: whole.min(1).default(DEFAULT_MODEL_TIMEOUT_MS),
    retryDelayMs: whole.min(0).default(100),
    replanOnFailure: z.boolean().default(true),
    replanCooldownMs: whole.min(0).default(1_000),
    replanGraceMs: whole.min(0).default(30_000),
    maxTotalReplans: whole.min(0).default(DEFAULT_MAX_TOTAL_REPLANS),
    maxReplansPerTask: whole.min(0).default(3),
    /** Replans requested by people, by an instruction or by asking for changes; the other two limits do not count them. */
    maxWishes: whole.min(0).default(DEFAULT_MAX_WISHES),
    /** Judges the finished plan and says what is missing; `off` writes a plain answer. */
    summarizer: z.enum(SUMMARIZER_MODES).default("on"),
    /** How often the summarizer may have the planner add what is missing; 0 never. */
    maxIterations: whole.min(0).default(DEFAULT_MAX_ITERATIONS),
    /** Input and output tokens of all model calls together; without it there is no limit. */
    maxTokens: whole.min(1).optional(),
    /** What all model calls together may cost, in millionths of a US dollar. */
    maxCostMicroUsd: whole.min(1).optional(),
    /** Tool calls, of agents and of programs; 0 allows none. */
    maxHops: whole.min(0).optional(),
    /** Time from the creation on; it stands still while the run is waiting or paused. */
    maxDurationMs: whole.min(1).optional(),
    /** Most that one model call may write in a run with a limit on tokens or cost. */
    maxOutputTokens: whole.min(1).default(8_192),
    /** What a spent run limit does: ask a person, finish with the results so far, or fail. */
    onBudget: z.enum(ON_BUDGET).default("gate"),
    /** Consecutive infrastructure failures for this long open a model_unavailable gate. */
    modelPatienceMs: whole.min(0).default(60_000),
    modelRetryDelayMs: whole.min(0).default(1_000),
    /** Output tokens of a synthesis gate from which on it is warned: it compresses too little. */
    gateOutputTokenLimit: whole.min(1).default(4_000),
    maxTurns: whole.min(1).default(8),
    /** What one attempt of an agent may take where the plan says nothing; without it there is no limit. */
    agentHopBudget: whole.min(0).optional(),
    agentDeadlineMs: whole.min(1).optional(),
    agentTokenBudget: whole.min(1).optional(),
    agentCostBudgetMicroUsd: whole.min(0).optional(),
    /** Model id by role; `default` serves the others. */
    models: recordOf(z.string()).default({}),
    constraints: z.string().default(""),
    /** How much a planner writes of each task: all that its agent needs, or one sentence. */
    planStyle: z.enum(PLAN_STYLES).default("full"),
    /** Has the details of an agent's task that the plan gave none written right before it starts. */
    detailOnDemand: z.boolean().default(false),
    /** Which tools the run may use, and with which arguments; without one every tool. */
    toolPolicy: toolPolicy.optional(),
    /** Whether the final answer is critiqued and revised before it stands. */
    reflection: reflectionSettings.prefault({}),
    /** Whether a model says, beside the first attempt of an agent's task, what is expected of it. */
    reasoning: z.boolean().default(false),
    /** Whether the rest of the plan is looked at again when tasks have ended. */
    refinement: refinementWith(whole).prefault({}),
    /** Whether a model says what was done badly before the answer is written. */
    selfCritique: z.boolean().default(false),
    /** Whether a model looks back on the run once its outcome stands. */
    retrospect: retrospectWith(whole).prefault({}),
    /** Whether planners and reviewers are shown what was learned before, and the run proposes lessons of its own. */
    lessons: lessonSettings.prefault({}),
    /** Whether planner and agents are shown examples of how earlier work was done. */
    examples: exampleSettings.prefault({}),
    /** A drafted plan is put before a person before it runs. */
    planApproval: z.boolean().default(false),
    /**
     * What a model's change of a plan does that a person wrote or approved: it takes effect, or people are asked first.
     * Where nothing is said, they are asked once a person has approved the plan.
     */
    afterApproval: z.enum(AFTER_APPROVAL_MODES).optional(),
    /** What a plan of a model does that weakens a control of people: it asks them first, or is refused. */
    controls: z.enum(CONTROLS_MODES).default("ask"),
    /** The one who wrote the mission or the plan may not let a plan, a human gate or a review pass. */
    fourEyes: z.boolean().default(false),
    /** A model judges the result of every critical task, not only of those that ask for it. */
    llmReviewCritical: z.boolean().default(false),
    /** Who judges a plan before it runs. One below `minScore` (0 to 10) is put before a person; 0 only informs. */
    critic: z
      .strictObject({
        mode: z.enum(CRITIC_MODES).default("static"),
        minScore: z.number().min(0).max(10).default(0),
      })
      .prefault({}),
  });

/** The settings of a run that is stored, whatever numbers it was created with. */
export const runSettings = settingsWith(z.int());
/** Those of a run that is to be created. */
export const newSettings = settingsWith(amount);
export type RunSettings = z.infer<typeof runSettings>;
