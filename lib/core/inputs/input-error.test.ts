import { describe, expect, it } from "vitest";
import { createRunInput } from "./create-run";
import { inputError } from "./input-error";
import { explainPolicyInput } from "./policies";

const messagesOf = (input: object): string[] => {
  const read = createRunInput.safeParse({ mission: "Go", ...input }, { error: inputError });
  return read.error?.issues.map(({ message }) => message) ?? [];
};

describe("the message about a name that nothing has", () => {
  it.each([
    [{ settings: { max_turn: 5 } }, 'Unrecognized key: "max_turn". Did you mean "maxTurns"?'],
    [
      { settings: { max_replan_iteration: 5 } },
      'Unrecognized key: "max_replan_iteration". Did you mean "maxIterations"?',
    ],
    [
      { settings: { timeout: 1, taskTimeoutMs: 2 } },
      'Unrecognized key: "timeout". Did you mean "taskTimeoutMs"?',
    ],
    [
      { settings: { enable_self_critic: true } },
      'Unrecognized key: "enable_self_critic". Did you mean "selfCritique"?',
    ],
    [
      { settings: { reflection: { thresold: 0.5 } } },
      'Unrecognized key: "thresold". Did you mean "threshold"?',
    ],
    [
      { settings: { lunch: 1, maxTurn: 2 } },
      'Unrecognized keys: "lunch", "maxTurn". Did you mean "maxTurns"?',
    ],
    [{ settings: { lunch: 1 } }, 'Unrecognized key: "lunch"'],
    [{ atachments: [] }, 'Unrecognized key: "atachments". Did you mean "attachments"?'],
  ])("suggests ours: %j", (input, message) => expect(messagesOf(input)).toEqual([message]));
});

it("says of an input that fits no form what each of them wants", () => {
  expect(messagesOf({ reviews: { gate: { verdict: true } } })).toEqual([
    "Invalid input: expected string, received object; or decision: expected string, received undefined; or approved: expected boolean, received undefined",
  ]);
});

it("leaves every other message as it is, and policies have other names too", () => {
  expect(messagesOf({ mission: 3 })).toEqual(["Invalid input: expected string, received number"]);
  const explain = { tool: "deploy", runPolicy: { denied_tools: ["deploy"], require_tags: ["safe"] } };
  expect(explainPolicyInput.parse(explain).runPolicy).toMatchObject({
    denied: ["deploy"],
    requiredTags: ["safe"],
  });
  expect(explainPolicyInput.safeParse({ tool: "deploy", runPolicy: { denied_tool: [] } }).success).toBe(
    false,
  );
});
