import { describeQuestion } from "@/lib/core/describe/gates/questions";

type Gate = Parameters<typeof describeQuestion>[0];

/** What a gate asks, as people read it; empty where there is no gate. */
export const questionOf = (gate: Gate | undefined): string => (gate ? describeQuestion(gate) : "");
