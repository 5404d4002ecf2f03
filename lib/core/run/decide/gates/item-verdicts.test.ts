import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { peopleWordLines } from "../../../describe/people-words";
import { formatReason } from "../../../describe/reason";
import { storeValue } from "../../../stored-value";
import type { ItemVerdict } from "../../gates/items";
import { itemsOfCall } from "../../gates/of-task";
import type { GateVerb } from "../../gates/table";
import { peopleWords } from "../../people-words";

const CLAIMS = ["Sales rose by 12 %", "Costs fell", "Churn is at 3 %"];
const ITEMS: ItemVerdict[] = [
  { verdict: "accept", excerpt: "Sales rose by 12 %" },
  { verdict: "reject", excerpt: "Costs fell", reason: "They rose by 4 %" },
  { verdict: "accept", excerpt: "Churn is at 3 %" },
];
const ACCEPTED = ITEMS.map(({ excerpt }) => ({ verdict: "accept" as const, excerpt }));

function asking(gate: object = {}) {
  const review = { prompt: "", assignees: [], quorum: 1, onTimeout: "reject" as const, ...gate };
  const plan = planOf(
    { id: "g", type: "human_review", title: "Check the claims", maxRetries: 0, gate: review },
    { id: "send", dependsOn: ["g"] },
    { id: "aside" },
  );
  const world = new RunWorld({ plan });
  world.start();
  const { stored: shown } = storeValue(CLAIMS);
  world.send({ type: "gate_shown", ...world.keyOf("g"), shown, digest: "d", prompt: "Do they hold?" });
  return world;
}

const answer = (world: RunWorld, verb: GateVerb, more: object = {}) =>
  world.send({ type: "decide_approval", approvalId: "apr_1-1", verb, provenance: "person", ...more }, ANNA);

describe("verdicts on items", () => {
  it("are data of the answer, and the reason of the failure with what is to be kept", () => {
    const world = asking();
    const given = { items: ITEMS, channel: "console" as const };
    expect(answer(world, "request_changes", given)).toMatchObject({ ok: true });
    expect(world.last("approval_decided").payload).toMatchObject(given);
    expect(world.state.approvals["apr_1-1"]?.decided).toMatchObject(given);
    const { diagnosis } = world.last("task_failed").payload;
    expect(diagnosis).toMatchObject({ code: "items_rejected", of: 3, rejectedCount: 1 });
    expect(formatReason(diagnosis)).toBe(
      [
        "1 of 3 items rejected:",
        "- 2. Costs fell: They rose by 4 %",
        "Accepted, keep as they are:",
        "- 1. Sales rose by 12 %",
        "- 3. Churn is at 3 %",
      ].join("\n"),
    );
  });

  it("reach the replanner, and the tasks of the version that makes the list again, not work that was there before", () => {
    const world = asking();
    answer(world, "request_changes", { items: ITEMS, comment: "Nearly." });
    const line =
      "Anna, at task “Check the claims”: Changes requested: Nearly.; rejected items: 2 (Costs fell): They rose by 4 %. accepted items, to be kept as they are: 1 (Sales rose by 12 %); 3 (Churn is at 3 %)";
    expect(peopleWordLines(peopleWords(world.state))).toEqual([line]);
    expect(peopleWords(world.state, "aside")).toEqual([]);
    world.succeed("aside");
    expect(world.replan(offer(planOf({ id: "aside" }, { id: "again" })), { waive: true })).toMatchObject({
      ok: true,
    });
    expect(world.state.tasks.again?.sinceVersion).toBe(2);
    expect(peopleWordLines(peopleWords(world.state, "again"))).toEqual([line]);
  });

  it("stand for the reason that a rejection has to have", () => {
    const world = asking({ requiresReason: true });
    expect(answer(world, "reject")).toMatchObject({ ok: false });
    expect(answer(world, "reject", { items: ACCEPTED })).toMatchObject({ ok: false });
    expect(answer(world, "reject", { items: ITEMS })).toMatchObject({ ok: true });
  });

  it("let nothing pass that was rejected, unless the rest continues without it", () => {
    const refused = answer(asking(), "approve", { items: ITEMS });
    expect(refused).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    const world = asking();
    const { stored: value } = storeValue(CLAIMS.filter((_, n) => n !== 1));
    expect(answer(world, "edit", { items: ITEMS, value })).toMatchObject({ ok: true });
    expect(world.state.tasks.g?.result).toMatchObject({ inline: CLAIMS.filter((_, n) => n !== 1) });
    expect(world.state.approvals["apr_1-1"]?.decided).toMatchObject({ value, items: ITEMS });
    expect(peopleWordLines(peopleWords(world.state, "send"))).toHaveLength(1);
  });

  it("that are all accepted change nothing, and say so only where a person commented", () => {
    const world = asking();
    expect(answer(world, "approve", { items: ACCEPTED })).toMatchObject({ ok: true });
    expect(world.state.tasks.g?.result).toMatchObject({ inline: CLAIMS });
    expect(peopleWords(world.state, "send")).toEqual([]);
  });
});

it("verdicts on the list of a call are kept for the answer that they came with", () => {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  const call = { kind: "tool_approval" } as const;
  world.ask("t", { ...call, callId: "a" }, { ...call, callId: "c" });
  const { stored: value } = storeValue({ version: "2" });
  expect(answer(world, "approve", { items: ITEMS })).toMatchObject({ ok: false });
  expect(answer(world, "edit", { items: ITEMS, value })).toMatchObject({ ok: true });
  const { t } = world.state.tasks;
  const given = (key: string, verb: GateVerb) => t && itemsOfCall(world.state, t, key, verb);
  expect(given("1/a", "edit")).toEqual(ITEMS);
  expect([given("1/a", "reject"), given("1/c", "edit")]).toEqual([undefined, undefined]);
});
