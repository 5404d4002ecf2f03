import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { scaled } from "@/lib/testing/scaled";
import { byteLength } from "../bytes";
import type { Json } from "../json";
import { columnsByLevel } from "../layout/blocks";
import { linksOf } from "../layout/links";
import { routeAll, toPlacedTasks, toRoutedEdges } from "../layout/plan-layout";
import { levels } from "../plan/graph";
import type { RunEvent } from "../run/events";
import type { RunState } from "../run/state";
import type { CostLine, RunCosts, VersionCost } from "../views";
import { fitText, textPx } from "./fit-text";
import { graphFile, graphPicture } from "./graph-picture";
import { leftOut, REPORT_LIMITS, shownValue } from "./limits";
import { escapeText, markup } from "./markup";
import { type ReportSource, runReport } from "./run-report";
import { timelinePicture } from "./timeline-picture";

function layoutOf(state: RunState) {
  const links = linksOf(state);
  const level = levels(links.map(({ id, dependsOn }) => ({ id, dependsOn })));
  const layout = columnsByLevel(links.map(({ id }) => ({ id, level: level.get(id) ?? 0 })));
  return { nodes: toPlacedTasks(layout), edges: toRoutedEdges(routeAll(layout, links)) };
}

const line = (some: Partial<CostLine> = {}): CostLine => ({
  key: null,
  usd: 0.25,
  knownUsd: 0.25,
  unknownCalls: 0,
  modelCalls: 3,
  failedCalls: 0,
  tokens: 1_200,
  knownTokens: 1_200,
  inputTokens: 1_000,
  cachedInputTokens: 0,
  outputTokens: 200,
  reasoningTokens: 0,
  latencyMs: 2_000,
  ...some,
});
const COSTS: RunCosts = {
  total: line(),
  roles: [line({ key: "agent" })],
  tasks: [line({ key: "a" })],
  agents: [],
  models: [],
  versions: [{ ...line({ key: "1" }), replacedBy: null, discardedCost: null } satisfies VersionCost],
  discardedCost: line({ modelCalls: 0 }),
  replanningCost: line({ modelCalls: 0 }),
  unpricedModels: [],
};

const sourceOf = (
  { state, events }: { state: RunState; events: readonly RunEvent[] },
  more: Partial<ReportSource> = {},
): ReportSource => ({
  state,
  events,
  layout: layoutOf(state),
  decisions: [],
  costs: COSTS,
  answer: null,
  results: {},
  outside: { items: [], count: 0, notDone: [] },
  exported: { at: Date.UTC(2026, 10, 24, 7, 2, 33), by: "Ada" },
  ...more,
});

/** A run with one of everything that a picture tells apart; `text` stands wherever people and models write. */
function story(text: string): RunWorld {
  const world = new RunWorld({
    plan: planOf(
      { id: "a", title: `${text} a`, maxRetries: 1, onFailure: "retry", onVerificationFailure: "retry" },
      { id: "ask", type: "human_review", title: `${text} ask`, dependsOn: ["a"], input: text },
      { id: "join", type: "synthesis_gate", title: `${text} join`, dependsOn: ["ask", "a"] },
      { id: "check", type: "planning_review", title: `${text} check`, dependsOn: ["join"] },
    ),
  });
  world.start();
  world.tick(4_000).refuse("a", `${text} no`);
  world.tick(90_000).start();
  world.tick(3_000).succeed("a", `${text} done`);
  world.state.mission = `${text} mission`;
  Object.assign(world.state.tasks.a ?? {}, {
    spent: { calls: 1, unpricedCalls: 0, costMicroUsd: 1_500, uncountedCalls: 0, tokens: 10 },
  });
  const last = world.state.tasks.a?.attempts.at(-1);
  if (last) last.checks = [{ layer: "predicate", outcome: "passed" }];
  world.start();
  return world;
}

const decision = (text: string): ReportSource["decisions"][number] => ({
  kind: "review",
  taskId: "check",
  approvalId: null,
  proposed: "CONTINUE",
  proposedBecause: text,
  decision: "REPLAN",
  reasoning: text,
  provenance: "person",
  decidedBy: ANNA,
  decidedAt: 5_000,
});

/** Names and attributes of all tags, and nothing of the texts in them. */
const shapeOf = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));

/** Elements that close themselves or need no end. */
const isVoid = (tag: string): boolean => /\/>$|^<(!|meta|br)/.test(tag);

function expectWellFormed(html: string): void {
  const open: string[] = [];
  for (const tag of shapeOf(html)) {
    const name = /^<\/?([a-z]+)/i.exec(tag)?.[1];
    if (isVoid(tag)) continue;
    if (tag.startsWith("</")) expect(open.pop(), tag).toBe(name);
    else open.push(name ?? tag);
  }
  expect(open).toEqual([]);
}

