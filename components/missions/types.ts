import type { ProblemFacts } from "../ui/problem";

/** What a start came to when it did not lead to a run's page. */
export type StartOutcome = { problem?: ProblemFacts };

export type StartMission = (input: { mission: string; plan: string; key: string }) => Promise<StartOutcome>;
