import { expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import type { ToolFacts } from "../../ports";
import { acting } from "../controls/release/release";
import { releaseOfGate } from "./risk";
import { servedTools } from "./served-tools";

const SEND = { id: "send", title: "Send", agent: "deployer", dependsOn: ["ask"] };

it("names the tools of servers by which a release acts, in their words, and whose change waits", () => {
  const { state, gate } = waitingAtGate(SEND);
  const [name = ""] = acting(releaseOfGate(state, gate)).flatMap(({ tools }) => tools);
  const facts: ToolFacts = {
    ...{ name, description: "Sends the weekly digest", inputSchema: {}, tags: [] },
    ...{ sideEffects: "external", idempotent: false, repeatable: false, timeoutMs: 1_000 },
  };
  const served = (more: Partial<ToolFacts>) => servedTools(state, gate, () => ({ ...facts, ...more }));
  expect(served({})).toEqual([]);
  const tool = { name, description: "Sends the weekly digest" };
  expect(served({ definition: "d" })).toEqual([tool]);
  expect(served({ definition: "d", changedParts: ["description"] })).toEqual([{ ...tool, waits: true }]);
  expect(servedTools(state, gate, () => undefined)).toEqual([]);
});
