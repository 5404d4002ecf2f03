/** The missions that the simulated model knows as whole stories; it answers any other by template. */
export type Scenario = { name: string; title: string; mission: string; description: string };

export const SCENARIOS = [
  {
    name: "fraud-model",
    title: "Fraud model to production",
    mission: "Deploy the fraud detection model to production",
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
    name: "iterate",
    title: "Release under load",
    mission: "Put the new release on staging and report how it holds up under load",
    description:
      "The first plan forgets the load tests: the summarizer says what is missing, and one iteration adds it.",
  },
] as const satisfies readonly Scenario[];

export type ScenarioName = (typeof SCENARIOS)[number]["name"];

/** Far longer than any scenario's mission, whatever surrounds it. */
const MAX_CHARS = 500;

/** The scenario whose mission this text is, whatever its case, spacing, quotes and closing punctuation. */
export function scenarioOf(mission: string): Scenario | undefined {
  if (mission.length > MAX_CHARS) return;
  const wanted = normalise(mission);
  return SCENARIOS.find((scenario) => normalise(scenario.mission) === wanted);
}

function normalise(mission: string): string {
  return mission
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^[\s"'“”‘’]+|[\s"'“”‘’.!]+$/g, "");
}
