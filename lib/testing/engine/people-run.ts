import { type Actor, CAPABILITIES, localPerson } from "@/lib/auth/actor";
import { localOperator } from "@/lib/core/people";
import type { RunState } from "@/lib/core/run";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";
import { createTestDatabase } from "../database/postgres";
import { createScriptedModel, type Script } from "../models/scripted-model";
import { startEngine } from "./run-harness";
import { testTool } from "./scripted-run";

const everybody: Actor = {
  ...localPerson,
  kind: "person",
  id: "ada",
  name: "Ada",
  everyone: false,
  roles: [],
  capabilities: [...CAPABILITIES],
};

/** Ada begins runs, Bob is asked by name, Eve may do the same and is not asked, and Olga may only operate. */
export const PEOPLE = {
  ada: everybody,
  bob: { ...everybody, id: "bob", name: "Bob" },
  eve: { ...everybody, id: "eve", name: "Eve" },
  olga: {
    ...everybody,
    id: "olga",
    name: "Olga",
    capabilities: ["view", "operate"] as Actor["capabilities"],
  },
};

const ANY_ARGUMENTS = { type: "object", additionalProperties: true } as const;

/** A tool that acts outside, and what it was called with; its first calls fail as often as `failing` says. */
export function actingTool(name = "deploy") {
  const did: string[] = [];
  const failing = { times: 0 };
  const tool = testTool(name, {
    sideEffects: "external",
    idempotent: true,
    inputSchema: ANY_ARGUMENTS,
    run(args) {
      if (failing.times > 0) {
        failing.times -= 1;
        throw new Error("the service is down");
      }
      did.push(JSON.stringify(args));
      return { ok: true };
    },
  });
  return { tool, did, failing };
}

/** A tool that only reads, and is down. */
export const brokenTool = (name = "probe"): ToolDescriptor =>
  testTool(name, {
    sideEffects: "read",
    inputSchema: ANY_ARGUMENTS,
    run() {
      throw new Error(`${name} is down`);
    },
  });

const QUIET = {
  reviewMode: "auto",
  replanCooldownMs: 0,
  retryDelayMs: 0,
  modelRetryDelayMs: 10,
  summarizer: "off",
  replanOnFailure: false,
} as const;

/** An engine with its services, and several people who act in its runs. */
export async function openPeopleRun(tools: ToolDescriptor[], script: Script = () => "done") {
  const database = await createTestDatabase();
  const { ada, bob, eve } = PEOPLE;
  const asked = [ada, bob, eve].map(({ id, name, capabilities }) => ({
    id,
    name,
    roles: [],
    everyone: false,
    capabilities: [...capabilities],
  }));
  const people = [localOperator, ...asked];
  const engine = await startEngine({
    databaseUrl: database.url,
    model: createScriptedModel(script),
    tools: createToolbox(tools),
    people,
  });
  const { services, waitFor } = engine;
  const gate = (approvalId: string) => services.approvals.get({ actor: ada, input: { approvalId } });
  const openGates = ({ openApprovals, approvals }: Readonly<RunState>) =>
    Object.keys(openApprovals).flatMap((id) => approvals[id] ?? []);
  return {
    services,
    waitFor,
    openGates,
    async create(input: { plan?: object; settings?: object }, actor: Actor = ada): Promise<string> {
      const settings = { ...QUIET, ...input.settings };
      const created = { mission: "Do it", ...input, settings };
      return (await services.runs.create({ actor, input: created as never })).runId;
    },
    /** All that who takes the digest of a gate is shown there, as one text. */
    shownAt: async (approvalId: string) => JSON.stringify(await gate(approvalId)),
    async answer(
      approvalId: string,
      verb: string,
      { actor = ada, ...more }: { actor?: Actor; comment?: string } = {},
    ) {
      const { digest } = await gate(approvalId);
      const input = { approvalId, digest, verb, ...more };
      return services.approvals.decide({ actor, input: input as never });
    },
    command: (actor: Actor, runId: string, type: string, rest: object = {}) =>
      services.runs.command({ actor, input: { runId, type, ...rest } as never }),
    /** The id of the gate of this task, or kind, once it is open. */
    async untilGate(runId: string, of: { taskId?: string; kind?: string }): Promise<string> {
      const isIt = (one: { taskId?: string; kind: string }) =>
        (of.taskId === undefined || one.taskId === of.taskId) &&
        (of.kind === undefined || one.kind === of.kind);
      const state = await waitFor(runId, (now) => openGates(now).some(isIt));
      return openGates(state).find(isIt)?.approvalId ?? "";
    },
    /** Somebody's key ends: they answer nothing any more. */
    leave({ id }: Actor): void {
      people.splice(
        people.findIndex((one) => one.id === id),
        1,
      );
    },
    async close() {
      await engine.stop();
      await database.drop();
    },
  };
}
export type PeopleRun = Awaited<ReturnType<typeof openPeopleRun>>;
