import { describe, expect, it } from "vitest";
import { openGates } from "@/lib/core/run/selectors";
import type { ApprovalState } from "@/lib/core/run/state";
import { renderHtml, renderWhole } from "@/lib/testing/render";
import { askedRun, refining, writeRefinement } from "@/lib/testing/runs/refined-run";
import type { RunWorld } from "@/lib/testing/runs/run-world";
import { RefinementFacts } from "../approvals/context/changes/refinement-facts";
import { GateContext } from "../approvals/context/gate-context";
import { RefinementsCard } from "./refinements-card";

const TASKS = [
  { id: "a", title: "Find" },
  { id: "b", title: "Move", dependsOn: ["a"], input: "server 1" },
  { id: "c", title: "Note", dependsOn: ["b"] },
];
const CHANGES = {
  modify: { b: { input: "server 7" } },
  add: [{ id: "n", title: "Warn <i>them</i>", dependsOn: ["a"] }],
  skip: ["c"],
  dropped: [{ part: "modify", taskId: "a", why: "started" } as const],
};
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const cardOf = ({ state }: RunWorld) =>
  textOf(renderHtml(<RefinementsCard state={state} showVersion={() => {}} />));

describe("the refinements of a plan", () => {
  it("tell after which tasks each was asked, what it changed, why, and what was left out", () => {
    const world = askedRun(TASKS);
    expect(cardOf(world)).toContain(
      "Refinement 1 ◐ in progress after Find (came to nothing, or a part of it did)",
    );
    writeRefinement(world, CHANGES);
    const text = cardOf(world);
    for (const part of [
      "✓ adopted",
      "better so",
      "changed: Move because of b",
      "added: Warn &lt;i&gt;them",
      "skipped: Note",
    ])
      expect(text).toContain(part);
    expect(text).toContain("Left out: change a: already started");
    expect(text).toContain("version 1 → version 2");
  });

  it("show what one proposes that waits for people, and the way to its gate", () => {
    const world = askedRun(TASKS, refining({ apply: "ask" }));
    writeRefinement(world, CHANGES);
    const [gate] = openGates(world.state);
    const html = renderHtml(<RefinementsCard state={world.state} showVersion={() => {}} />);
    expect(textOf(html)).toMatch(
      /waiting for a person after Find .* better so .*changed: Move because of b .*skipped: Note .*Decide/,
    );
    expect(html).toContain(`href="/inbox?gate=${gate?.approvalId}"`);
  });

  it("are not there while nobody has asked, and say why nothing came of one", () => {
    expect(cardOf(askedRun(TASKS, {}))).toBe("");
    const world = askedRun(TASKS);
    world.tick(20_000);
    expect(cardOf(world)).toContain("not answered in time");
    const failed = askedRun(TASKS);
    const reason = { code: "stated", text: "The provider is down" } as const;
    failed.send({ type: "refinement_unwritten", key: failed.keyOfKind("refine"), reason, issues: [] });
    expect(cardOf(failed)).toContain("The provider is down");
  });
});

describe("the gate of a refinement", () => {
  const asked = () => {
    const world = askedRun(TASKS, refining({ apply: "ask" }));
    writeRefinement(world, CHANGES);
    const [gate] = openGates(world.state);
    if (gate?.question?.about !== "refinement") throw new Error("No refinement is asked about");
    return { world, gate, question: gate.question };
  };

  it("says what happens, and shows every change with its reason and the inputs before and after", async () => {
    const { world, gate, question } = asked();
    const context = (one: ApprovalState) =>
      textOf(
        renderHtml(
          <GateContext
            state={world.state}
            gate={one}
            shown={undefined}
            read={{ context: undefined, isAwaited: false, isFetching: false, load: () => {} }}
          />,
        ),
      );
    expect(context(gate)).toMatch(
      /From the refiner, refinement 1 better so If you approve The plan changes exactly like this/,
    );
    const facts = textOf(renderHtml(<RefinementFacts state={world.state} question={question} />));
    expect(facts).toMatch(/changed: Move because of b.*added: Warn.*skipped: Note because of c/);
    const whole = await renderWhole(<RefinementFacts state={world.state} question={question} />);
    expect(textOf(whole)).toMatch(/Changed: Move.*server 1 7/);
  });

  it("keeps what was asked when it is closed", () => {
    const { world, question } = asked();
    world.tick(3_600_000);
    const facts = textOf(renderHtml(<RefinementFacts state={world.state} question={question} />));
    expect(facts).toContain("changed: Move because of b");
    expect(facts).not.toContain("server");
  });
});
