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
    reviewMode: z
      .enum(REVIEW_MODES)
      .default("hold")
      .meta({
        title: "Planning review decisions",
        look: {
          as: "radio",
          names: {
            hold: { label: "Hold", help: "Decisions wait 15 seconds so you can override them." },
            auto: { label: "Automatic", help: "Decisions apply immediately." },
            manual: { label: "Manual", help: "A person makes every decision." },
          },
        },
      }),
    reviewHoldMs: whole.min(0).default(15_000),
    maxConcurrency: whole.min(1).max(MAX_CONCURRENCY).default(10).meta({
      title: "Parallel tasks",
      description: "Fewer parallel tasks are easier to follow and put less load on rate-limited models.",
    }),
    taskTimeoutMs: whole
      .min(1)
      .default(120_000)
      .meta({
        title: "Task time limit (seconds)",
        description: "For the tools of one attempt; the time of models does not count.",
        look: { scale: 1_000 },
      }),
    modelTimeoutMs: whole
      .min(1)
      .default(DEFAULT_MODEL_TIMEOUT_MS)
      .meta({
        title: "Model time limit (seconds)",
        description:
          "Per model call. A call also ends after 5 minutes without output, or 90 seconds once output has begun.",
        look: { scale: 1_000 },
      }),
    retryDelayMs: whole.min(0).default(100),
    replanOnFailure: z.boolean().default(true),
    replanCooldownMs: whole.min(0).default(1_000),
    replanGraceMs: whole.min(0).default(30_000),
    maxTotalReplans: whole.min(0).default(DEFAULT_MAX_TOTAL_REPLANS).meta({
      title: "Replan limit",
      description: "Excludes replans that people ask for.",
    }),
    maxReplansPerTask: whole.min(0).default(3),
    /** Replans requested by people, by an instruction or by asking for changes; the other two limits do not count them. */
    maxWishes: whole.min(0).default(DEFAULT_MAX_WISHES),
    summarizer: z
      .enum(SUMMARIZER_MODES)
      .default("on")
      .meta({
        title: "Score the answer",
        description:
          "A model scores the answer and lists what is missing. When off, the answer is not scored.",
        look: { as: "switch" },
      }),
    maxIterations: whole
      .min(0)
      .default(DEFAULT_MAX_ITERATIONS)
      .meta({
        title: "Maximum iterations",
        description: "How often the planner may add tasks for missing parts. 0 turns this off.",
        look: { when: { summarizer: ["on"] } },
      }),
    maxTokens: whole
      .min(1)
      .optional()
      .meta({
        title: "Token limit",
        description: "Input and output, across all model calls.",
        look: { placeholder: "No limit" },
      }),
    maxCostMicroUsd: whole
      .min(1)
      .optional()
      .meta({
        title: "Cost limit (US dollars)",
        description: "Models without a price are not limited.",
        look: { placeholder: "No limit", scale: 1_000_000 },
      }),
    maxHops: whole
      .min(0)
      .optional()
      .meta({
        title: "Tool call limit",
        description: "Calls by agents and programs.",
        look: { placeholder: "No limit" },
      }),
    maxDurationMs: whole
      .min(1)
      .optional()
      .meta({
        title: "Time limit (minutes)",
        description: "Excludes pauses and time spent waiting for people.",
        look: { placeholder: "No limit", scale: 60_000 },
      }),
    /** Most that one model call may write in a run with a limit on tokens or cost. */
    maxOutputTokens: whole.min(1).default(8_192),
    onBudget: z
      .enum(ON_BUDGET)
      .default("gate")
      .meta({
        title: "When a limit is reached",
        look: {
          as: "radio",
          names: {
            gate: {
              label: "Ask me",
              help: "The run waits until you raise the limit, complete early or abort.",
            },
            finish: { label: "Complete", help: "The run finishes with the results so far." },
            fail: { label: "Fail", help: "The run fails." },
          },
        },
      }),
    /** Consecutive infrastructure failures for this long open a model_unavailable gate. */
    modelPatienceMs: whole.min(0).default(60_000),
    modelRetryDelayMs: whole.min(0).default(1_000),
    /** Output tokens of a synthesis gate from which on it is warned: it compresses too little. */
    gateOutputTokenLimit: whole.min(1).default(4_000),
    maxTurns: whole.min(1).default(8).meta({
      title: "Turns of an attempt",
      description: "Each is one call of the model.",
    }),
    /** What one attempt of an agent may take where the plan says nothing; without it there is no limit. */
    agentHopBudget: whole
      .min(0)
      .optional()
      .meta({
        title: "Tool calls of an attempt",
        description: "Each call of a set counts. Leave empty for no limit.",
        look: { placeholder: "No limit" },
      }),
    agentDeadlineMs: whole
      .min(1)
      .optional()
      .meta({
        title: "Working time of an attempt (minutes)",
        description: "Of its tools and models: waiting for people takes none. Leave empty for no limit.",
        look: { placeholder: "No limit", scale: 60_000 },
      }),
    agentTokenBudget: whole
      .min(1)
      .optional()
      .meta({
        title: "Tokens of one request",
        description: "Earlier steps are summarized before it ends the attempt. Leave empty for no limit.",
        look: { placeholder: "No limit" },
      }),
    agentCostBudgetMicroUsd: whole
      .min(0)
      .optional()
      .meta({
        title: "Cost of an attempt (US dollars)",
        description: "Models without a price are not limited. Leave empty for no limit.",
        look: { placeholder: "No limit", scale: 1_000_000 },
      }),
    /** Model id by role; `default` serves the others. */
    models: recordOf(z.string()).default({}),
    constraints: z.string().default(""),
    planStyle: z
      .enum(PLAN_STYLES)
      .default("full")
      .meta({
        title: "Task descriptions",
        look: {
          as: "radio",
          names: {
            full: { label: "Detailed", help: "Each task has full instructions." },
            short: { label: "Brief", help: "Each task is one sentence." },
          },
        },
      }),
    detailOnDemand: z
      .boolean()
      .default(false)
      .meta({
        title: "Generate details just before a task starts",
        description: "For tasks without details, using earlier results. One more model call per task.",
        look: { as: "switch" },
      }),
    /** Which tools the run may use, and with which arguments; without one every tool. */
    toolPolicy: toolPolicy.optional(),
    /** Whether the final answer is critiqued and revised before it stands. */
    reflection: reflectionSettings.prefault({}),
    reasoning: z
      .boolean()
      .default(false)
      .meta({
        title: "Say what is expected of each task",
        description:
          "Reviews compare it with what a task came to. One more model call for each agent’s task, beside its first attempt.",
        look: { as: "switch" },
      }),
    /** Whether the rest of the plan is looked at again when tasks have ended. */
    refinement: refinementWith(whole).prefault({}),
    selfCritique: z
      .boolean()
      .default(false)
      .meta({
        title: "Critique the approach before the answer is written",
        description:
          "Lists mistakes that the answer should be honest about. One more model call for each plan.",
        look: { as: "switch" },
      }),
    /** Whether a model looks back on the run once its outcome stands. */
    retrospect: retrospectWith(whole).prefault({}),
    /** Whether planners and reviewers are shown what was learned before, and the run proposes lessons of its own. */
    lessons: lessonSettings.prefault({}),
    /** Whether planner and agents are shown examples of how earlier work was done. */
    examples: exampleSettings.prefault({}),
    planApproval: z
      .boolean()
      .default(false)
      .meta({
        title: "Plan first",
        description: "Review the drafted plan before it runs.",
        look: { as: "switch" },
      }),
    /**
     * What a model's change of a plan does that a person wrote or approved: it takes effect, or people are asked first.
     * Where nothing is said, they are asked once a person has approved the plan.
     */
    afterApproval: z
      .enum(AFTER_APPROVAL_MODES)
      .optional()
      .meta({
        title: "Changes to a plan you wrote or approved",
        look: {
          as: "radio",
          names: {
            "": {
              label: "Ask once approved",
              help: "Changes to a plan that somebody approved wait for you. Other replans take effect immediately.",
            },
            replan: { label: "Apply", help: "Replans take effect immediately." },
            ask: {
              label: "Always ask",
              help: "Plans that a person wrote count as approved. Only repairs of failed tasks apply without asking.",
            },
          },
        },
      }),
    controls: z
      .enum(CONTROLS_MODES)
      .default("ask")
      .meta({
        title: "Plans that drop or weaken a human gate",
        look: {
          as: "radio",
          names: {
            ask: {
              label: "Ask",
              help: "The people of the gate or review are asked before such a plan takes effect.",
            },
            refuse: { label: "Refuse", help: "The current plan stays." },
          },
        },
      }),
    fourEyes: z
      .boolean()
      .default(false)
      .meta({
        title: "Require a second person",
        description:
          "The author of the mission or plan can reject at a gate but not approve. If you work alone, you can only reject.",
        look: { as: "switch" },
      }),
    llmReviewCritical: z
      .boolean()
      .default(false)
      .meta({
        title: "Verify every critical result with a model",
        description: "Otherwise only tasks that request it. Each check is one more model call.",
        look: { as: "switch" },
      }),
    critic: z
      .strictObject({
        mode: z
          .enum(CRITIC_MODES)
          .default("static")
          .meta({
            title: "Critic",
            look: {
              as: "radio",
              names: {
                static: { label: "Rules", help: "Finds known weaknesses at no cost." },
                model: {
                  label: "Rules and a model",
                  help: "A model also looks for problems that rules miss.",
                },
                off: { label: "Off", help: "Plans are not critiqued." },
              },
            },
          }),
        minScore: z
          .number()
          .min(0)
          .max(10)
          .default(0)
          .meta({
            title: "Minimum score to run without approval (0–10)",
            description:
              "The planner gets one chance to improve. A plan that still scores lower waits for your approval. 0 only advises.",
            look: { when: { "critic/mode": ["static", "model"] } },
          }),
      })
      .prefault({}),
  });

/** The settings of a run that is stored, whatever numbers it was created with. */
export const runSettings = settingsWith(z.int());
/** Those of a run that is to be created. */
export const newSettings = settingsWith(amount);
export type RunSettings = z.infer<typeof runSettings>;
