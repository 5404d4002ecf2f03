import { expect, it } from "vitest";
import { RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, waitingAtGate, withAgents } from "@/lib/testing/runs/waiting-gate";
import { storeValue } from "../../stored-value";
import { openApproval } from "../decide/gates/open";
import type { DraftEvent } from "../events";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { inHand } from "./in-hand";
import { heldDigest } from "./shown";
import { APPROVAL_KINDS, verbsOfKind } from "./table";

const SHIP: TaskDraft = { id: "ship", agent: "deployer", dependsOn: ["ask"] };
const FILE = { id: "att_1", name: "a.txt", mediaType: "text/plain", bytes: 1, digest: "d1" };
const OTHERS: [string, (state: RunState) => Partial<RunState>][] = [
  ["run", () => ({ runId: "run_9" })],
  ["mission", () => ({ mission: "Delete the backups" })],
  ["constraints", ({ settings }) => ({ settings: { ...settings, constraints: "None" } })],
  ["choice of models", ({ settings }) => ({ settings: { ...settings, models: { agent: "other" } } })],
  ["files", () => ({ attachments: [{ ...FILE, digest: "d2" }] })],
];

const digestOf = (event: DraftEvent): unknown => (event.payload as { digest?: string }).digest;

it.each(OTHERS)("names for one %s alone what any question shows", (_what, other) => {
  const { state: asked } = waitingAtGate(SHIP);
  const state = { ...asked, attachments: [FILE] };
  const elsewhere = { ...state, ...other(state) };
  const openings = APPROVAL_KINDS.flatMap((kind) =>
    [undefined, "plan"].map((digest) => ({
      kind,
      verbs: verbsOfKind(kind),
      taskId: "ask",
      ...(digest !== undefined && { digest }),
    })),
  );
  for (const opening of openings)
    expect(digestOf(openApproval(elsewhere, opening)), opening.kind).not.toBe(
      digestOf(openApproval(state, opening)),
    );
});

it.each(OTHERS)("names for one %s alone what a hand lets act, and a held decision", (_what, other) => {
  const settings = { reviewMode: "hold" as const };
  const review: TaskDraft = { id: "ask", type: "planning_review" };
  const world = new RunWorld({ plan: withAgents(review, SHIP), tools: KNOWN_TOOLS, settings });
  world.start();
  const proposal = { decision: "CONTINUE" as const, reasoning: "Fine.", answers: [], reviewer: "r" };
  world.send({ type: "review_read", ...world.keyOf("ask"), proposal });
  const state = { ...world.state, attachments: [FILE] };
  const elsewhere = { ...state, ...other(state) };
  const names = (one: RunState) => [
    inHand(one, taskOf(one, "ask"))?.digest,
    heldDigest(one, taskOf(one, "ask")),
  ];
  expect(Object.keys(state.held)).toEqual(["ask"]);
  const [[hand, held], [otherHand, otherHeld]] = [names(state), names(elsewhere)];
  expect(hand).not.toBe(otherHand);
  expect(held).not.toBe(otherHeld);
});

it("names what a fork asks again otherwise, also where the fork changes what is shown beside it", () => {
  const world = new RunWorld({
    plan: withAgents({ id: "ask", type: "human_review" }, SHIP),
    tools: KNOWN_TOOLS,
  });
  world.start();
  const { stored: shown } = storeValue("It is ready.");
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  const open = ({ state }: RunWorld) => state.approvals[Object.keys(state.openApprovals)[0] ?? ""]?.digest;
  const constraints = (text: string) => ({ settings: { ...world.state.settings, constraints: text } });
  const digests = [
    world,
    ...[{}, constraints("Never delete"), constraints("Delete all")].map((changes) =>
      world.fork(world.state.seq, 60_000, changes),
    ),
  ].map(open);
  expect(new Set(digests).size).toBe(4);
});
