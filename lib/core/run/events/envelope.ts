import { z } from "zod";

/** Who caused an event: a person, a worker process, or the engine itself (timers, automatic decisions). */
export const actorRef = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person"), id: z.string(), name: z.string() }),
  z.object({ kind: z.literal("worker"), id: z.string() }),
  z.object({ kind: z.literal("system") }),
]);
export type ActorRef = z.infer<typeof actorRef>;

/** What every event carries in addition to its type and payload. `at` is milliseconds on the database's clock. */
export const envelope = z.object({
  run: z.string(),
  seq: z.int().min(1),
  at: z.number(),
  v: z.int(),
  actor: actorRef,
  commandId: z.string(),
  causeSeq: z.int().optional(),
  /** The plan version in force when it happened; 0 before the first. */
  planVersion: z.int(),
  epoch: z.int().optional(),
  /** The effect that ends with this event. */
  effect: z.string().optional(),
});

export const PROVENANCES = ["person", "session_rule", "policy", "timeout", "escalation", "auto"] as const;
export const provenance = z.enum(PROVENANCES);
export type Provenance = z.infer<typeof provenance>;
