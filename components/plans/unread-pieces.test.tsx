import { describe, expect, it } from "vitest";
import { readPlan } from "@/lib/core/plan";
import { renderHtml, renderText } from "@/lib/testing/render";
import { readPlanSource } from "./reading/plan-reading";
import { asHumanReview } from "./reading/plan-source";
import { UnreadPieces } from "./unread-pieces";

const nothing = () => {};
const TEXT = '{"tasks":[{"id":"a","mood":true},{"id":"b","title":"Ask the boss","depends_on":["a"]}]}';

function pieces(leaveOut: string[], unchanged?: string) {
  const { unread, leftOut } = readPlanSource(TEXT, [], { leaveOut }) ?? { unread: [], leftOut: [] };
  const settle = { onLeaveOut: nothing, onPerson: nothing, onGo: nothing };
  return <UnreadPieces unread={unread} leftOut={leftOut} unchanged={unchanged} {...settle} />;
}

describe("parts of a plan that are not read", () => {
  it("are listed in the order of the text, each with what may become of it", () => {
    const text = renderText(pieces([]));
    expect(text).toMatch(
      /Settle 2 parts of the plan .*tasks\[0\]\.mood.*Leave out.*tasks\[1\].*A person, or the agent\?/,
    );
    expect(renderHtml(pieces([]))).not.toContain("checked");
  });

  it("stay listed once they are left out, and can be taken back", () => {
    const html = renderHtml(pieces(["tasks[0].mood", "tasks[1]"]));
    expect(renderText(pieces(["tasks[0].mood", "tasks[1]"]))).toContain("2 parts settled");
    expect(html).toContain("checked");
    expect(html).toContain('aria-pressed="true"');
  });

  it("are not there where everything is read", () => {
    const settle = { onLeaveOut: nothing, onPerson: nothing, onGo: nothing };
    expect(renderHtml(<UnreadPieces unread={[]} leftOut={[]} unchanged={undefined} {...settle} />)).toBe("");
  });

  it("say so where a task could not be given to a person", () => {
    expect(renderText(pieces([], "tasks[1]"))).toContain("give this task the type human_review");
  });
});

describe("a task that a person is to decide", () => {
  const typeOf = (text: string, index: number) => readPlan(text).plan?.tasks[index];

  it.each([
    ["JSON", '{"tasks":[{"id":"a"},{"id":"b","title":"Ask the boss"}]}', "tasks[1]"],
    [
      "JSON on many lines",
      '{\n "tasks": [\n  {"id":"a"},\n  {\n   "title": "Ask the boss"\n  }\n ]\n}',
      "tasks[1]",
    ],
    [
      "JSON with a type",
      '{"tasks":[{"id":"a"},{"id":"b","type":"task","title":"Ask the boss"}]}',
      "tasks[1]",
    ],
    ["plan text", "PLAN: P\nStep 1: Build\nStep 2: Ask the boss\n- Depends on: 1\n", "step_2"],
  ])("is a human review in %s", (_what, text, path) => {
    const changed = asHumanReview(text, path) ?? "";
    expect(typeOf(changed, 1)).toMatchObject({ type: "human_review" });
    expect(readPlan(changed).errors).toEqual([]);
    expect(changed).toContain("Ask the boss");
  });

  it.each([
    ['{"tasks":[{"id":"a"}]}', "tasks[0]"],
    ['{"tasks":["Ask the boss"]}', "tasks[0]"],
    ["Step 1: Build", "step_7"],
    ["no plan", "tasks[0]"],
  ])("changes nothing in %s", (text, path) => {
    expect(asHumanReview(text, path)).toBeUndefined();
  });
});
