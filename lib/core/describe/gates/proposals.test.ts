import { expect, it } from "vitest";
import { voteOf } from "@/lib/testing/runs/votes";
import { proposalsOf } from "../../run/gates/votes";
import { storeValue } from "../../stored-value";
import { agreeLabel, describeLapsed, describeVote, proposedBy } from "./agreement-words";
import { earlierVotes, formatCount, formatQuorum } from "./proposals";

const answers = (name: string, value: string) =>
  voteOf(name, { verb: "respond", value: storeValue(value).stored });

it("formatQuorum says how far each answer has come, the one with most votes first, and by whom", () => {
  expect([formatQuorum({}), formatQuorum({ quorum: 3 })]).toEqual(["", "0 of 3 agreed"]);
  expect(formatQuorum({ quorum: 3, votes: [voteOf("Ada"), voteOf("Bob")] })).toBe(
    "2 of 3 approved by Ada, Bob",
  );
  const votes = [answers("Ada", "prod"), answers("Bob", "staging"), answers("Cy", "staging")];
  expect(formatQuorum({ quorum: 3, votes })).toBe(
    "2 of 3 agreed on “staging” (Bob, Cy); 1 of 3 agreed on “prod” (Ada)",
  );
  expect(formatQuorum({ quorum: 1, needs: { respond: 2 }, votes: [answers("Ada", 'to "prod"\n')] })).toBe(
    "1 of 2 agreed on “to 'prod'” (Ada)",
  );
  const [long] = formatQuorum({ quorum: 2, votes: [answers("Ada", "x".repeat(500))] }).match(/“.*”/) ?? [];
  expect(long).toHaveLength(62);
});

it("a proposal says whose it is, how far it has come, and what agreeing with it means", () => {
  const [two, one] = proposalsOf([answers("Ada", "a"), answers("Bob", "b"), answers("Cy", "b")]);
  if (!one || !two) throw new Error("no proposals");
  expect([proposedBy(two), formatCount(two, 3)]).toEqual(["Bob, Cy propose", "2 of 3"]);
  expect([proposedBy(one), formatCount(one, 3)]).toEqual(["Ada proposes", "1 of 3"]);
  expect([
    agreeLabel("tool_input", "respond"),
    agreeLabel("human_review", "edit"),
    agreeLabel("tool_approval", "edit"),
    agreeLabel("model_unavailable", "other"),
  ]).toEqual([
    "Agree with this answer",
    "Agree with this value",
    "Agree with these arguments",
    "Agree with this model",
  ]);
});

it("describeVote says what somebody votes for", () => {
  expect(describeVote(voteOf("Ada"))).toBe("approved by Ada");
  expect(describeVote(answers("Ada", "prod"))).toBe("Ada votes for “prod”");
});

it("describeLapsed says whose votes count no longer", () => {
  const [ada, bob] = [{ name: "Ada" }, { name: "Bob" }];
  expect([describeLapsed([ada]), describeLapsed([ada, bob])]).toEqual([
    "Ada voted but may no longer answer: that vote no longer counts.",
    "Ada, Bob voted but may no longer answer: those votes no longer count.",
  ]);
});

it("earlier votes are those of others for the answer that closed the gate, and all where one refused or nobody did", () => {
  const bob = { kind: "person" as const, id: "bob", name: "Bob" };
  const votes = [voteOf("Ada"), answers("Cy", "x"), voteOf("Bob")];
  const names = (decided?: Parameters<typeof earlierVotes>[0]["decided"]) =>
    earlierVotes({ votes, decided }).map(({ by }) => by.name);
  expect(names({ by: bob, verb: "approve" })).toEqual(["Ada"]);
  expect(names({ by: bob, verb: "reject" })).toEqual(["Ada", "Cy"]);
  expect(names({ by: { kind: "system" }, verb: "reject" })).toEqual(["Ada", "Cy", "Bob"]);
  expect(names()).toEqual(["Ada", "Cy", "Bob"]);
  expect(earlierVotes({ decided: { by: bob, verb: "approve" } })).toEqual([]);
});
