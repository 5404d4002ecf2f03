import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { GateSpec } from "../../../plan/schema";
import { storeValue } from "../../../stored-value";
import type { PersonCommand } from "../../commands";

type Answer = Partial<Extract<PersonCommand, { type: "decide_approval" }>>;
const ADA = { id: "ada", name: "Ada", roles: [], mayReview: true };

function asking(gate: Partial<GateSpec> = {}): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate }) });
  world.start();
  const { stored: shown } = storeValue({ release: "v2" });
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "Release?", ...world.keyOf("g") });
  return world;
}

const answer = (world: RunWorld, more: Answer) =>
  world.send(
    { type: "decide_approval", approvalId: "apr_1-1", verb: "approve", provenance: "person", ...more },
    ANNA,
  );

function errorOf(world: RunWorld, more: Answer) {
  const outcome = answer(world, more);
  return outcome.ok ? undefined : outcome.error;
}

describe("an answer that cannot be taken says why, and what to do", () => {
  it.each<[string, Answer, object]>([
    [
      "for a gate that the run does not have",
      { approvalId: "apr_1-9" },
      { code: "not_found", message: "There is no gate apr_1-9 in this run." },
    ],
    [
      "on something else than is shown now",
      { digest: "old" },
      {
        code: "superseded",
        message: "What this gate shows has changed since you saw it. Load it again.",
        details: { digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
    [
      "by a verb that the gate does not offer",
      { verb: "retry" },
      {
        code: "invalid_input",
        message: '"retry" is not possible here. Use one of: approve, edit, reject, request_changes, ask.',
      },
    ],
    [
      "without the words that it needs",
      { verb: "request_changes", comment: " " },
      { code: "invalid_input", message: "Say what should change." },
    ],
    [
      "without the value that it needs",
      { verb: "edit" },
      { code: "invalid_input", message: '"edit" needs the value that becomes the result.' },
    ],
  ])("%s", (_, more, error) => {
    expect(errorOf(asking(), more)).toMatchObject(error);
  });

  it.each([
    ["reject", "The deadline of this gate has passed; it counts as reject."],
    ["pause", "The deadline of this gate has passed: the run is being paused. Answer again in a moment."],
    ["escalate", "The deadline of this gate has passed: it is being escalated. Look again in a moment."],
  ] as const)("after a deadline whose silence counts as %s", (onTimeout, message) => {
    const world = asking({ timeoutSeconds: 10, onTimeout, escalateTo: ["Bob"] });
    const deadlineAt = world.now + 10_000;
    world.now = deadlineAt;
    expect(errorOf(world, {})).toMatchObject({ code: "expired", message, details: { deadlineAt } });
  });

  it("to a gate that somebody answered first", () => {
    const world = asking();
    const at = world.now;
    answer(world, { comment: "fine" });
    expect(errorOf(world, { verb: "reject" })).toMatchObject({
      code: "already_decided",
      message: "Anna decided this gate already: approve.",
      details: { by: "Anna", verb: "approve", at, comment: "fine" },
    });
  });

  it("to a gate that was closed without an answer", () => {
    const world = asking();
    world.send({ type: "cancel" }, ANNA);
    expect(errorOf(world, {})).toMatchObject({
      code: "superseded",
      message: "This gate is no longer open: it is cancelled.",
      details: { status: "cancelled" },
    });
  });

  it("a second time from the same person where several have to approve", () => {
    const world = asking({ quorum: 3 });
    const at = world.now;
    answer(world, { by: ADA });
    expect(errorOf(world, { by: ADA })).toMatchObject({
      code: "not_allowed_now",
      message: "You have approved this already, and count once: 2 more people have to.",
      details: { quorum: 3, votes: 1, at },
    });
  });
});

describe("a vote", () => {
  it("is recorded only where several people have to approve", () => {
    const world = asking();
    expect(answer(world, { by: ADA })).toMatchObject({ ok: true });
    expect(world.types()).not.toContain("approval_voted");
    expect(world.types()).toContain("approval_decided");
  });
});

describe("a gate that requires a reason", () => {
  it("takes no rejection without one, and everything else as ever", () => {
    const world = asking({ requiresReason: true });
    for (const comment of [undefined, "", "  "]) {
      expect(errorOf(world, { verb: "reject", ...(comment !== undefined && { comment }) })).toMatchObject({
        code: "invalid_input",
        message: "Say why: this gate takes no rejection without a reason.",
      });
    }
    expect(world.state.openApprovals).not.toEqual({});
    expect(answer(world, { verb: "reject", comment: "Too early." }).ok).toBe(true);
    expect(answer(asking({ requiresReason: true }), { verb: "approve" }).ok).toBe(true);
    expect(answer(asking(), { verb: "reject" }).ok).toBe(true);
  });
});
