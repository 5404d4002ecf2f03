import { describe, expect, it } from "vitest";
import { type Actor, CAPABILITIES, type Capability } from "@/lib/auth/actor";
import { ROUTE_KEYS, routesAt } from "@/lib/http/routes";
import type { ServiceDeps } from "./context";
import { createServices, verbs } from "./registry";
import { serviceNamed } from "./verb-by-name";

/** Dependencies that must not be reached: a refused call reads nothing and writes nothing. */
const untouchable = new Proxy({} as ServiceDeps, {
  get(_, name) {
    throw new Error(`reached ${String(name)}`);
  },
  ownKeys: () => [],
});

const NEEDS: Record<string, Capability> = {
  "lessons/list": "view",
  "lessons/get": "view",
  "lessons/propose": "operate",
  "lessons/accept": "review",
  "lessons/edit": "review",
  "lessons/revoke": "review",
  "examples/list": "view",
  "examples/get": "view",
  "examples/draft": "view",
  "examples/create": "review",
  "examples/edit": "review",
  "examples/switch": "review",
  "examples/import": "review",
  "examples/export": "view",
  "templates/list": "view",
  "templates/get": "view",
  "templates/fill": "view",
  "templates/save": "operate",
  "templates/archive": "operate",
  "agents/list": "view",
  "runs/create": "operate",
  "runs/command": "operate",
  "runs/cancelMany": "operate",
  "runs/fork": "operate",
  "runs/forkPreview": "view",
  "runs/family": "view",
  "runs/compare": "view",
  "runs/get": "view",
  "runs/again": "view",
  "runs/view": "view",
  "runs/list": "view",
  "runs/export": "view",
  "runs/prompt": "view",
  "runs/events": "view",
  "runs/layout": "view",
  "runs/snapshot": "view",
  "runs/timeMarks": "view",
  "runs/outside": "view",
  "runs/report": "view",
  "runs/exportReport": "view",
  "runs/watch": "view",
  "runs/follow": "view",
  "runs/trajectory": "view",
  "runs/exportTrajectory": "view",
  "runs/calls": "view",
  "runs/costs": "view",
  "runs/value": "view",
  "stream/open": "view",
  "stream/authorize": "view",
  "approvals/list": "view",
  "approvals/held": "view",
  "approvals/get": "view",
  "approvals/context": "view",
  "approvals/decide": "review",
  "approvals/decideMany": "review",
  "approvals/handOn": "admin",
  "attachments/add": "operate",
  "attachments/get": "view",
  "attachments/content": "view",
  "attachments/list": "view",
  "models/list": "view",
  "models/saveProvider": "admin",
  "models/removeProvider": "admin",
  "models/saveModel": "admin",
  "models/removeModel": "admin",
  "models/setRoleDefaults": "admin",
  "models/saveRole": "admin",
  "models/setSimulatedTools": "admin",
  "models/test": "admin",
  "plans/get": "view",
  "plans/export": "view",
  "plans/parse": "view",
  "plans/validate": "view",
  "plans/critique": "view",
  "plans/diff": "view",
  "plans/editDraft": "review",
  "policies/list": "view",
  "policies/get": "view",
  "drills/list": "view",
  "drills/settings": "view",
  "drills/join": "review",
  "drills/change": "admin",
  "drills/send": "admin",
  "keys/create": "admin",
  "keys/list": "admin",
  "keys/revoke": "admin",
  "spending/get": "view",
  "spending/change": "admin",
  "spending/runBudgets": "view",
  "spending/setRunBudgets": "admin",
  "overview/figures": "view",
  "retention/get": "admin",
  "retention/change": "admin",
  "retention/purgeAudit": "admin",
  "retention/deleteRuns": "admin",
  "runs/deleteMany": "admin",
  "runs/deletion": "admin",
  "data/export": "admin",
  "data/exportAudit": "admin",
  "data/exports": "admin",
  "policies/save": "admin",
  "policies/remove": "admin",
  "policies/history": "view",
  "policies/explain": "view",
  "mcp/list": "admin",
  "mcp/add": "admin",
  "mcp/change": "admin",
  "mcp/remove": "admin",
  "mcp/setTool": "admin",
  "mcp/acceptTool": "admin",
  "mcp/test": "admin",
  "notifications/list": "admin",
  "notifications/save": "admin",
  "notifications/remove": "admin",
  "notifications/test": "admin",
  "notifications/deliveries": "admin",
  "notifications/sendAgain": "admin",
  "notifications/choices": "view",
  "notifications/choose": "view",
  "marks/list": "view",
  "marks/save": "review",
  "comments/list": "view",
  "comments/add": "review",
  "comments/ask": "review",
  "comments/askAgain": "review",
  "comments/reply": "review",
  "comments/edit": "review",
  "comments/remove": "review",
  "comments/resolve": "review",
  "comments/reopen": "review",
  "comments/send": "review",
  "replans/list": "view",
  "costs/report": "view",
  "costs/csv": "view",
  "replays/create": "operate",
  "replays/import": "operate",
  "replays/cancel": "operate",
  "replays/get": "view",
  "replays/list": "view",
  "replays/export": "view",
  "insights/report": "view",
  "insights/csv": "view",
  "forecasts/get": "view",
  "forecasts/plan": "view",
  "forecasts/errors": "view",
  "tools/list": "view",
  "views/list": "view",
  "views/save": "view",
  "views/rename": "view",
  "views/remove": "view",
  "scenarios/list": "view",
  "system/about": "view",
  "system/me": "view",
  "system/people": "view",
  "runs/stalled": "view",
  "runs/owners": "view",
  "system/health": "view",
  "system/status": "view",
};

