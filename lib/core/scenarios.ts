// Not the index: pages that show samples need no schemas.
import { DEFAULT_MAX_EXAMPLE_TOKENS, DEFAULT_MAX_EXAMPLES } from "./examples/limits";
import { DEFAULT_MAX_LESSON_TOKENS, DEFAULT_MAX_LESSONS } from "./lessons/limits";
import { DEFAULT_REFINEMENT } from "./refinement/limits";
import { DEFAULT_CRITERIA, DEFAULT_MAX_REVISIONS, DEFAULT_THRESHOLD } from "./reflection/defaults";
import type { RunSettings } from "./run/settings";

/** The missions that the simulated model knows as whole stories, `also` in other words; it answers any other by template. */
export type Scenario = {
  name: string;
  title: string;
  mission: string;
  also?: readonly string[];
  description: string;
};

export const SCENARIOS = [
  {
    name: "fraud-model",
    title: "Fraud model to production",
    mission: "Deploy the fraud detection model to production",
    also: ["Deploy the ML model to production", "Deploy ML model to production"],
    description:
      "Accuracy is too low on staging: the review replans, the model is retrained, and a person lets it into production.",
  },
  {
    name: "staging",
    title: "Application to staging",
    mission: "Deploy the application to staging",
    description: "A short deployment that simply goes well: build, deploy, one review, smoke tests.",
  },
  {
    name: "auth-bug",
    title: "Authentication bug",
    mission: "Fix the authentication bug",
    description:
      "The running version already has the fix: the review completes the mission early, and the rest is skipped.",
  },
  {
    name: "cloud-quota",
    title: "Cloud quota refused",
    mission: "Deploy the web application to the cloud",
    description:
      "The provider refuses the quota that the servers need: the review aborts before anything is set up.",
  },
  {
    name: "research",
    title: "Research and release",
    mission: "Research how agent frameworks plan and replan, and publish a comparison",
    description:
      "Four searches side by side; one comes back too thin and a retry fixes it. A person releases the report.",
  },
  {
    name: "tail-replan",
    title: "Price list with gaps",
    mission: "Bring the prices of the shop in line with the supplier price list",
    description:
      "A check refuses prices of zero: what is left of the plan is replaced, and finished work is kept.",
  },
  {
    name: "iterate",
    title: "Release under load",
    mission: "Put the new release on staging and report how it holds up under load",
    description:
      "The first plan forgets the load tests: the summarizer says what is missing, and one iteration adds it.",
  },
  {
    name: "reflect",
    title: "Answer with a gap",
    mission:
      "Find out how fast the application is on staging, how it bears load, and how many servers it needs",
    description:
      "One result leaves out the load, and the answer leaves out the servers: critics score both too low, and both are revised.",
  },
  {
    name: "refine",
    title: "Plan refined midway",
    mission: "Find out how logins are doing since the last release, and report it",
    description:
      "The plan assumes an old version: once the running one is known, the rest is refined, and an unnecessary task is skipped.",
  },
  {
    name: "rollout",
    title: "Three services to production",
    mission: "Release version 2.3.0 of the shop, the catalog and the payments to production",
    description:
      "An agent asks for three deployments at once: a person decides on each, and one that is refused stays as it was.",
  },
] as const satisfies readonly Scenario[];

/** The tag of every run that the simulated model carries out. */
export const DEMO_TAG = "demo";

/**
 * How a sample runs, beside what a person chooses: with what is expected of its tasks, critiqued before and after its
 * answer is written, looked back on, and with lessons and examples, all of which is off otherwise.
 */
export const SAMPLE_SETTINGS = {
  reflection: {
    enabled: true,
    criteria: DEFAULT_CRITERIA,
    threshold: DEFAULT_THRESHOLD,
    maxRevisions: DEFAULT_MAX_REVISIONS,
  },
  lessons: {
    use: true,
    propose: true,
    max: DEFAULT_MAX_LESSONS,
    maxTokens: DEFAULT_MAX_LESSON_TOKENS,
  },
  reasoning: true,
  examples: { use: true, max: DEFAULT_MAX_EXAMPLES, maxTokens: DEFAULT_MAX_EXAMPLE_TOKENS },
  selfCritique: true,
  retrospect: { enabled: true, minTasks: 2, below: 0.7 },
} satisfies Partial<RunSettings>;

/** The sample of this name runs with these, and with what its own story is about. */
export const sampleSettings = (name: string): Partial<RunSettings> => ({
  ...SAMPLE_SETTINGS,
  ...(name === "refine" && { refinement: { ...DEFAULT_REFINEMENT, enabled: true, wait: true } }),
});

export type ScenarioName = (typeof SCENARIOS)[number]["name"];

/** Far longer than any scenario's mission, whatever surrounds it. */
const MAX_CHARS = 500;

/** The scenario whose mission this text is, whatever its case, spacing, quotes and closing punctuation. */
export function scenarioOf(mission: string): Scenario | undefined {
  if (mission.length > MAX_CHARS) return;
  const wanted = normalize(mission);
  const all: readonly Scenario[] = SCENARIOS;
  return all.find(({ mission: own, also = [] }) => [own, ...also].some((one) => normalize(one) === wanted));
}

function normalize(mission: string): string {
  return mission
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^[\s"'“”‘’]+|[\s"'“”‘’.!]+$/g, "");
}