describe("escapeText", () => {
  it("leaves nothing of any text that a browser or a drawing could take for its own", () => {
    const text = fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom(..."<>&\"'")) });
    fc.assert(
      fc.property(text, (any) => {
        const escaped = escapeText(any);
        expect(escaped).not.toMatch(/[<>"'\ufffe\uffff]|&(?!(amp|lt|gt|quot|#39);)|[^\P{Cc}\t\n\r]/u);
      }),
      { numRuns: scaled(300) },
    );
    expect(markup`<p>${"a<b"}${["&", markup`<br>`, undefined]}${7}</p>`.markup).toBe(
      "<p>a&lt;b&amp;<br>7</p>",
    );
    expect(escapeText("token: abcd1234efgh")).toBe("[hidden]");
  });
});

describe("the report of a run", () => {
  const hostile = (text: string) => {
    const source = sourceOf(story(text), {
      decisions: [decision(text)],
      answer: text,
      results: { a: { [text]: text } },
      costs: { ...COSTS, models: [line({ key: text })], unpricedModels: [text] },
      exported: { at: 0, by: text },
    });
    return runReport(source);
  };

  it("has the same elements whatever people and models wrote", () => {
    const plain = shapeOf(hostile("words"));
    expect(plain.length).toBeGreaterThan(100);
    const texts = [
      "</title></style><script>alert(1)</script>",
      `"><img src=x onerror='1'>`,
      "]]>--><!--",
      "\u0000&#60;b&#62;",
    ];
    for (const text of texts) expect(shapeOf(hostile(text))).toEqual(plain);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."<>&\"'/=a-!"), minLength: 1, maxLength: 40 }),
        (text) => {
          expect(shapeOf(hostile(`x${text}`))).toEqual(plain);
        },
      ),
      { numRuns: scaled(25) },
    );
  });

  it("is of itself alone: no script, no address, and a policy that allows neither", () => {
    const html = hostile("words");
    expect(html).toContain("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:");
    expect(html).not.toMatch(/<script|<link|<iframe|<img|\son\w+=|src=|url\((?!#)|@import/i);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, to]) => to?.startsWith("#"))).toBe(true);
    expect([...html.matchAll(/https?:\/\/[^"]*/g)].every(([to]) => to === "http://www.w3.org/2000/svg")).toBe(
      true,
    );
  });

  it("tells what was decided, what it cost, what is open and what came of each task", () => {
    const world = story("words");
    const asked = world.keyOf("ask");
    world.send({
      type: "gate_shown",
      prompt: "May it pass?",
      shown: world.state.tasks.a?.result ?? (null as never),
      digest: "d",
      ...asked,
    });
    const gate = Object.keys(world.state.openApprovals)[0] ?? "";
    Object.assign(world.state.approvals[gate] ?? {}, {
      votes: [voteOf("Bo", { at: 4_000, comment: "I read it all" })],
    });
    const ofGate = { ...decision("Looks right"), kind: "gate" as const, taskId: "ask", approvalId: gate };
    const html = runReport(
      sourceOf(world, {
        decisions: [
          decision("Because"),
          {
            ...ofGate,
            decision: "approve",
            proposed: null,
            provenance: "timeout",
            decidedBy: null,
            decidedAt: null,
          },
          { ...decision("x"), taskId: null, reasoning: null, proposedBecause: null, provenance: null },
          { ...decision("x"), taskId: "gone" },
        ],
        costs: { ...COSTS, discardedCost: line(), unpricedModels: ["m"] },
        results: { a: "Result of a" },
      }),
    );
    for (const words of [
      "REPLAN by Anna",
      "Approved (timeout)",
      "Approved by Bo, ",
      "I read it all",
      "Waiting for a person",
      "May it pass?",
      "Result of a",
      "Discarded by replans",
      "No price is known for m",
      "2026-11-24 07:02:33",
      "$0.25",
      "1,200 tokens",
      "verified (predicate)",
      "There is no answer yet",
      "attempt 2 of 2",
    ])
      expect(html).toContain(words);
    expectWellFormed(html);
  });

  it("hides secrets, shows 4 KB of a value, and lists what it cut", () => {
    const answer = `password: hunter2hunter2 ${"é".repeat(4_000)}`;
    const results: Record<string, Json> = { a: { api_key: "abc", rows: "x".repeat(9_000) } };
    const html = runReport(
      sourceOf(story("words"), { answer, results, decisions: [decision("y".repeat(5_000))] }),
    );
    expect(html).not.toMatch(/hunter2|"abc"|&quot;abc/);
    expect(html).toContain("Answer: the first 4,0");
    expect(html).toContain("Result of words a: the first 4,096 of 9,0");
    expect(html).toContain("Reason of words check: the first 4,096 of 5,000 bytes are shown.");
    const shown = shownValue(answer);
    expect(byteLength(shown.text)).toBeLessThanOrEqual(REPORT_LIMITS.valueBytes);
    expect(runReport(sourceOf(story("words")))).toContain("Nothing: all values and all lines are here.");
  });

  it("shows the first 300 characters of a title, and says so", () => {
    const { state, events } = story("words");
    const html = runReport(sourceOf({ state: { ...state, planTitle: "Plant ".repeat(100) }, events }));
    expect(html).toContain("Title: the first 300 of 600 characters are shown.");
    expect(html).toContain(`<h1>${"Plant ".repeat(50)}…</h1>`);
  });

  it("keeps to the size of the file: the oldest log lines go first, and the file says how many", () => {
    const world = story("words");
    const whole = byteLength(runReport(sourceOf(world)));
    const events = Array.from({ length: 400 }, () => world.events).flat();
    const source = sourceOf({ state: world.state, events }, { layout: layoutOf(world.state) });
    const html = runReport(source, whole + 20_000);
    expect(byteLength(html)).toBeLessThanOrEqual(whole + 20_000);
    expect(html).toMatch(/The oldest [\d,]+ log lines\. The file would have been too large\./);
    expect(html).toContain("<svg");
    const least = runReport({ ...source, results: { a: "x" }, decisions: [decision("x")] }, 1_000);
    for (const lost of [
      "results of the first 1",
      "oldest 1 decisions",
      "The timeline.",
      "The graph.",
      "first 4 rows",
    ])
      expect(least).toContain(lost);
    expectWellFormed(least);
    const tail = runReport({ ...source, events: world.events.slice(5) });
    expect(tail).toContain("Events 1 to 5 were not read");
    expect(leftOut([[markup`a`], [markup`b`]], 0)).toEqual([0, 0]);
  });

  it("is written of a run without a plan, of an iteration, and of a simulated one", () => {
    const world = new RunWorld();
    Object.assign(world.state, { tags: ["demo"], simulatedTools: ["deploy"] });
    world.state.counters.iterations = 2;
    const html = runReport(sourceOf(world));
    for (const words of [
      "Not written yet",
      "There are no tasks.",
      "A simulated model wrote",
      "Simulated tools ran: deploy",
      "Iterations",
      "Nothing was decided.",
    ])
      expect(html).toContain(words);
    expect(runReport(sourceOf({ state: world.state, events: [] }))).toContain("No lines.");
  });

  it("is well-formed of any run", () => {
    fc.assert(
      fc.property(planArb, settingsArb, tapeArb, (plan, settings, tape) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => undefined);
        expectWellFormed(runReport(sourceOf(world)));
      }),
      { numRuns: scaled(15) },
    );
  });
});

describe("the pictures", () => {
  it("show a task's status in a word, what it waited for hatched, and dropped tasks struck through", () => {
    const world = story("words");
    const kept = (world.plan?.tasks ?? []).slice(0, 2);
    const edited = planOf(...kept, { id: "new", dependsOn: ["ask"] });
    expect(world.edit(edited, "shorter")).toMatchObject({ ok: true });
    const graph = graphPicture(world.state, layoutOf(world.state)).markup;
    expect(graph).toContain("gone");
    expect(graph).toContain("dashed");
    expect(graph).toContain("✓ verified (predicate)");
    expect(graph.match(/<path/g)?.length).toBeGreaterThan(8);
    const file = graphFile(world.state, layoutOf(world.state), { headline: "Running", asOf: "today" });
    expect(file).toContain("Plan v2 · Running · today");
    expect(file).toContain("<style>");
    expectWellFormed(file);
    expect(graphPicture(world.state, { nodes: [], edges: null }).markup).not.toContain("<path");
  });

  it("draw waits, tools and long pauses in the timeline", () => {
    const world = story("words");
    world.send({
      type: "gate_shown",
      prompt: "?",
      shown: world.state.tasks.a?.result ?? (null as never),
      digest: "d",
      ...world.keyOf("ask"),
    });
    world.tick(100_000);
    world.state.lastAt = world.now;
    const call = { taskId: "a", attempt: 1, step: 1, callId: "x" };
    const calls = [
      { type: "tool_started", at: 2_000, payload: call },
      { type: "tool_finished", at: 2_500, payload: call },
      { type: "llm_called", at: 4_000, payload: { ...call, latencyMs: 1_000 } },
      { type: "llm_called", at: 1_100, payload: { latencyMs: 50 } },
    ] as RunEvent[];
    const picture = timelinePicture(world.state, [...world.events, ...calls]).markup;
    for (const opacity of [0.25, 0.5, 0.55, 1]) expect(picture).toContain(`fill-opacity="${opacity}"`);
    expect(picture).toContain("url(#wait-now)");
    expect(picture).toContain("of waiting, drawn shorter");
    expect(picture).toContain(">v1<");
    expect(picture).toMatch(/class="f-ink" x="[\d.]+" y="17"/);
    const gate = Object.values(world.state.approvals)[0];
    Object.assign(gate ?? {}, { status: "decided", taskId: undefined, decided: { at: world.now } });
    expect(timelinePicture(world.state, world.events).markup).toContain("url(#wait)");
  });

  it("cut titles to the room that there is", () => {
    expect(fitText("  short \n title ", 13, 200)).toBe("short title");
    for (const text of ["m".repeat(80), "漢".repeat(80), "ill.".repeat(80)]) {
      const fitted = fitText(text, 13, 180);
      expect(fitted.endsWith("…")).toBe(true);
      expect(textPx(fitted, 13)).toBeLessThanOrEqual(180);
    }
  });
});
