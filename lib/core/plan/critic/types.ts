/** Findings of the critic (docs/plans.md, "Critic"). */
export const STATIC_FINDINGS = [
  "missing_gate",
  "parallel_explosion",
  "optimism_bias",
  "missing_dependency",
  "disconnected_flow",
  "orphan_task",
  "unverified_critical",
  "risky_without_review",
  "review_shape",
  "review_spacing",
] as const;
/** What a model that reviews the plan may add. */
export const MODEL_FINDINGS = [
  "loose_coupling",
  "error_handling",
  "semantic_issue",
  "data_flow_gap",
  "person_needed",
] as const;
export type FindingCode = (typeof STATIC_FINDINGS)[number] | (typeof MODEL_FINDINGS)[number];
/** The most severe first. */
export const FINDING_SEVERITIES = ["critical", "warning", "info"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export type Finding = {
  /** Stable for the same complaint about the same task or edge; waivers name it. */
  key: string;
  code: FindingCode;
  severity: FindingSeverity;
  message: string;
  /** What to do about it. */
  recommendation: string;
  taskId?: string;
  /** `to` depends on `from`. */
  edge?: { from: string; to: string };
};

export type Critique = {
  /** 1 (worst) to 10. */
  score: number;
  summary: string;
  findings: Finding[];
  /** Each recommendation once, the most severe first. */
  recommendations: string[];
};

/** Something that a mission asks for, with the tasks that answer it, as a model sees it. */
export type Demand = { demand: string; tasks: string[] };

/** How a plan and its mission cover each other, as a model sees it (docs/plans.md, "Coverage"). */
export type Coverage = {
  /** In the words of the mission. */
  demands: Demand[];
  /** Demands that do not stand in the mission in these words; they count for nothing. */
  unquoted: Demand[];
  /** Tasks that serve no demand, neither themselves nor through others. */
  extra: string[];
};

export type CriticThresholds = {
  /** A level with more tasks than this is an explosion. */
  parallelTasks: number;
  /** Consecutive agent tasks on a path without a review. */
  tasksBetweenReviews: number;
};
