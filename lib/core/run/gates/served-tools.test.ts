import { expect, it } from "vitest";
import { waitingWith } from "@/lib/testing/runs/told-texts";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import type { JsonObject } from "../../json";
import type { ToolFacts } from "../../ports";
import { actsAt } from "./acts";
import { boundOtherwise, servedTools } from "./served-tools";

const SEND = { id: "send", title: "Send", agent: "deployer", dependsOn: ["ask"] };
const factsOf = (name: string, more: Partial<ToolFacts> = {}): ToolFacts => ({
  name,
  description: `Words of ${name}`,
  inputSchema: {},
  tags: [],
  definition: "d",
  sideEffects: "external",
  idempotent: false,
  repeatable: false,
  timeoutMs: 1_000,
  ...more,
});

it("names the tools that a run was bound to by another definition than is known", () => {
  const { state, gate } = waitingAtGate(SEND);
  const acts = actsAt(state, gate);
  const [name = ""] = acts.flatMap(({ tools }) => tools);
  const bound = (definition: string | undefined, known: ToolFacts[]) =>
    boundOtherwise(acts, known, [
      { name, definition } as { name: string },
      { name: "unused", definition: "x" },
    ]);
  expect(bound("d", [factsOf(name)])).toEqual([]);
  expect(bound(undefined, [factsOf(name)])).toEqual([]);
  expect(bound("other", [factsOf(name)])).toEqual([name]);
  expect(bound("d", [])).toEqual([name]);
  expect(boundOtherwise([], [], [{ name, definition: "d" }])).toEqual([]);
});

it("names the tools of servers by which a release acts, in their words, and whose change waits", () => {
  const { state, gate } = waitingAtGate(SEND);
  const acts = actsAt(state, gate);
  const [name = ""] = acts.flatMap(({ tools }) => tools);
  const served = (more: Partial<ToolFacts>) => servedTools(acts, [factsOf(name, more), factsOf("other")]);
  const { definition: _own, ...own } = factsOf(name);
  expect(servedTools(acts, [own])).toEqual([]);
  const tool = { name, description: `Words of ${name}` };
  expect(served({})).toEqual([tool]);
  expect(served({ changedParts: ["description"] })).toEqual([{ ...tool, waits: true }]);
  const ended = acts.map((act) => ({ ...act, agent: undefined, ended: true as const }));
  expect(servedTools(ended, [factsOf(name)])).toEqual([]);
  expect(servedTools(acts, [])).toEqual([]);
});

it("names tools that only read, where agents know them who act or whose work flows into that", () => {
  const reads = (agents: Record<string, object>) => {
    const { state, gate } = waitingWith({ agents });
    const known = ["deploy", "look", "other"].map((name) => factsOf(name));
    return servedTools(actsAt(state, gate), known);
  };
  const [deploy, look] = ["deploy", "look"].map((name) => ({ name, description: `Words of ${name}` }));
  expect(reads({ writer: { tools: ["look"] } })).toEqual([deploy, { ...look, reads: true }]);
  expect(reads({ writer: { tools: [] }, ops: { tools: ["deploy", "look"] } })).toEqual([
    ...[deploy, { ...look, reads: true }],
  ]);
  expect(reads({ writer: { tools: [] } })).toEqual([deploy]);
});

it("names of what a tool takes all that its schema says, and nothing where it says no more than that it takes a map", () => {
  const { state, gate } = waitingAtGate(SEND);
  const acts = actsAt(state, gate);
  const [name = ""] = acts.flatMap(({ tools }) => tools);
  const takes = (inputSchema: ToolFacts["inputSchema"]) =>
    servedTools(acts, [factsOf(name, { inputSchema })])[0]?.takes;
  const schemas: JsonObject[] = [
    { properties: { to: { description: "Always EVIL" } } },
    { properties: { to: { enum: ["EVIL"] } } },
    { properties: { EVIL: {} } },
    { description: "EVIL" },
    { required: ["EVIL"] },
  ];
  for (const words of schemas) expect(takes({ type: "object", ...words })).toContain("EVIL");
  expect(takes({ type: "object", properties: {}, additionalProperties: false })).toBeUndefined();
});

it("names every tool of servers for the supervisor, who knows all", () => {
  const { state, gate } = waitingAtGate({ ...SEND, agent: "supervisor" });
  const names = servedTools(actsAt(state, gate), [factsOf("b", { sideEffects: "read" })]).map(
    (one) => one.name,
  );
  expect(names).toEqual(["b"]);
});
