import { expect, it } from "vitest";
import { planOf, RunWorld } from "../../../testing/runs/run-world";
import { waitingAtGate, waitingForCall } from "../../../testing/runs/waiting-gate";
import { storeValue } from "../../stored-value";
import { openGates } from "../selectors";
import type { ApprovalState } from "../state";
import { isToBeSeen, partsToRead } from "./parts";
import { APPROVAL_KINDS } from "./table";

const gateOf = ({ state }: RunWorld): ApprovalState => {
  const [gate] = openGates(state);
  if (!gate) throw new Error("No gate is open");
  return gate;
};

it("of what passes all has to have been in sight, and of why it is asked nothing", () => {
  const world = waitingForCall({ kind: "tool_approval", shown: storeValue({ to: "ann" }).stored });
  const { state } = world;
  const gate = gateOf(world);
  const parts = partsToRead(state, gate, { rest: { to: "ann" }, call: {} });
  expect(parts.filter((part) => !isToBeSeen(part))).toEqual(["context", "policies"]);
  expect(parts.filter(isToBeSeen)).toEqual(["question", "value", "release"]);
});

it("of any gate the question, what the run does not tell, and what it sets free are read", () => {
  const { state, gate } = waitingAtGate();
  for (const kind of APPROVAL_KINDS)
    expect(partsToRead(state, { ...gate, kind }, {})).toEqual(
      expect.arrayContaining(["question", "context", "release"]),
    );
});

it("of a call its arguments are read: beside a list, as that list, and also while they are on their way", () => {
  const long = storeValue({ text: "x".repeat(9_000) }).stored;
  const world = waitingForCall({ kind: "tool_approval", shown: long });
  const gate = gateOf(world);
  const parts = (known: Parameters<typeof partsToRead>[2]) => partsToRead(world.state, gate, known);
  expect(parts({})).toContain("value");
  expect(parts({ rest: { text: "x" }, call: {} })).toEqual(expect.arrayContaining(["value", "policies"]));
  const listed = parts({ list: { path: ["to"], items: [] } });
  expect(listed).toContain("items");
  expect(listed).not.toContain("value");
  expect(parts({ rest: {}, list: { path: ["to"], items: [] } })).toEqual(
    expect.arrayContaining(["value", "items"]),
  );
});

it("of a tool's question its words are all that there is, with what the tool says beside them", () => {
  const details = storeValue("Two of them are full.").stored;
  const world = waitingForCall({
    kind: "tool_input",
    tool: "ask_human",
    shown: storeValue({ question: "Where?" }).stored,
    pause: { reason: "await_input", details },
  });
  const parts = partsToRead(world.state, gateOf(world), { rest: { question: "Where?" } });
  expect(parts).not.toContain("value");
  expect(parts).toContain("details");
});

it("of a review its proposal is read, with the tail, and what a review before a human gate came to", () => {
  const plan = planOf({ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"] });
  const world = new RunWorld({ plan, settings: { reviewMode: "manual" } }).run("a");
  world.start();
  const reasoning = "Too dear.";
  world.send({
    type: "review_read",
    ...world.keyOf("r"),
    proposal: { decision: "ABORT", reasoning, answers: [], reviewer: "reviewer" },
  });
  const parts = partsToRead(world.state, gateOf(world), {});
  expect(parts).toContain("review");
  expect(parts).not.toContain("tail");
  expect(parts).not.toContain("value");
});

it("before a human gate what a review came to is read", () => {
  const review = { id: "r", type: "planning_review" as const, dependsOn: ["a"] };
  const plan = planOf({ id: "a" }, review, { id: "g", type: "human_review", dependsOn: ["r"] });
  const world = new RunWorld({ plan, settings: { reviewMode: "auto" } }).run("a");
  world.start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  world.start();
  world.send({
    type: "gate_shown",
    ...world.keyOf("g"),
    shown: storeValue("Go").stored,
    digest: "d",
    prompt: "Go?",
  });
  expect(partsToRead(world.state, gateOf(world), {})).toContain("review");
});

it("of a change of the plan what it changes is read, by the question that tells it", () => {
  const { state, gate } = waitingAtGate();
  const question = { about: "answer" as const, controls: ["Release"] };
  const parts = partsToRead(state, { ...gate, kind: "answer_release", question }, {});
  expect(parts).toEqual(expect.arrayContaining(["changes", "value"]));
  expect(partsToRead(state, { ...gate, kind: "plan_approval" }, { servedTools: [] })).toEqual(
    expect.arrayContaining(["plan", "tools"]),
  );
});
