import { expect, test } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { deployTool } from "@/lib/testing/engine/tool-call-runs";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";

const WISH = "deploy version 9";
const planOf = (version: string) => ({
  title: "Ship",
  tasks: [
    { id: "ok", title: "Ship?", type: "human_review" },
    {
      id: "ship",
      title: "Ship",
      type: "direct",
      input: `(tool/deploy {:version "${version}"})`,
      dependsOn: ["ok"],
    },
  ],
});

/** A run under four eyes whose planner does what people say; each person answers as themselves. */
async function planned() {
  const { done, tool } = deployTool();
  const people = ["p", "Ann", "Bob", "Cid"].map((id) => ({
    id,
    name: id,
    roles: [],
    capabilities: ["review" as const],
  }));
  const model = createScriptedModel(({ role, messages }) =>
    role === "planner" || role === "replanner"
      ? JSON.stringify(planOf(JSON.stringify(messages).includes(WISH) ? "9" : "1"))
      : "done",
  );
  const engine = createMemoryEngine({ model, tools: createToolbox([tool]), people });
  await engine.create("Do it", undefined, { planApproval: true, fourEyes: true, critic: { mode: "off" } });
  const resume = async () => {
    await (await engine.lease()).ended;
  };
  await resume();
  let sent = 0;
  const send = async (name: string, command: object) => {
    sent += 1;
    const by = { id: name, name, roles: [], mayReview: true };
    const actor = { kind: "person" as const, id: name, name };
    const envelope = { id: `sent${sent}`, actor, command: { ...command, by } as never };
    const { replies } = await engine.store.runStore.transition(RUN_ID, [{ envelope }]);
    return replies[0]?.ok ? "taken" : replies[0]?.error.code;
  };
  const open = () =>
    Object.values(engine.store.state(RUN_ID).approvals).filter(({ status }) => status === "open");
  const decide = (name: string, verb: GateVerb, comment?: string) =>
    send(name, {
      type: "decide_approval",
      approvalId: open().at(-1)?.approvalId,
      verb,
      provenance: "person",
      people,
      ...(comment !== undefined && { comment }),
    });
  return { done, open, decide, send, resume };
}

test("who has a draft written again on their words does not let it pass alone", async () => {
  const { done, open, decide, resume } = await planned();
  expect(await decide("Bob", "request_changes", WISH)).toBe("taken");
  await resume();
  expect(open().at(-1)?.kind).toBe("plan_approval");
  expect(await decide("Bob", "approve")).toBe("forbidden");
  expect(await decide("Ann", "approve")).toBe("taken");
  await resume();
  expect(open().at(-1)?.kind).toBe("human_review");
  expect(await decide("Bob", "approve")).toBe("forbidden");
  expect(await decide("Ann", "approve")).toBe("taken");
  await resume();
  expect(done).toEqual(["9"]);
});

test("nor who has a plan that runs changed by an instruction", async () => {
  const { done, open, decide, send, resume } = await planned();
  await decide("Ann", "approve");
  await resume();
  expect(await send("Bob", { type: "request_replan", instruction: WISH })).toBe("taken");
  await resume();
  expect(open().at(-1)?.kind).toBe("plan_change");
  expect(await decide("Bob", "approve")).toBe("forbidden");
  expect(await decide("Ann", "request_changes", `${WISH} tonight`)).toBe("taken");
  await resume();
  for (const name of ["Ann", "Bob"]) expect(await decide(name, "approve")).toBe("forbidden");
  expect(await decide("Cid", "approve")).toBe("taken");
  await resume();
  expect(open().at(-1)?.kind).toBe("human_review");
  expect(await decide("Bob", "approve")).toBe("forbidden");
  expect(await decide("Bob", "reject")).toBe("taken");
  expect(done).toEqual([]);
});

test("nor who wrote a comment that others send", async () => {
  const { decide, send, open, resume } = await planned();
  await decide("Ann", "approve");
  await resume();
  const anchor = { version: 1, excerpt: "", kind: "plan" };
  const comment = { id: "cmt_1", anchor, text: WISH, by: [{ id: "Bob", name: "Bob" }] };
  const round = { number: 1, comments: [comment] };
  expect(await send("Ann", { type: "request_replan", instruction: "", round })).toBe("taken");
  await resume();
  expect(open().at(-1)?.kind).toBe("plan_change");
  for (const name of ["Ann", "Bob"]) expect(await decide(name, "approve")).toBe("forbidden");
  expect(await decide("Cid", "approve")).toBe("taken");
});

test("who let a draft pass and wished for nothing lets its gates pass as well", async () => {
  const { done, decide, resume } = await planned();
  await decide("Ann", "approve");
  await resume();
  expect(await decide("Ann", "approve")).toBe("taken");
  await resume();
  expect(done).toEqual(["1"]);
});
