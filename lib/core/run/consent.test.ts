import { expect, it } from "vitest";
import { Approved, LOOK, OTHER, SEND, SEND_AGAIN } from "@/lib/testing/runs/approved-run";
import { actor, voter } from "@/lib/testing/runs/played-run";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../stored-value";
import { consentsIn, notDoneIn } from "./consent";

const GATE: TaskDraft = { id: "ok", title: "Release", type: "human_review", dependsOn: ["look"] };
const call = (taskId: string, callId = "c") => ({ taskId, attempt: 1, step: 1, callId });

it("names who let a call run with the plan, at a control and as this call", () => {
  const run = new Approved({}, [LOOK, GATE, { ...SEND, dependsOn: ["ok"] }]);
  const { world } = run;
  world.run("look").start();
  const shown = storeValue("it").stored;
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", ...world.keyOf("ok") });
  run.answer("approve", "Cid");
  world.start();
  world.ask("send", { kind: "tool_approval", callId: "c", tool: "mail" });
  run.answer("approve", "Dan");
  const consentFor = consentsIn(world.state);
  const before = { controls: [{ title: "Release", people: ["Cid"] }], plan: ["Bob"] };
  expect(consentFor(call("send"))).toEqual({ call: ["Dan"], ...before });
  expect(consentFor(call("send", "other"))).toEqual(before);
});

it("names the arguments that people changed", () => {
  const world = new RunWorld({ plan: planOf({ id: "send" }) });
  world.start();
  const { stored: shown } = storeValue({ to: "anna", subject: "Hello" });
  world.ask("send", { kind: "tool_approval", callId: "c", tool: "mail", shown });
  const { approvalId } = world.last("approval_opened").payload;
  const value = storeValue({ to: "anna", subject: "Good morning" }).stored;
  world.send({ type: "decide_approval", approvalId, verb: "edit", value, provenance: "person" }, ANNA);
  expect(consentsIn(world.state)(call("send"))).toEqual({ call: ["Anna"], edited: ["subject"] });
});

it("names who did without the control, and nobody where nobody was asked or a rule answered", () => {
  const run = new Approved({}, [LOOK, GATE, { ...SEND, dependsOn: ["ok"] }, OTHER], null);
  run.world.send({ type: "skip_task", taskId: "ok", reason: "so", by: voter("Eve") }, actor("Eve"));
  const consentFor = consentsIn(run.world.state);
  expect(consentFor(call("send"))).toEqual({ controls: [{ title: "Release", people: ["Eve"] }] });
  expect(consentFor(call("other"))).toEqual({});
});

it("lists what was approved with the plan and came to an end undone, and not what took its place", () => {
  const run = new Approved({}, [LOOK, { ...SEND, critical: false }, OTHER]);
  const { world } = run;
  world.start();
  for (const taskId of ["send", "look"])
    world.send({ type: "skip_task", taskId, reason: "so", by: voter("Bob") }, actor("Bob"));
  expect(notDoneIn(world.state)).toEqual([{ taskId: "send", title: "Send", status: "skipped" }]);
  world.run("other");
  expect(notDoneIn(world.state)).toHaveLength(1);
});

const consentOf = ({ world }: Approved, taskId: string) => consentsIn(world.state)(call(taskId));
const LOUDER = { ...SEND_AGAIN, input: '(tool/mail {:to "all of us"})' };

it("tells work that came into the plan after people had let it run, and by whose leave", () => {
  const edited = new Approved().edited("Ann", LOOK, SEND, OTHER);
  expect(consentOf(edited, "other")).toEqual({
    plan: ["Ann"],
    since: { change: "added", version: 2, by: ["Ann"] },
  });
  expect(consentOf(edited, "send")).toEqual({ plan: ["Bob"] });
  const replanned = new Approved().replanned(LOOK, SEND, OTHER).answer("approve", "Cid");
  const added = { plan: ["Cid"], since: { change: "added", version: 2, by: [] } };
  expect(consentOf(replanned, "other")).toEqual(added);
  expect(consentOf(replanned, "send")).toEqual({ plan: ["Bob"] });
});

it("tells work that was changed after people had let it run, and none that only a repair did once more", () => {
  const changed = new Approved().replanned(LOOK, LOUDER).answer("approve", "Cid");
  const since = { change: "changed", version: 2, by: [] };
  expect(consentOf(changed, "send_v2")).toEqual({ plan: ["Cid"], since });
  const run = new Approved();
  run.world.run("look").start();
  run.world.fail("send");
  expect(consentOf(run.replanned(LOOK, SEND, SEND_AGAIN), "send_v2")).toEqual({ plan: ["Bob"] });
});

it("says nothing of later versions where nobody was asked about the plan", () => {
  expect(consentOf(new Approved({}, [LOOK, SEND], null).edited("Ann", LOOK, SEND, OTHER), "other")).toEqual(
    {},
  );
});
