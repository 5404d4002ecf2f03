import { systemClock } from "@/lib/adapters/clock";
import type { Json } from "@/lib/core/json";
import type { RoleSettings } from "@/lib/core/models/providers";
import type { Answerer } from "@/lib/core/people";
import { type Plan, plan as planSchema } from "@/lib/core/plan";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { WorkspacePolicies } from "@/lib/core/policy";
import type { Clock, Log, Model, Tools } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run";
import type { CreateCommand } from "@/lib/core/run/commands";
import type { ItemVerdict } from "@/lib/core/run/gates/items";
import type { ApprovalKind, GateVerb } from "@/lib/core/run/gates/table";
import { runSettings } from "@/lib/core/run/settings";
import { storeValue } from "@/lib/core/stored-value";
import { createRunActor, type RunActor } from "@/lib/engine/actor/run-actor";
import type { EffectServices } from "@/lib/engine/effects/effect";
import { silentTextStreams } from "@/lib/engine/streams/text-streams";
import { createLeases } from "@/lib/engine/worker/leases";
import { createSlots } from "@/lib/engine/worker/slots";
import { sameSetup } from "@/lib/engine/workspaces";
import { createSchemas, createToolbox } from "@/lib/tools";
import { silentLog } from "../silent-log";
import { createMemoryStore, type MemoryStore } from "./memory-run-store";

export const RUN_ID = "run_test";

export type MemoryEngine = {
  store: MemoryStore;
  /** Creates the run, with a plan or with planning before it. */
  create(mission: string, plan?: object, settings?: object, more?: Partial<CreateCommand>): Promise<void>;
  /** Claims the run and starts its actor. */
  lease(): Promise<RunActor>;
  /** Resolves with the state as soon as it fits. */
  until(matches: (state: RunState) => boolean): Promise<RunState>;
  person(command: PersonVerb): Promise<void>;
};

type PersonVerb =
  | { type: "pause" }
  | { type: "resume" }
  | { type: "cancel" }
  | { type: "steer"; taskId: string; message: string }
  /** Answers the first open gate, of this kind or about this call where one is named. */
  | {
      type: "decide";
      verb: GateVerb;
      comment?: string;
      value?: Json;
      items?: ItemVerdict[];
      callId?: string;
      kind?: ApprovalKind;
      /** The name of the one who answers; Pat unless given. */
      by?: string;
    };

function withModels(
  defaultModelOf: ((role: string) => string) | undefined,
  parts: Parameters<typeof sameSetup>[0],
): EffectServices["workspaces"] {
  const workspaces = sameSetup(parts);
  if (!defaultModelOf) return workspaces;
  const changed = async () => ({ ...(await workspaces.open("")), defaultModelOf });
  return { ...workspaces, open: changed, newest: changed };
}

/** One run on a memory store with real actors and effects, for tests without a database. */
export function createMemoryEngine(options: {
  model: Model;
  tools?: Tools;
  slots?: number;
  clock?: Clock;
  log?: Log;
  /** What the workspace has in force at the moment; nothing unless given. */
  policies?: () => WorkspacePolicies;
  settingsOfRole?: (role: string) => RoleSettings;
  /** The workspace's models at the moment; the scripted one unless given. */
  defaultModelOf?: (role: string) => string;
  /** Who could answer gates; the local person unless given. */
  people?: readonly Answerer[];
}): MemoryEngine {
  const store = createMemoryStore();
  const slots = createSlots(options.slots ?? 10);
  let count = 0;
  const nextId = () => {
    count += 1;
    return `id${count}`;
  };
  const services: EffectServices = {
    workspaces: withModels(options.defaultModelOf, {
      model: options.model,
      tools: options.tools ?? createToolbox([]),
      defaultModelId: "scripted:model",
      ...(options.policies && { policies: options.policies }),
      ...(options.people && { people: options.people }),
      ...(options.settingsOfRole && { settingsOfRole: options.settingsOfRole }),
    }),
    schemas: createSchemas(),
    reads: store.reads,
    clock: options.clock ?? systemClock,
    ids: { next: nextId },
    log: options.log ?? silentLog,
    streams: silentTextStreams,
    repairAttempts: 3,
  };
  const leases = createLeases({ jobs: store.jobs, clock: services.clock });
  const actors = new Set<RunActor>();
  /** Everyone who has answered a gate is still there. */
  const answered = new Map<string, Answerer>();
  const submit = (command: object, { id, name } = { id: "p", name: "Pat" }) => ({
    envelope: {
      id: nextId(),
      actor: { kind: "person" as const, id, name },
      command: command as never,
    },
  });

  return {
    store,
    async create(mission, plan, settings = {}, more = {}) {
      const offered = plan === undefined ? {} : { plan: offeredOf(planSchema.parse(plan)) };
      await store.runStore.createRun(
        RUN_ID,
        submit({
          type: "create",
          workspaceId: "local",
          mission,
          settings: runSettings.parse({
            reviewMode: "auto",
            replanCooldownMs: 0,
            retryDelayMs: 0,
            summarizer: "off",
            ...settings,
          }),
          tags: [],
          ...offered,
          ...more,
        }),
      );
    },
    async lease() {
      const [claim] = await leases.claim(1);
      if (!claim) throw new Error("No job is queued");
      const { runStore, jobs } = store;
      const setAside = () => Promise.reject(new Error("A run on memory is never set aside"));
      const lease = leases.leaseOf(claim);
      const deps = {
        runStore,
        services,
        slots,
        workerId: "worker-1",
        lease,
        release: jobs.release,
        setAside,
      };
      const actor = createRunActor(deps, claim);
      actors.add(actor);
      store.onCommit.add((_runId, seq) => actor.hint(seq));
      return actor;
    },
    until: (matches) =>
      new Promise((resolve) => {
        const check = () => {
          const state = store.state(RUN_ID);
          if (!matches(state)) return;
          store.onCommit.delete(check);
          resolve(state);
        };
        store.onCommit.add(check);
        check();
      }),
    async person(command) {
      if (command.type !== "decide") return void (await store.runStore.transition(RUN_ID, [submit(command)]));
      const { approvals, openApprovals } = store.state(RUN_ID);
      const { verb, comment, value, items, callId, kind, by: name = "Pat" } = command;
      const approvalId = Object.keys(openApprovals).find(
        (id) =>
          (callId === undefined || approvals[id]?.subject?.callId === callId) &&
          (kind === undefined || approvals[id]?.kind === kind),
      );
      const { stored, blob } = value === undefined ? {} : storeValue(value);
      const given = { ...(comment !== undefined && { comment }), ...(stored && { value: stored }) };
      const by = { id: name === "Pat" ? "p" : name, name, roles: [], mayReview: true };
      answered.set(by.id, { ...by, capabilities: ["review"] });
      const decision = {
        type: "decide_approval",
        approvalId,
        verb,
        ...given,
        ...(items && { items }),
        provenance: "person",
        by,
        people: [...answered.values()],
      };
      const decide = submit(decision, by);
      const rows = { blobs: blob ? [blob] : [] };
      const { replies } = await store.runStore.transition(RUN_ID, [{ ...decide, rows }]);
      const reply = replies[0];
      if (reply?.ok === false) throw new Error(reply.error.message);
    },
  };
}

function offeredOf(plan: Plan) {
  const { plan: stored } = storePlan(plan);
  const patch = patchBetween(undefined, stored);
  return { digest: planDigest(plan), patch, warnings: [], origin: "person" };
}
