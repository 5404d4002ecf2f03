import { type Actor, localPerson as actor } from "@/lib/auth/actor";
import type { App } from "@/lib/compose";

type Services = App["services"];

/** What a page, or a client of the API, asks for; the `nth` time of another run, page or word where there is one. */
export type Reading = {
  name: string;
  /** Milliseconds that 95 of 100 readings must stay within. */
  targetMs: number;
  ask(services: Services, nth: number): Promise<unknown>;
  /** Read part by part, however many those are. */
  inParts?: true;
};

const LIST_MS = 300;
const INSIGHTS_MS = 800;
/** A file is waited for by a person who has clicked on a download. */
const FILE_MS = 1_000;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [WEEK, MONTH, QUARTER, YEAR] = [daysAgo(6), daysAgo(29), daysAgo(89), daysAgo(364)] as const;

const within = (targetMs: number) => (name: string, ask: Reading["ask"]) => ({ name, targetMs, ask });
const [list, insights, file] = [within(LIST_MS), within(INSIGHTS_MS), within(FILE_MS)];

type RunListInput = Parameters<Services["runs"]["list"]>[0]["input"];
type ReplanListInput = Parameters<Services["replans"]["list"]>[0]["input"];
type CostInput = Parameters<Services["costs"]["report"]>[0]["input"];
type InsightsInput = Parameters<Services["insights"]["report"]>[0]["input"];

/** All readings; those of single runs are of these. */
export const readingsOf = (runIds: readonly string[]): Reading[] => [
  ...runLists(),
  ...runPages(runIds),
  ...replans(),
  ...costs(runIds[0] ?? ""),
  ...reports(),
];

function runLists(): Reading[] {
  let cursor: string | undefined;
  const runs = (name: string, input: RunListInput) =>
    list(name, (services) => services.runs.list({ actor, input }));
  return [
    runs("list", {}),
    list("list, page after page", async (services) => {
      const page = await services.runs.list({ actor, input: cursor === undefined ? {} : { cursor } });
      cursor = page.nextCursor ?? undefined;
    }),
    runs("list of failed runs", { status: ["failed", "aborted"] }),
    runs("list of runs that wait for a person", { gate: "open" }),
    runs("list of runs that wait for one person", { gate: "mine" }),
    runs("list by tag", { tag: "team3" }),
    runs("list by a tag that none has", { tag: "team99" }),
    runs("list by who started them", { owner: "person7" }),
    runs("list by cost", { minCostUsd: 0.5, maxCostUsd: 2 }),
    runs("list by a cost that none has", { minCostUsd: 10_000 }),
    runs("list by days", { createdFrom: QUARTER, createdTo: MONTH }),
    runs("list by tag, owner, cost and days", {
      tag: "kind2",
      owner: "person7",
      minCostUsd: 0.1,
      createdFrom: YEAR,
    }),
    runs("list of real runs that ended in a year", { runs: "real", from: YEAR }),
    runs("runs with a replan", { behind: "replans:any", runs: "real", from: YEAR }),
    runs("runs with a decision", { behind: "decision:REPLAN", runs: "real", from: YEAR }),
    runs("runs that a person decided with the model", { behind: "agreement:people", from: YEAR }),
    runs("runs with a long wait", { behind: "wait:1_to_4h", runs: "real", from: YEAR }),
    runs("runs with a diagnosed retry", { behind: "retry:any", runs: "real", from: YEAR }),
    runs("runs with a check that caught something", {
      behind: "caught:any",
      runs: "real",
      from: YEAR,
    }),
    runs("runs with a check that none has", { behind: "caught:schema", runs: "real", from: YEAR }),
    runs("runs that were shown a lesson", { behind: "lesson:lesson_3", runs: "real", from: YEAR }),
    runs("runs with a forecast", { behind: "forecast:any", runs: "real", from: YEAR }),
    runs("runs by a prompt version that none has", { behind: "prompt:none", from: YEAR }),
    list("search for one run", (services, nth) =>
      services.runs.list({ actor, input: { text: `case ${1_000 + nth * 83} in` } }),
    ),
    runs("search for many runs", { text: "in Lisbon" }),
    list("search for none", (services, nth) =>
      services.runs.list({ actor, input: { text: `zeppelin ${nth}` } }),
    ),
    runs("search for two letters", { text: "zq" }),
  ];
}

