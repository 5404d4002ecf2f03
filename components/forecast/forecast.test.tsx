import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { forecastQuery } from "@/lib/client/late-reads";
import { restOfRun } from "@/lib/core/forecast/rest-of-run";
import type { Forecast, PlanForecast } from "@/lib/core/forecast/types";
import { createKeyframes } from "@/lib/core/run/keyframes";
import { renderText } from "@/lib/testing/render";
import { estimate, forecast } from "@/lib/testing/reports/forecast";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { MoneySoFar } from "../approvals/context/money-so-far";
import type { ApprovalContext } from "../approvals/context/use-approval-context";
import { ForecastFacts } from "./forecast-facts";
import { ProposedForecast } from "./proposed-forecast";
import { RunForecastSection } from "./run-forecast";
import { restNow } from "./use-forecast";

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

it("a forecast has its ranges, says which part is unknown, and what it rests on", () => {
  const text = textOf(renderToStaticMarkup(<ForecastFacts forecast={forecast} />));
  expect(text).toContain("Money at least $0.04 ($0.02 to $0.08)");
  expect(text).toContain("Time 2 m 00 s (1 m 00 s to 4 m 00 s)");
  expect(text).toContain("Writes 2 (1 to 4) Charged by tools about $0.01");
  expect(text).toContain("3 of 8 tasks have no history. By 12 finished runs.");
});

it("a gate says what the rest is expected to cost beside what was spent", () => {
  const cost = { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 };
  const context = { cost, toFinish: { ...forecast, money: estimate(50_000) } } as unknown as ApprovalContext;
  expect(textOf(renderToStaticMarkup(<MoneySoFar context={context} />))).toBe(
    "$0.02 so far · 1 model call About $0.05 to finish",
  );
  const without = renderToStaticMarkup(<MoneySoFar context={{ ...context, toFinish: null }} />);
  expect(textOf(without)).toContain("Cost to finish unknown");
});

it("a gate at which a plan waits has its forecast beside that of the plan in force, unknown where it is", () => {
  const known = { ...forecast, money: estimate(30_000) };
  const shown = (proposed: Forecast | null) => {
    const one = { proposed, instead: { version: 2, forecast: known } };
    return textOf(renderToStaticMarkup(<ProposedForecast forecast={one} isWritten={proposed !== null} />));
  };
  const both = shown(forecast);
  expect(both).toContain("At least $0.04 instead of about $0.03 to finish");
  expect(both).toContain("Money at least $0.04 $0.02 to $0.08 $0.03 $0.0150 to $0.06");
  expect(both).toContain("Proposed plan: 3 of 8 tasks have no history. By 12 finished runs.");
  const none = shown(null);
  expect(none).toMatch(/Cost to finish unknown instead of about \$0.03 The new plan is written after/);
  expect(none).toMatch(/Money unknown \$0.03/);
});

it("a gate about a plan leaves the one line to gates that are about none", () => {
  const cost = { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 };
  const proposal = { proposed: forecast, instead: { version: 2, forecast } };
  const context = { cost, toFinish: forecast, tail: null, proposal: null } as unknown as ApprovalContext;
  const shown = (of: ApprovalContext, ofPlan = false) =>
    textOf(renderToStaticMarkup(<MoneySoFar context={of} ofPlan={ofPlan} />));
  expect(shown(context)).toMatch(/At least \$0\.04 to finish$/);
  for (const text of [shown(context, true), shown({ ...context, proposal })])
    expect(text).not.toMatch(/At least \$0\.04 to finish$/);
});

it("what is left of a run is found again once a task ends, and stands at every other event", () => {
  const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c" });
  const { events, state } = new RunWorld({ plan }).run("a", "c");
  const known: PlanForecast = { tasks: {}, estimates: [], roles: [], demo: false, runs: 0 };
  const frames = createKeyframes(state.runId);
  const rests = events.map(({ seq }) => {
    const then = frames.stateAt(events, seq);
    const rest = restNow(then, known);
    expect(rest).toEqual(restOfRun(then, known));
    return rest;
  });
  const ended = events.filter(({ type }) => type === "task_succeeded").length;
  const found = rests.filter((rest, at) => rest !== rests[at - 1]).length;
  expect(ended).toBe(2);
  expect(found).toBeLessThan(rests.length);
  expect(rests.at(-1)?.money.tasks).toBe(1);
});

it("a run that is over says where nothing can be compared, once that is known", () => {
  const ended = new RunWorld({ plan: planOf({ id: "a" }) }).run("a").state;
  const state = { ...ended, phase: "ended" as const };
  const { queryKey } = forecastQuery({ runId: state.runId, version: 1, over: true });
  const data = { version: 1, forecast: null, rest: null, outcome: null };
  const shown = (queries: { queryKey: typeof queryKey; data: typeof data }[]) =>
    renderText(<RunForecastSection state={state} />, { queries });
  expect(shown([{ queryKey, data }])).toContain("The first plan had no forecast to compare.");
  expect(shown([])).toBe("");
});

it("a run without a plan says what its forecast waits for", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const shown = (planVersion: number) =>
    renderText(<RunForecastSection state={{ ...state, planVersion }} />, { queries: [] });
  expect(shown(0)).toBe("Forecast to finish It comes with the plan.");
  expect(shown(1)).toBe("");
});
