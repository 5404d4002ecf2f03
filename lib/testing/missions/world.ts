import { readdirSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "@/db/client";
import { readPeople } from "@/db/queries/settings/api-keys";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { readSetupVersion } from "@/db/queries/settings/workspace-setup";
import { modelCalls } from "@/db/schema";
import { systemClock } from "@/lib/adapters/clock";
import { workspaceMcpTools } from "@/lib/adapters/mcp-tools";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { type Actor, CAPABILITIES, LOCAL_WORKSPACE_ID, localPerson } from "@/lib/auth/actor";
import type { ItemOf } from "@/lib/core/evaluation";
import { NO_POLICIES } from "@/lib/core/policy";
import type { Model, WorkspaceSetup } from "@/lib/core/ports";
import { KEY_PREFIX } from "@/lib/core/run/gates/rules";
import type { ModelCallRow } from "@/lib/engine/types";
import { createWorkspaces, NO_ROLE_SETTINGS } from "@/lib/engine/workspaces";
import { builtInTools, createToolbox, type ToolDescriptor } from "@/lib/tools";
import { createTestDatabase } from "../database/postgres";
import { startEngine, type TestEngine } from "../engine/run-harness";
import { alwaysStaleClock } from "../engine/stored-workspaces";
import { filesystemServer } from "../mcp/servers";
import { silentLog } from "../silent-log";

/** The model that answers, and which of its ids each role has. */
export type Answering = { model: Model } & Partial<
  Pick<WorkspaceSetup, "defaultModelOf" | "settingsOfRole" | "modelProviders">
>;

export type MissionWorld = {
  engine: TestEngine;
  attachments: string[];
  /** The local person, or who has the key of this name. */
  actor(name?: string): Actor;
  /** What stands in the folder now, by name. */
  files(): Record<string, string>;
  /** The calls that models were asked for so far. */
  modelCalls(): Promise<ModelCallRow[]>;
  close(): Promise<void>;
};

/**
 * The whole engine in this process on a database of its own, with what the mission brings: `from` has its files, and `folder`
 * is to be its folder.
 */
export async function openMissionWorld(
  mission: ItemOf<"missions">,
  { model, ...defaults }: Answering,
  {
    from,
    folder,
    withFault,
  }: { from: URL; folder: string; withFault(tools: ToolDescriptor[]): ToolDescriptor[] },
): Promise<MissionWorld> {
  const database = await createTestDatabase();
  const secrets = createSecretBox(() => "a secret of tests");
  const engine = await startEngine({
    databaseUrl: database.url,
    model,
    workspaces: ({ orm }, mcp) =>
      createWorkspaces({
        readVersion: (workspaceId) => readSetupVersion(orm, workspaceId),
        load: async (workspaceId) => ({
          model,
          defaultModelOf: defaults.defaultModelOf ?? (() => model.list()[0]?.id ?? ""),
          modelProviders: defaults.modelProviders?.() ?? [],
          settingsOfRole: defaults.settingsOfRole ?? (() => NO_ROLE_SETTINGS),
          tools: createToolbox(
            withFault([
              ...builtInTools(systemClock),
              ...workspaceMcpTools(workspaceId, await readMcpServers(orm, workspaceId), { mcp, secrets }),
            ]),
          ),
          policies: NO_POLICIES,
          simulatedTools: mission.simulatedTools,
          peopleAt: await readPeople(orm, workspaceId),
          channels: [],
        }),
        clock: alwaysStaleClock(),
        log: silentLog,
      }),
  });
  const { services } = engine;
  const actor = localPerson;
  const actors = new Map<string, Actor>();
  for (const { name, roles } of mission.keys) {
    const input = { name, roles, capabilities: [...CAPABILITIES] };
    const { key } = await services.keys.create({ actor, input });
    const who = { kind: "person" as const, id: `${KEY_PREFIX}${key.keyId}`, name, names: [name] };
    actors.set(name, { ...who, workspaceId: LOCAL_WORKSPACE_ID, capabilities: [...CAPABILITIES], roles });
  }
  if (mission.folder) {
    for (const name of mission.folder.files) await cp(new URL(name, from), join(folder, name));
    const { name, transport, timeoutMs } = filesystemServer(folder);
    if (transport.kind !== "stdio") throw new Error("Only programs are started here");
    const { command, args, env } = transport;
    const program = { transport: "stdio" as const, command, args, env, timeoutMs };
    await services.mcp.add({ actor, input: { name, ...program, confirmedCommand: [command, ...args] } });
    await services.mcp.test({ actor, input: { name } });
  }
  const attachments = await Promise.all(
    mission.attachments.map(async (name) => {
      const content = new Uint8Array(readFileSync(new URL(name, from)));
      return (await services.attachments.add({ actor, input: { name, content } })).id;
    }),
  );
  return {
    engine,
    attachments,
    actor: (name) => (name === undefined ? localPerson : (actors.get(name) ?? localPerson)),
    files: () =>
      Object.fromEntries(
        readdirSync(folder, { withFileTypes: true }).map((entry) => [
          entry.name,
          entry.isFile() ? readFileSync(join(folder, entry.name), "utf8") : "(folder)",
        ]),
      ),
    async modelCalls() {
      const { orm, close } = openDatabase(database.url, { max: 1 });
      const rows = await orm.select().from(modelCalls);
      await close();
      return rows.map((row) => {
        const known = Object.entries(row).filter(([, value]) => value !== null);
        return Object.fromEntries(known) as unknown as ModelCallRow;
      });
    },
    async close() {
      await engine.stop();
      await database.drop();
    },
  };
}