function runPages(runIds: readonly string[]): Reading[] {
  let taken = 0;
  const next = () => {
    taken += 1;
    return { actor: actor as Actor, input: { runId: runIds[taken % runIds.length] ?? "" } };
  };
  return [
    list("run page", (services) => services.runs.view(next())),
    list("costs of a run", (services) => services.runs.costs(next())),
    list("calls of a run", (services) => services.runs.calls(next())),
    list("open gates", (services) => services.approvals.list({ actor, input: {} })),
    list("closed gates", (services) => services.approvals.list({ actor, input: { status: "closed" } })),
    list("data retention", (services) => services.retention.get({ actor, input: {} })),
  ];
}

function replans(): Reading[] {
  const history = (name: string, input: ReplanListInput) =>
    list(`history${name}`, (services) => services.replans.list({ actor, input }));
  return [
    history("", {}),
    history(" by outcome", { outcome: "adopted" }),
    history(" by an outcome that none has", { outcome: "failed" }),
    history(" by trigger", { trigger: "verification" }),
    history(" by a trigger that none has", { trigger: "quality_gate" }),
    history(" by who decided", { decider: "model" }),
    history(" by a decider that none has", { decider: "person" }),
    history(" by tag", { tag: "team3" }),
    history(" by a tag that none has", { tag: "team99" }),
    history(" by days", { from: QUARTER, to: MONTH }),
    history(" by all of them", {
      outcome: "adopted",
      trigger: "review",
      decider: "model",
      tag: "team3",
      from: YEAR,
    }),
  ];
}

function costs(runId: string): Reading[] {
  const report = (name: string, input: CostInput) =>
    list(`costs of ${name}`, (services) => services.costs.report({ actor, input }));
  const csv = (name: string, input: CostInput): Reading => ({
    ...file(`file of costs of ${name}`, async (services) => {
      const { parts } = await services.costs.csv({ actor, input });
      let length = 0;
      for await (const part of parts) length += part.length;
      return length;
    }),
    inParts: true,
  });
  /** The rest is read while the first part is on its way. */
  const begun = (name: string, input: CostInput) =>
    list(`beginning of the file of costs of ${name}`, (services) => services.costs.csv({ actor, input }));
  return [
    report("30 days", {}),
    report("90 days", { from: QUARTER }),
    report("a year", { from: YEAR }),
    report("a year by the day", { from: YEAR, by: "day" }),
    report("30 days by tag", { tag: "kind2" }),
    report("90 days by tag", { from: QUARTER, tag: "kind2" }),
    report("a year by tag", { from: YEAR, tag: "kind2" }),
    report("a year by model", { from: YEAR, model: "acme:small" }),
    report("a year by role", { from: YEAR, role: "agent" }),
    report("a year by agent", { from: YEAR, agent: "default7" }),
    report("a year by run", { from: YEAR, runId }),
    csv("7 days", { from: WEEK }),
    csv("30 days", {}),
    begun("90 days", { from: QUARTER }),
    begun("a year", { from: YEAR }),
  ];
}

function reports(): Reading[] {
  const report = (name: string, input: InsightsInput) =>
    insights(`insights of ${name}`, (services) => services.insights.report({ actor, input }));
  return [
    report("eight weeks", {}),
    report("a year", { from: YEAR }),
    report("a year by prompt", { from: YEAR, by: "prompt" }),
    report("a year by tag", { from: YEAR, tag: "kind2" }),
    file("file of insights of a year", (services) => services.insights.csv({ actor, input: { from: YEAR } })),
    list("forecast errors", (services) => services.forecasts.errors({ actor, input: {} })),
    list("forecast errors of a year", (services) =>
      services.forecasts.errors({ actor, input: { from: YEAR } }),
    ),
  ];
}
