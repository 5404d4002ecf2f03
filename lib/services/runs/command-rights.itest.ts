import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CAPABILITIES, type Capability } from "@/lib/auth/actor";
import { asDomainError } from "@/lib/core/errors";
import type { RunCommandInput } from "@/lib/core/inputs/run-command";
import { PERSON_COMMANDS, personCommandRow } from "@/lib/core/run/command-table";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
let runId: string;
beforeAll(async () => {
  world = await openServiceWorld();
  ({ runId } = await world.services.runs.create({ actor: world.person(), input: { plan } }));
});
afterAll(() => world.close());

const plan = {
  title: "Asked",
  tasks: [
    { id: "a", title: "First", input: "go" },
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "g", title: "Release", type: "human_review", dependsOn: ["a"] },
  ],
};

type Sent = RunCommandInput["type"];
const reason = "because";
const finding = { planVersion: 9, findingKey: "none", verdict: "waived" as const, reason };

/** One of each, that harms no other. */
const COMMANDS: { [T in Sent]: RunCommandInput & { type: T } } = {
  pause: { type: "pause" },
  resume: { type: "resume" },
  retry_task: { type: "retry_task", taskId: "a" },
  skip_task: { type: "skip_task", taskId: "nobody", reason },
  accept_result: { type: "accept_result", taskId: "a", reason },
  supply_result: { type: "supply_result", taskId: "nobody", value: 1, reason },
  steer: { type: "steer", taskId: "a", message: "left" },
  raise_budget: { type: "raise_budget", counter: "maxTokens", limit: 1 },
  edit_plan: { type: "edit_plan", plan: { title: "x", tasks: [] }, expectedPlanVersion: 9, reason },
  request_replan: { type: "request_replan", instruction: "again", expectedPlanVersion: 9 },
  override_review: { type: "override_review", taskId: "r", decision: "ABORT", reason },
  claim_review: { type: "claim_review", taskId: "nobody" },
  release_review: { type: "release_review", taskId: "nobody" },
  decide_by_hand: { type: "decide_by_hand", taskId: "nobody" },
  review_finding: { type: "review_finding", ...finding },
  cancel: { type: "cancel" },
  abort: { type: "abort", reason },
};

/** What a person with these rights is refused for lack of; undefined where the command gets past the rights. */
async function missingRight(input: RunCommandInput, capabilities: Capability[]): Promise<string | undefined> {
  const actor = world.person({ capabilities });
  const refused = await world.services.runs.command({ actor, input: { runId, ...input } }).then(
    () => undefined,
    (thrown: unknown) => asDomainError(thrown),
  );
  if (refused?.code !== "forbidden") return undefined;
  return (refused.details as { capability: string }).capability;
}

const without = (right: Capability) => CAPABILITIES.filter((one) => one !== right);

describe("the rights of commands", () => {
  it("are those of the table: whatever people send to a run is in it", () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual(
      PERSON_COMMANDS.filter((type) => type !== "decide_approval" && type !== "hand_on").toSorted(),
    );
  });

  it.each(["r", "g"])("skipping a review or a gate (%s) takes the right to review", async (taskId) => {
    const skip = { type: "skip_task" as const, taskId, reason };
    expect(await missingRight(skip, ["view", "operate"])).toBe("review");
    expect(await missingRight(skip, ["view", "operate", "review"])).toBeUndefined();
  });

  it("skipping any other task takes the right to operate alone", async () => {
    expect(await missingRight(COMMANDS.skip_task, ["operate"])).toBeUndefined();
  });

  it.each(Object.values(COMMANDS))("$type is refused without its right, and not with it", async (input) => {
    const { right } = personCommandRow(input.type);
    expect(await missingRight(input, without(right))).toBe(right);
    expect(await missingRight(input, without("operate"))).toBe("operate");
    expect(await missingRight(input, ["operate", right])).toBeUndefined();
  });
});
