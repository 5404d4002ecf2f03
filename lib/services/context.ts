import type { Orm } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import type { Clock, Ids, Log, ModelInfo, Schemas, Tools } from "@/lib/core/ports";
import type { ActorRef } from "@/lib/core/run/envelope";
import type { Voter } from "@/lib/core/run/gate-rules";
import type { Door } from "@/lib/engine/types";
import type { RunHub } from "./hub";

/** What every service may use. Built once a process by the composition root. */
export type ServiceDeps = {
  door: Door;
  db: Orm;
  hub: RunHub;
  tools: Tools;
  schemas: Schemas;
  models: ModelInfo[];
  clock: Clock;
  ids: Ids;
  log: Log;
};

/** One call of a service: who asks, and the identity that makes a repeated call find its first reply. */
export type ServiceContext = ServiceDeps & { actor: Actor; commandId?: string };

/** An actor as gates look at who answers them. */
export function voterOf({ id, name, roles = [], everybody }: Actor): Voter {
  return { id, name, roles, ...(everybody && { everybody }) };
}

/** The part of an actor that events keep. */
export function actorRefOf(actor: Actor): ActorRef {
  return { kind: "person", id: actor.id, name: actor.name };
}