it("every verb refuses fields that it does not know, which would be lost", () => {
  // Of an input of several kinds nothing is known before its kind is known.
  const refused = /unrecognized_keys|invalid_union/;
  const lax = verbs.filter(
    ({ schema }) => !refused.test(schema.safeParse({ setings: {} }).error?.message ?? ""),
  );
  expect(lax.map(({ verbName }) => verbName)).toEqual([]);
});

const personWith = (capabilities: Capability[]): Actor => ({
  kind: "person",
  id: "p",
  name: "P",
  workspaceId: "local",
  capabilities,
});

describe("authorization", () => {
  it("has a rule for every verb", () => {
    expect(verbs.map(({ verbName }) => verbName).toSorted()).toEqual(Object.keys(NEEDS).toSorted());
  });

  const cases = verbs.flatMap(({ verbName: name }) => {
    const needed = NEEDS[name] as Capability;
    const others = CAPABILITIES.filter((capability) => capability !== needed);
    return [
      { name, needed, capabilities: [] },
      { name, needed, capabilities: others },
    ];
  });

  it.each(cases)(
    "$name needs $needed; $capabilities is not enough",
    async ({ name, needed, capabilities }) => {
      const service = serviceNamed(createServices(untouchable), name);
      const call = service({ actor: personWith([...capabilities]), input: {} });
      await expect(call).rejects.toMatchObject({ code: "forbidden", details: { capability: needed } });
    },
  );

  const routes = ROUTE_KEYS.flatMap((key) => routesAt(key).map(({ verb }) => ({ key, verb })));

  it.each(routes)("$key lets nobody in without the right that $verb needs", async ({ verb }) => {
    const needed = NEEDS[verb] as Capability;
    const others = CAPABILITIES.filter((capability) => capability !== needed);
    const call = serviceNamed(createServices(untouchable), verb)({ actor: personWith(others), input: {} });
    await expect(call).rejects.toMatchObject({ code: "forbidden", details: { capability: needed } });
  });

  it("lets everything that changes something be asked by POST alone", () => {
    const changing = routes.filter(({ verb }) => ["operate", "review"].includes(NEEDS[verb] ?? ""));
    expect(changing.filter(({ key }) => !key.startsWith("POST "))).toEqual([]);
  });
});
