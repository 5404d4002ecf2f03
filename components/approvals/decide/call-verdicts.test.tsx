import { expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { callsTogether } from "../gate-panel";
import { CallVerdicts } from "./call-verdicts";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

function waiting(...kinds: ("tool_approval" | "tool_input")[]) {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  world.ask("t", ...kinds.map((kind) => ({ kind })));
  return { state: world.state, gates: Object.values(world.state.approvals) };
}

it("calls of one agent that wait together are judged in one list, in the panel of the first", () => {
  const { state, gates } = waiting("tool_approval", "tool_approval", "tool_approval");
  const [first, second] = gates;
  expect(first && callsTogether(state, first)).toHaveLength(3);
  expect(second && callsTogether(state, second)).toEqual([]);
  const text = textOf(renderHtml(<CallVerdicts state={state} gates={gates} />));
  expect(text).toMatch(/3 calls wait together 3 items .*deploy .*Accept .*Reject .*Accept all/);
});

it("a call that waits alone, and what a tool asks, have no list", () => {
  const alone = waiting("tool_approval", "tool_input");
  expect(alone.gates.map((gate) => callsTogether(alone.state, gate))).toEqual([[], []]);
});
