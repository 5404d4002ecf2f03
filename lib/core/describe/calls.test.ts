import { expect, it } from "vitest";
import type { CallReason, EarlierCall } from "../run/events/call-reasons";
import { formatRefusedTool } from "./calls";
import { formatReason } from "./reason";

const tool = "deploy";
const policy = { code: "off_allow_list", tool } as const;
const finished: EarlierCall = { stage: "finished", preview: "1.4 is live" };

it.each<[CallReason, string]>([
  [{ code: "policy", policy: { code: "no_policy" } }, "No policy applies."],
  [
    { code: "call_repeated", tool, earlier: { stage: "same_turn" } },
    "The same turn makes this call already.",
  ],
  [
    { code: "call_repeated", tool, earlier: { stage: "started" } },
    "deploy was started before with exactly these arguments, and its end is not known.",
  ],
  [
    { code: "call_repeated", tool, earlier: finished },
    "deploy has already been done with exactly these arguments. Its result was: 1.4 is live",
  ],
  [
    {
      code: "call_repeated",
      tool,
      earlier: { stage: "other_arguments", arguments: '{"version":"1.4"}', preview: "1.4 is live" },
    },
    'deploy has already been done for this work, with other arguments: {"version":"1.4"}. Its result was: 1.4 is live',
  ],
  [
    { code: "call_repeated", tool, earlier: { stage: "other_arguments" } },
    "deploy was started before for this work, with other arguments. Its end is not known.",
  ],
  [
    { code: "control_unmet", tool, controls: ["Release"] },
    '"deploy" is held back: “Release” has not approved this work.',
  ],
  [
    { code: "control_unmet", tool, controls: ["Release", "Audit"] },
    '"deploy" is held back: “Release” and “Audit” have not approved this work.',
  ],
  [
    { code: "control_unmet", tool, controls: ["(plan)"], since: "tool" },
    '"deploy" is held back: the plan was approved before the tool was changed.',
  ],
  [
    { code: "control_unmet", tool, controls: ["(plan)"] },
    '"deploy" is held back: this work of the plan is not approved.',
  ],
  [{ code: "outcome_unknown" }, "It was started, and its end is not known."],
  [
    { code: "outcome_unknown", said: "500: retry me" },
    "It was started, and its end is not known. What came instead: “500: retry me”",
  ],
  [
    { code: "outcome_unknown", denied: policy },
    'It was started, and its end is not known. It may not run again. "deploy" is not on the allow-list.',
  ],
  [
    { code: "tool_changed", tool, parts: ["inputSchema", "annotations"], since: false },
    'The server of "deploy" changed it. An administrator has not accepted the new input schema, declared side effects.',
  ],
  [
    { code: "tool_changed", tool, parts: [], since: true },
    '"deploy", or how its server is reached, changed after a person was asked about this call.',
  ],
  [
    { code: "tool_changed", tool, parts: ["other"], since: true },
    'The server of "deploy" changed it after a person was asked about this call. An administrator has not accepted the new other.',
  ],
  [{ code: "tool_gone", tool }, 'There is no tool "deploy" any more.'],
  [
    { code: "call_denied", tool, again: false, policy },
    '"deploy" was not run. "deploy" is not on the allow-list.',
  ],
  [
    { code: "call_denied", tool, again: true, policy },
    '"deploy" was not run again. "deploy" is not on the allow-list.',
  ],
  [{ code: "arguments_invalid", tool, problem: "no version" }, 'Invalid arguments for "deploy": no version'],
  [{ code: "call_refused", tool, asked: "run" }, 'A person did not let "deploy" run.'],
  [
    { code: "call_refused", tool, asked: "answer", comment: "ask Ada" },
    'A person did not answer "deploy": ask Ada',
  ],
  [
    { code: "call_refused", tool, asked: "run", comment: "too early.", earlier: finished },
    'A person did not let "deploy" run: too early. deploy has already been done with exactly these arguments. Its result was: 1.4 is live',
  ],
  [
    {
      code: "call_refused",
      tool,
      asked: "run",
      comment: "Once more",
      items: {
        of: 4,
        rejectedCount: 2,
        accepted: [{ item: 1, excerpt: "Ada" }],
        rejected: [{ item: 2, excerpt: "Bob", reason: "he left" }],
      },
    },
    'A person did not let "deploy" run: Once more\n2 of 4 items rejected:\n- 2. Bob: he left\n- and 1 more\nAccepted, keep as they are:\n- 1. Ada\n- and 1 more',
  ],
  [{ code: "call_unanswered", tool, asked: "run" }, 'Nobody said in time whether "deploy" may run.'],
  [{ code: "call_unanswered", tool, asked: "answer" }, 'Nobody answered "deploy" in time.'],
])("formatReason of a call: $code", (reason, sentence) => expect(formatReason(reason)).toBe(sentence));

it("says what became of a tool that a provider refuses", () => {
  expect(formatRefusedTool({ tool, sent: "simplified" })).toBe(
    "The model's provider refused “deploy” as it is. It was offered in a simpler form; its arguments are still checked against the full schema.",
  );
  expect(formatRefusedTool({ tool, sent: "left_out" })).toBe(
    "The model's provider refused “deploy”. It was not offered to the model.",
  );
});
