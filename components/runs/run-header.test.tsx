import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as hydration from "@/lib/client/use-is-hydrated";
import { CAPABILITIES, type Capability } from "@/lib/core/capabilities";
import { renderHtml } from "@/lib/testing/render";
import { answer, recordCall, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, type RunWorld } from "@/lib/testing/runs/run-world";
import { RightsOfViewer } from "../shell/rights";
import { RunHeader } from "./run-header";

// Controls are off until a page lives.
beforeEach(() => void vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true));

const USAGE = { seq: 0, inputTokens: 10, outputTokens: 2, knownUsd: 0.1834, unknownCalls: 0 };

type Shown = Pick<ComponentProps<typeof RunHeader>, "state"> & Partial<ComponentProps<typeof RunHeader>>;

const Header = (shown: Shown) => <RunHeader events={[]} usage={USAGE} forks={0} isPast={false} {...shown} />;

function costOf({ state }: Pick<RunWorld, "state">, usage = {}) {
  const html = renderHtml(<Header state={state} usage={{ ...USAGE, ...usage }} />);
  const [, cell = ""] = /<dt[^>]*>Cost<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(html) ?? [];
  const [, bar] = /aria-valuetext="([^"]*)"/.exec(cell) ?? [];
  return {
    text: cell.replace(/<[^>]+>/g, ""),
    bar,
    isAmber: /fill-amber/.test(cell),
    isRed: /fill-bad/.test(cell),
  };
}

/** A run with a limit of two dollars that has spent so much of it. */
function spent(costMicroUsd: number): RunWorld {
  const world = startedWorld({ maxCostMicroUsd: 2_000_000 });
  reserve(world, "a", { tokens: 1, costMicroUsd });
  recordCall(world, "a1", { inputTokens: 1, outputTokens: 0, costMicroUsd });
  return world;
}

describe("the cost in the header of a run", () => {
  it("stands alone where the run has no limit", () => {
    expect(costOf(startedWorld({}))).toEqual({
      text: "$0.1834",
      bar: undefined,
      isAmber: false,
      isRed: false,
    });
  });

  it("stands against its limit, with a bar", () => {
    expect(costOf(spent(183_400))).toMatchObject({
      text: "$0.1834of $2.00",
      bar: "$0.1834 of $2.00",
      isAmber: false,
    });
  });

  it("warns near the limit, and at it", () => {
    expect(costOf(spent(1_700_000))).toMatchObject({
      text: "$0.1834of $2.00 ▲",
      isAmber: true,
      isRed: false,
    });
    expect(costOf(spent(2_000_000))).toMatchObject({ isAmber: false, isRed: true });
  });

  it("stands against a raised limit, once a person raised it", () => {
    const world = startedWorld({ maxCostMicroUsd: 500_000 });
    reserve(world, "a", { tokens: 1, costMicroUsd: 600_000 });
    answer(world, "raise", 3_000_000);
    expect(costOf(world)).toMatchObject({ text: "$0.1834of $3.00" });
  });

  it("says that it is unknown in one line", () => {
    expect(costOf(spent(100_000), { unknownCalls: 2 })).toMatchObject({ text: "Unknownof $2.00" });
    expect(costOf(startedWorld({}), { unknownCalls: 2 })).toMatchObject({ text: "Unknown · $0.1834 known" });
  });
});

it("a run that is over leads to the form of a new mission, filled with what it was asked", () => {
  const world = startedWorld({});
  world.send({ type: "cancel" }, ANNA);
  const html = renderHtml(<Header state={world.state} />);
  expect(html).toMatch(new RegExp(`<a[^>]*href="/runs/new\\?from=${world.state.runId}"[^>]*>Run again…</a>`));
});

it("has the way to the forks of the run from the start, where there are any", () => {
  const { state } = startedWorld({});
  const header = (forks: number) => renderHtml(<Header state={state} forks={forks} />);
  expect(header(2)).toContain(">Forks (2)<");
  expect(header(0)).not.toContain("Forks");
});

describe("the controls of a run", () => {
  const world = startedWorld({});
  const controls = (capabilities: readonly Capability[]) => {
    const html = renderHtml(
      <RightsOfViewer capabilities={capabilities}>
        <Header state={world.state} />
      </RightsOfViewer>,
    );
    const buttons = [...html.matchAll(/<button([^>]*)>([^<]*)/g)];
    const isOff = new Map(
      buttons.map(([, attributes = "", text = ""]) => [text, /disabled=""/.test(attributes)]),
    );
    return { off: ["Replan", "Pause", "Cancel run", "More"].map((name) => isOff.get(name)), html };
  };

  it("are there for those who may operate", () => {
    expect(controls(["view", "operate"]).off).toEqual([false, false, false, false]);
    expect(controls(CAPABILITIES).html).not.toContain("no right");
  });

  it("cannot be used by others, and say why; what takes the run away as a file stays", () => {
    const { off, html } = controls(["view", "review", "admin"]);
    expect(off).toEqual([true, true, true, false]);
    expect(html).toContain("you have no right to operate");
  });
});
