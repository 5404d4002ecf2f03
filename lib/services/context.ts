import type { Orm, Transact } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import type { KeyedJobs } from "@/lib/core/job-ports";
import type { McpServers } from "@/lib/core/mcp";
import type { DeliveryJobs } from "@/lib/core/message-ports";
import type { Asked, Voter } from "@/lib/core/people";
import type { ReadOptions, ReadPlan } from "@/lib/core/plan";
import type {
  Clock,
  Ids,
  Log,
  ModelInfo,
  Schemas,
  SecretBox,
  WorkspaceSetup,
  Workspaces,
} from "@/lib/core/ports";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { PlanForecasts } from "@/lib/engine/forecasts/plan-forecasts";
import type { PlanLayouts } from "@/lib/engine/layouts/plan-layouts";
import type { SendDeps } from "@/lib/engine/notifications/send-delivery";
import type { RunStore } from "@/lib/engine/types";
import type { RunHub } from "./hub";
import type { Quotas } from "./quotas";
import { type CallerTransact, transactAs } from "./working-caller";

/** What every service may use. Built once a process by the composition root. */
export type ServiceDeps = {
  runStore: RunStore;
  db: Orm;
  /** For what is written outside runs; runs are written by the run store alone. */
  transact: Transact;
  hub: RunHub;
  /** Tells those who look at a run, or at lists, that it has come to this event: of drills, which no run store commits. */
  notifyRun(runId: string, seq: number): void;
  /** Tells those who look at a run that the comments on its plan have changed. */
  notifyComments(runId: string): void;
  layouts: PlanLayouts;
  forecasts: PlanForecasts;
  workspaces: Workspaces;
  secrets: SecretBox;
  mcp: Pick<McpServers, "probe" | "allowsPrograms">;
  schemas: Schemas;
  quotas: Quotas;
  /** Where replays wait for a worker. */
  replays: Pick<KeyedJobs, "enqueue">;
  /** Where messages wait for a worker, and what sends one at once. */
  deliveries: Pick<DeliveryJobs, "enqueue">;
  messages: SendDeps;
  /** Reads the text of a plan as the core does, a long one without holding the process up. */
  readPlan(text: string, options?: ReadOptions): Promise<ReadPlan>;
  /** Why nobody may go to an address that an administrator enters, in words; undefined when they may. */
  addressProblem(address: string): Promise<string | undefined>;
  clock: Clock;
  ids: Ids;
  log: Log;
};

/** One call of a service: who asks, and the identity that makes a repeated call find its first reply. */
export type CallContext = ServiceDeps & { actor: Actor; commandId?: string };

/** The same with what the actor's workspace has set up. */
export type ServiceContext = Omit<CallContext, "transact"> & {
  /** For what is written outside runs: by this caller, while they are one. */
  transact: CallerTransact;
  /** Of what was asked, as it was read: the same command id with another digest is another request. */
  inputDigest(): string;
  setup: WorkspaceSetup;
  tools: WorkspaceSetup["tools"];
  /** The models of the workspace, the default one first. */
  models: ModelInfo[];
};

/** Under which names and roles gates ask an actor. */
export const askedAs = ({ id, name, names, roles = [], everyone }: Actor): Asked => ({
  id,
  name,
  roles,
  ...(names && { names }),
  ...(everyone && { everyone }),
});

/** An actor as gates look at who answers them. */
export function voterOf(actor: Actor): Voter {
  return { ...askedAs(actor), mayReview: actor.capabilities.includes("review") };
}

/** The part of an actor that events keep. */
export function actorRefOf(actor: Actor): ActorRef {
  return { kind: "person", id: actor.id, name: actor.name };
}

/** Brings the setup of the actor's workspace along. Throws `unavailable` when it cannot be read. */
export async function withWorkspace(ctx: CallContext): Promise<Omit<ServiceContext, "inputDigest">> {
  const setup = await ctx.workspaces.open(ctx.actor.workspaceId);
  const defaultId = setup.defaultModelOf("default");
  const models = [...setup.model.list()].sort(
    (a, b) => Number(b.id === defaultId) - Number(a.id === defaultId),
  );
  const transact = transactAs(ctx.transact, ctx.actor);
  return { ...ctx, transact, setup, tools: setup.tools, models };
}
