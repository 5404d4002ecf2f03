import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { actingTool, openPeopleRun, PEOPLE, type PeopleRun } from "@/lib/testing/engine/people-run";

/** Under four eyes leave for a call is that of somebody who has written none of its plan, as long as it waits. */

const { tool, did } = actingTool();
const { bob, eve } = PEOPLE;
const calls = ["a", "b"].map((to) => ({ tool: "deploy", callId: to, args: { to } }));
const agents = { sender: { prompt: "Send.", tools: ["deploy"] } };
const plan = { title: "P", agents, tasks: [{ id: "send", title: "Send", agent: "sender", input: "Go" }] };
const MORE = { id: "more", title: "More", type: "direct", input: "1" };
const toolPolicy = { rules: [{ tool: "deploy", path: "$", operator: "exists", effect: "ask" }] };

let world: PeopleRun;
beforeAll(async () => {
  world = await openPeopleRun([tool], ({ role, messages }) =>
    role === "agent" && messages.length === 1 ? { calls } : "Done.",
  );
});
afterAll(() => world.close());
beforeEach(() => {
  did.length = 0;
});

it.each([
  [true, ['{"to":"b"}']],
  [false, ['{"to":"a"}', '{"to":"b"}']],
])(
  "who let a call run and writes the plan before it goes is one of several eyes no more: %s",
  async (fourEyes, gone) => {
    const runId = await world.create({ plan, settings: { fourEyes, toolPolicy } });
    const asked = await world.waitFor(runId, (state) => world.openGates(state).length === 2);
    const [first = "", second = ""] = world.openGates(asked).map(({ approvalId }) => approvalId);
    await world.answer(first, "approve", { actor: bob });
    const edited = { ...plan, tasks: [...plan.tasks, MORE] };
    await world.command(bob, runId, "edit_plan", { plan: edited, expectedPlanVersion: 1, reason: "More" });
    await world.answer(second, "approve", { actor: eve });
    const isAsked = (state: Parameters<typeof world.openGates>[0]) => world.openGates(state).length > 0;
    const state = await world.waitFor(runId, (now) => now.phase === "ended" || isAsked(now));
    expect(did.toSorted()).toEqual(gone);
    if (!fourEyes) return;
    const again = world.openGates(state)[0]?.approvalId ?? "";
    await expect(world.answer(again, "approve", { actor: bob })).rejects.toMatchObject({ code: "forbidden" });
    await world.answer(again, "approve", { actor: eve });
    await world.waitFor(runId, ({ phase }) => phase === "ended");
    expect(did).toEqual([...gone, '{"to":"a"}']);
  },
);
