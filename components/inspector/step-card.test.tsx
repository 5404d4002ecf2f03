import { expect, test } from "vitest";
import {
  type Step,
  startTrajectory,
  type Trajectory,
  withModelTurn,
  withObservation,
} from "@/lib/core/trajectory";
import { renderHtml } from "@/lib/testing/render";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import { StepCard } from "./step-card";

const constraints = { tools: ["search", "merge"] };
const start = startTrajectory({ query: "", constraints });
const set = [toolCall("a"), toolCall("b", "search", { q: "y" })];
const join = toolCall("j", "merge", { parts: "$results" });
const asked = withModelTurn(start, turn("Both", set, { join }));

/** What a person reads of the last step, in order. */
function read({ steps }: Trajectory): string {
  const body = steps.at(-1) as Step;
  const html = renderHtml(
    <StepCard runId="r" view={{ step: body.step, at: 0, body, summary: null, calls: [] }} />,
  );
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&quot;", '"')
    .trim();
}

test("a set is told as one, and then the call on its results", () => {
  const whole = withObservation(asked, [done("a", "one"), done("b", "two"), done("j", "both", "merge")]);
  expect(read(whole)).toMatch(
    /2 parallel calls · all succeeded calls search .* Output one calls search .* Output two .*then combined calls merge .*\$results.* Output both$/,
  );
});

test.each<[string, Trajectory, RegExp[]]>([
  ["is not all there", withObservation(asked, [done("b")]), [/1 of 2 finished/]],
  [
    "has failed in part",
    withObservation(asked, [done("a"), failed("b", "no network")]),
    [/1 succeeded, 1 failed/, /✕ no network/, /"merge" was not run, because 1 of 2 calls failed/],
  ],
  [
    "was refused",
    withModelTurn(start, turn("", [...set, toolCall("c", "fly")])),
    [/3 parallel calls · not run/, /^(?!.*There is no tool.*There is no tool).*There is no tool "fly"/],
  ],
  [
    "is one call with a join",
    withObservation(withModelTurn(start, turn("", set.slice(0, 1), { join })), [done("a")]),
    [/1 call · succeeded/, /then combined/],
  ],
])("a set that %s says so", (_, trajectory, words) => {
  const said = read(trajectory);
  for (const word of words) expect(said).toMatch(word);
});

test("a single call has no frame of its own, and says why its turn was refused", () => {
  const refused = withModelTurn(start, turn("", [toolCall("a", "fly")]));
  expect(read(refused)).toMatch(/calls fly .* ✕ There is no tool "fly" here/);
  expect(read(refused)).not.toContain("at the same time");
});

test("a tool that the provider refuses is told before what was called", () => {
  const refusedTools = [{ tool: "merge", sent: "left_out" as const }];
  const said = read(withModelTurn(start, turn("Look", [toolCall("a")], { refusedTools })));
  expect(said).toMatch(/provider refused “merge”\. It was not offered to the model\. Look calls search/);
});
