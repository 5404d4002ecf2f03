import type { z } from "zod";
import type { Json } from "../json";
import { constraints, type Trajectory } from "./types";

/** A trajectory before its first turn. `query` is the text of the first user message. */
export function startTrajectory(start: {
  query: string;
  context?: Json;
  constraints: z.input<typeof constraints>;
}): Trajectory {
  const { query, context = null } = start;
  return {
    query,
    context,
    steps: [],
    summary: null,
    constraints: constraints.parse(start.constraints),
    answer: null,
  };
}
