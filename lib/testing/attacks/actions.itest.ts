import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { toPageText } from "@/lib/client/page-text";
import type { VerbName } from "@/lib/services/registry";
import { verbNamed } from "@/lib/services/verb-by-name";
import { type AttackWorld, openAttackWorld } from "./attack-world";
import { hostileArgument, hostileInput } from "./hostile-input";
import { ATTACKS } from "./length";

const composed = vi.hoisted(() => ({ app: undefined as unknown }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost:3000" }),
  cookies: async () => new Map(),
}));
vi.mock("next/cache", () => ({ refresh() {} }));
vi.mock("@/lib/compose", () => ({ getApp: async () => composed.app }));

type Action = (...given: unknown[]) => Promise<unknown>;
/** Stands for the one field of actions whose input goes as text. */
const TEXT = "(text)";

/** The verb that an action calls, and the one field that it is given where it takes no input as a whole. */
const ACTIONS: Record<string, Record<string, [verb: VerbName, field?: string] | "none">> = {
  "actions.ts": { chooseTheme: "none" },
  "lessons/actions.ts": {
    acceptLesson: ["lessons/accept"],
    editLesson: ["lessons/edit"],
    proposeLesson: ["lessons/propose"],
    revokeLesson: ["lessons/revoke"],
  },
  "runs/[id]/actions.ts": { commandRun: ["runs/command", TEXT] },
  "runs/new/actions.ts": { startMission: ["runs/create", TEXT] },
  "settings/notifications/actions.ts": {
    saveChannel: ["notifications/save"],
    removeChannel: ["notifications/remove", "channelId"],
    testChannel: ["notifications/test", "channelId"],
    sendAgain: ["notifications/sendAgain", "deliveryId"],
    chooseEvents: ["notifications/choose", "events"],
  },
  "settings/mcp/actions.ts": {
    acceptTool: ["mcp/acceptTool"],
    addServer: ["mcp/add", TEXT],
    changeServer: ["mcp/change", TEXT],
    removeServer: ["mcp/remove", "name"],
    setTool: ["mcp/setTool"],
    testServer: ["mcp/test", "name"],
  },
  "settings/models/actions.ts": {
    removeModel: ["models/removeModel", "id"],
    removeProvider: ["models/removeProvider", "name"],
    saveModel: ["models/saveModel"],
    saveProvider: ["models/saveProvider", TEXT],
    saveRole: ["models/saveRole"],
    setDefaults: ["models/setRoleDefaults", "defaults"],
    setSimulatedTools: ["models/setSimulatedTools", "enabled"],
    testModel: ["models/test", "id"],
  },
  "settings/retention/actions.ts": {
    changeRetention: ["retention/change"],
    purgeAudit: ["retention/purgeAudit"],
  },
  "settings/drills/actions.ts": {
    changeDrills: ["drills/change"],
    joinDrills: ["drills/join"],
    sendDrill: ["drills/send"],
  },
  "settings/people/actions.ts": { createKey: ["keys/create"], revokeKey: ["keys/revoke", "keyId"] },
  "settings/spending/actions.ts": {
    changeSpending: ["spending/change"],
    setRunBudgets: ["spending/setRunBudgets"],
  },
  "settings/policies/actions.ts": { removePolicy: ["policies/remove"], savePolicy: ["policies/save", TEXT] },
};

const folder = join(import.meta.dirname, "../../../app/(console)");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith("actions.ts"),
);

let world: AttackWorld;
const actions = new Map<string, Action>();
beforeAll(async () => {
  world = await openAttackWorld();
  composed.app = { services: world.services, log: world.deps.log, tokenRequired: true };
  for (const file of files) {
    const found = (await import(/* @vite-ignore */ join(folder, file))) as Record<string, Action>;
    for (const [name, action] of Object.entries(found)) actions.set(`${file} ${name}`, action);
  }
});
afterAll(() => world?.close());

it("every action of the console is among those that are attacked", () => {
  const listed = Object.entries(ACTIONS).flatMap(([file, named]) =>
    Object.keys(named).map((name) => `${file} ${name}`),
  );
  expect([...actions.keys()].sort()).toEqual(listed.sort());
});

it("every action whose input has names of any text is given it as text", () => {
  const asItIs = Object.values(ACTIONS).flatMap((named) =>
    Object.entries(named).flatMap(([name, calls]) =>
      calls !== "none" && calls[1] !== TEXT && holdsNames(verbNamed(calls[0]).schema) ? name : [],
    ),
  );
  expect(asItIs).toEqual([]);
});

/** Whether an input has a part whose keys its schema does not name. */
function holdsNames(schema: z.ZodType): boolean {
  let isOpen = false;
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { type, ...def } = zodSchema._zod.def;
      const isByName = "keyType" in def && (def.keyType as z.ZodType).def.type !== "enum";
      isOpen ||= isByName || (type === "custom" && Object.keys(jsonSchema).length === 0);
    },
  });
  return isOpen;
}

/** As `toPageText` writes it; what cannot be written is sent as it is. */
function writtenOf(value: object): object {
  try {
    return toPageText(value);
  } catch {
    return value;
  }
}

/** What a browser may send as arguments: those of the form with hostile places in them, or anything at all. */
const attacks = (): fc.Arbitrary<{ name: string; given: unknown[] }> =>
  fc
    .constantFrom(
      ...Object.entries(ACTIONS).flatMap(([file, named]) =>
        Object.entries(named).map(([name, calls]) => ({ name: `${file} ${name}`, calls })),
      ),
    )
    .chain(({ name, calls }) => {
      const anything = fc.array(fc.option(hostileArgument, { nil: undefined }), { maxLength: 2 });
      if (calls === "none") return fc.record({ name: fc.constant(name), given: anything });
      const [verb, field] = calls;
      const schema: z.ZodType = verbNamed(verb).schema;
      const input = fc
        .tuple(hostileInput(schema, world.known, hostileArgument), hostileArgument)
        .map(([whole, key]) => {
          if (typeof whole !== "object" || whole === null) return [whole];
          if (field === TEXT) return [writtenOf({ key, ...whole })];
          return [field === undefined ? { key, ...whole } : (whole as Record<string, unknown>)[field]];
        });
      const given = fc.oneof({ weight: 4, arbitrary: input }, { weight: 1, arbitrary: anything });
      return fc.record({ name: fc.constant(name), given });
    });

it("no argument breaks an action, and none that is refused leaves anything behind", async () => {
  let before = await world.stored();
  await fc.assert(
    fc.asyncProperty(fc.constant(null).chain(attacks), async ({ name, given }) => {
      const outcome = (await actions.get(name)?.(...given)) as { problem?: { message: string } } | undefined;
      const [then, now] = [before, await world.stored()];
      before = now;
      if (!outcome?.problem) return;
      expect(outcome.problem.message).not.toMatch(/went wrong|Try again/);
      // A server is added before it is tested, and the test says no.
      if (!/(add|change|test)Server/.test(name)) expect(now).toBe(then);
    }),
    ATTACKS,
  );
}, 3_600_000);
