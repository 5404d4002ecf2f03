import { describe, expect, it, vi } from "vitest";
import { proposalTitle } from "@/lib/core/describe/gates/votes";
import type { Forecast } from "@/lib/core/forecast/types";
import type { Coverage } from "@/lib/core/plan/critic/types";
import { quoteLabel } from "@/lib/core/plan/question-text";
import type { CallAsk } from "@/lib/core/run/commands";
import type { GateQuote } from "@/lib/core/run/events/approvals";
import type { Question } from "@/lib/core/run/events/questions";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import { openGates } from "@/lib/core/run/selectors";
import type { TaskState } from "@/lib/core/run/state";
import { truncateCritique } from "@/lib/core/run/truncate/critique";
import { renderHtml, renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { quickAnswers } from "../node-decision";
import { ChangeFacts } from "./changes/change-facts";
import { ProposedPlan } from "./changes/proposed-plan";
import { ControlFacts } from "./control-facts";
import { GateContext } from "./gate-context";
import { ReviewProposal } from "./review-proposal";
import type { ApprovalContext, ContextRead } from "./use-approval-context";

const NOT_LOADED: ContextRead = { context: undefined, isAwaited: false, isFetching: false, load: () => {} };

const PLAIN: ApprovalContext = {
  cost: { usd: 0.02, knownUsd: 0.02, unknownCalls: 0, modelCalls: 1 },
  toFinish: null,
  proposal: null,
  shown: "Ship it",
  tail: null,
  tailActs: [],
  files: [],
  models: [],
};

const UNREAD = { code: "unread", message: '"only_if": "cfo" was not read.' } as const;

/** The panel of a gate of this kind, as it reads. */
function shownOf(kind: ApprovalKind, question: Question): string {
  const { state, gate } = waitingAtGate();
  const { prompt: _prompt, ...rest } = gate;
  const asked = { ...rest, kind, question };
  // What comes with the first gate of its kind is rendered by itself.
  const html = renderHtml(
    <>
      {question.about === "plan_change" && <ChangeFacts state={state} question={question} />}
      {(question.about === "control" || question.about === "answer") && <ControlFacts question={question} />}
      <GateContext state={state} gate={asked} shown="Ship it" read={NOT_LOADED} />
    </>,
  );
  return html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

it("says in full what a title has no room for, and nothing twice that it has", () => {
  const { state, gate } = waitingAtGate();
  const read = (title: string) => {
    const task = state.tasks[gate.taskId ?? ""] as TaskState;
    const titled = { ...state, tasks: { [task.id]: { ...task, spec: { ...task.spec, title } } } };
    return renderText(
      <GateContext state={titled} gate={{ ...gate, prompt: title }} shown="" read={NOT_LOADED} />,
    );
  };
  expect(read("May it go?")).not.toContain("May it go?");
  const long = `May it go ${"to each of the offices ".repeat(6)}?`;
  expect(read(long)).toContain(long);
});

it("says before it is chosen what rejecting leads to, apart from what approving does", () => {
  const { state, gate } = waitingAtGate();
  const read = (rejecting?: string, verbs = gate.verbs) => {
    const context = rejecting === undefined ? undefined : { ...PLAIN, rejecting };
    return renderText(
      <GateContext state={state} gate={{ ...gate, verbs }} shown="" read={{ ...NOT_LOADED, context }} />,
    );
  };
  expect(read("Rejecting ends the run.")).toContain("If you reject Rejecting ends the run.");
  expect(read("Rejecting ends the run.")).toMatch(/If you approve .* so the run finishes\. (?!Rejecting)/);
  expect(read()).toContain("If you reject The task fails with your comment as the diagnosis.");
  expect(read("Rejecting ends the run.", ["approve"])).not.toContain("reject");
});

it("quotes below its title what a question rests on, without saying the question again", () => {
  const { state, gate } = waitingAtGate();
  const { prompt: _prompt, taskId: _taskId, ...rest } = gate;
  const question: Question = { about: "plan", title: "Letters", tasks: 2, unread: [UNREAD] };
  const text = renderText(
    <GateContext
      state={state}
      gate={{ ...rest, kind: "plan_approval", question }}
      shown=""
      read={NOT_LOADED}
    />,
  );
  expect(text).toMatch(/^Question Title of the plan, 2 tasks Letters /);
  expect(text).toContain(UNREAD.message);
});

it("says what two lines have no room for only where a small dock cuts its title after them", () => {
  const { state, gate } = waitingAtGate();
  const title = "May the quarterly report go out to each of the offices abroad as it stands?";
  const task = state.tasks[gate.taskId ?? ""] as TaskState;
  const titled = { ...state, tasks: { [task.id]: { ...task, spec: { ...task.spec, title } } } };
  const html = renderHtml(
    <GateContext state={titled} gate={{ ...gate, prompt: title }} shown="" read={NOT_LOADED} />,
  );
  expect(html).toMatch(
    new RegExp(`<div class="[^"]*hidden \\[@container_[^"]*">.*${title.replace("?", "\\?")}`),
  );
});

it("has what a question quotes with its beginning alone opened before anything passes", () => {
  const { state, gate } = waitingAtGate();
  const label = quoteLabel("Draft");
  const quote = { at: 0, chars: label.length, taskId: "d", title: "Draft", text: "Dear all", left: 40 };
  const read = (whole?: string) =>
    renderText(
      <GateContext
        state={state}
        gate={{ ...gate, prompt: label, quotes: [{ ...quote, whole }] }}
        shown=""
        read={NOT_LOADED}
      />,
    );
  expect(read("sha256")).toContain("From the result of “Draft” Dear all … Show all");
  expect(read()).toContain("Dear all 40 bytes more not shown");
  const quick = (quotes: GateQuote[]) =>
    quickAnswers(state, { ...gate, quotes }).answers.map(({ verb }) => verb);
  const { left: _left, ...all } = quote;
  expect(quick([all])).toContain("approve");
  expect(quick([quote])).not.toContain("approve");
});

describe("the context of a control's gate", () => {
  it("shows what would act behind less than the control, and the changes by their sign", () => {
    const text = shownOf("control_waiver", {
      about: "control",
      version: 3,
      title: "Ship faster",
      weakened: {
        control: "g",
        title: "Release",
        exposed: [{ taskId: "send", title: "Send it", lacks: ["quorum"] }],
        omitted: 4,
      },
      changes: { added: ["Send now"], changed: ["Pack"], removed: ["Ask Bob"] },
    });
    expect(text).toContain("Weaker than “Release”");
    expect(text).toContain("▲ “Send it”: fewer people approve ▲ and 4 more");
    expect(text).toContain("Changes in plan v3 Ship faster");
    expect(text).toContain("+ added: Send now ~ changed: Pack − removed: Ask Bob");
  });

  it("shows which checks of people a version changes or drops", () => {
    const exposed = [{ taskId: "count", title: "Count", lacks: ["predicate" as const] }];
    const text = shownOf("control_waiver", {
      about: "control",
      version: 3,
      title: "Count faster",
      weakened: { control: "(checks)", title: "checks of people", exposed },
      changes: { added: [], changed: ["Count"], removed: [] },
    });
    expect(text).toContain(
      "Checks that people wrote or approved ▲ “Count”: its predicate is changed or gone",
    );
  });

  it("lists the controls that an answer has not passed, with the answer", () => {
    const text = shownOf("answer_release", { about: "answer", controls: ["Release", "Audit"] });
    expect(text).toMatch(/Not approved by ▲ Release ▲ Audit.*Answer /);
    expect(text).not.toContain("Changes in plan");
  });

  it("shows why a settled plan is to be changed, how far it has come, and what the critic finds", () => {
    const text = shownOf("plan_change", {
      about: "plan_change",
      version: 2,
      title: "Ship faster",
      cause: { code: "stated", text: "The tests are slow." },
      ended: 1,
      tasks: 4,
      changes: {
        added: ["Ship now"],
        changed: [],
        removed: ["Test"],
        rewritten: [{ title: "Pack", fields: ["input", "agent"], moreFields: 3 }],
      },
      weakness: { summary: "Scores 3.", minScore: 7, gravest: ["Nothing is checked"] },
    });
    expect(text).toContain("± rewritten: Pack: instructions, agent and 3 more fields");
    expect(text).toContain("Reason 1 of 4 tasks has ended The tests are slow.");
    expect(text).toMatch(/\+ added: Ship now .* − removed: Test/);
    expect(text).toContain("From the critic Scores 3. This run asks for 7. - Nothing is checked");
  });

  it("names on the panel of a plan what could not be read of it, who cannot answer, and what it goes on without", () => {
    const unread = [{ code: "unread", message: "“only_if”: “cfo” was not read." }];
    const unpassable = [{ code: "gate_unpassable", message: "Nobody here can approve." }];
    const text = shownOf("plan_approval", {
      about: "plan",
      title: "Ship",
      tasks: 2,
      version: 3,
      unread,
      unpassable,
      weakness: { summary: "Scores 3.", minScore: 7, gravest: ["Nothing is checked"] },
    });
    expect(text).toContain(
      "Could not be read in the plan “only_if”: “cfo” was not read. The plan runs as if it did not say this.",
    );
    expect(text).toContain("Nobody can let this gate pass Nobody here can approve.");
    expect(text).toContain("Scores 3. This run asks for 7. - Nothing is checked");
    expect(text).toContain("Title of plan version 3, 2 tasks Ship");
    expect(text).not.toContain("Objective");
  });

  it("says nothing of controls at any other gate", () => {
    const text = shownOf("plan_approval", { about: "plan", title: "Ship", tasks: 1 });
    expect(text).not.toMatch(/Not approved by|No longer behind/);
  });
});

describe("the context of a call's gate", () => {
  const shownFor = async (ask: Partial<CallAsk>, ...dependsOn: string[]) => {
    const plan = planOf({ id: "a", title: "Look it up" }, { id: "t", dependsOn });
    const world = new RunWorld({ plan }).run("a");
    world.start();
    world.ask("t", ask);
    const [gate] = openGates(world.state);
    if (!gate) throw new Error("No gate is open");
    const draw = () =>
      renderText(<GateContext state={world.state} gate={gate} shown={{ to: "Ada" }} read={NOT_LOADED} />);
    // It is drawn in one piece once the code of results is there.
    await expect.poll(draw).toContain("Cost");
    return draw().replace(/^.*?Arguments/, "Arguments");
  };

  it("shows the results that the call rests on after its arguments, which are none of them", async () => {
    const text = await shownFor({ kind: "tool_approval" }, "a");
    expect(text).toMatch(/^Arguments .*Ada.* Evidence .*Cost/);
    expect(text.split("Evidence")[1]).not.toContain("Ada");
    expect(await shownFor({ kind: "unknown_outcome" })).toContain("Evidence No earlier tasks.");
  });

  it("shows none for a question that nothing was done before", async () => {
    const pause = { reason: "await_input" } as const;
    const ask = { kind: "tool_input", tool: "ask_human", pause } as const;
    expect(await shownFor(ask)).not.toContain("Evidence");
    expect(await shownFor(ask, "a")).toContain("Evidence");
  });
});

describe("the context of a review's gate", () => {
  it("shows the evidence before what the reviewer recommends", async () => {
    const plan = planOf({ id: "a" }, { id: "r", type: "planning_review", dependsOn: ["a"] });
    const world = new RunWorld({ plan, settings: { reviewMode: "manual" } }).run("a");
    world.start();
    const proposal = {
      decision: "ABORT" as const,
      reasoning: "Too dear.",
      answers: [],
      reviewer: "reviewer",
    };
    world.send({ type: "review_read", ...world.keyOf("r"), proposal });
    const [gate] = openGates(world.state);
    if (!gate) throw new Error("No gate is open");
    const draw = () =>
      renderHtml(<GateContext state={world.state} gate={gate} shown={undefined} read={NOT_LOADED} />);
    // All of it is drawn at once, when the last of it is there.
    await vi.waitFor(() => expect(draw()).toContain("Evidence"));
    const html = draw();
    const task = world.state.tasks.r as TaskState;
    expect(html.indexOf(proposalTitle(task))).toBeGreaterThan(html.indexOf("Evidence"));
    const proposed = renderHtml(<ReviewProposal task={task} />);
    expect(html + proposed).toMatch(/Evidence.*ABORT.*Too dear\./s);
    expect(html.slice(0, html.indexOf("Evidence"))).not.toMatch(/ABORT|Too dear\./);
  });
});

describe("the end of what is read before an answer", () => {
  const estimate = {
    low: 40_000,
    expected: 50_000,
    high: 60_000,
    unknown: 0,
    unpriced: 0,
    tasks: 2,
    unknownRoles: 0,
  };
  const toFinish: Forecast = {
    money: estimate,
    time: estimate,
    writes: estimate,
    toolMicroUsd: 0,
    demo: false,
    runs: 12,
  };
  const shownWith = (more: Partial<ApprovalContext>) => {
    const { state, gate } = waitingAtGate();
    const approvalContext: ApprovalContext = { ...PLAIN, toFinish, ...more };
    const read = { ...NOT_LOADED, context: approvalContext };
    return renderText(<GateContext state={state} gate={gate} read={read} shown="Ship it" />);
  };

  it("is what was spent and what the rest is expected to cost, unknown where it is", () => {
    expect(shownWith({})).toMatch(/Cost \$0\.02 so far · 1 model call About \$0\.05 to finish$/);
    expect(shownWith({ toFinish: null })).toMatch(/Cost to finish unknown$/);
  });
});

describe("the plan that waits for approval", () => {
  it("is listed task by task, with what can change something outside", () => {
    const plan = planOf({ id: "a", title: "Send it", agent: "sender" });
    plan.agents.sender = { prompt: "You send.", tools: ["mail"] };
    const shown = (sideEffects: "read" | "external") => {
      const { state } = new RunWorld({ plan, tools: [{ name: "mail", sideEffects }] });
      return renderHtml(<ProposedPlan state={state} version={1} />);
    };
    expect(shown("external")).toMatch(/1 task<.*Send it.*acts outside/s);
    expect(shown("read")).not.toContain("acts outside");
  });

  it("names every task that acts outside, programs too, however long the plan is", () => {
    const quiet = Array.from({ length: 20 }, (_, n) => ({ id: `quiet_${n}` }));
    const input = '(tool/mail {:to "a@example.com"})';
    const plan = planOf(...quiet, { id: "p", title: "Count the rows", type: "direct", input });
    const { state } = new RunWorld({ plan, tools: [{ name: "mail", sideEffects: "external" }] });
    const shown = renderHtml(<ProposedPlan state={state} version={1} />);
    expect(shown).toMatch(/quiet_0.*21<.*Count the rows.*acts outside/s);
    expect(shown).toContain("and 7 more that change nothing outside");
  });

  it("says what of the mission no task answers and which tasks serve nothing of it, as a model's opinion", () => {
    const plan = planOf({ id: "sum", title: "Sum up" }, { id: "mail", title: "Mail all" });
    const critique = { score: 10, summary: "", findings: [], recommendations: [] };
    const shown = (coverage?: Coverage) => {
      const { kept } = truncateCritique(critique, { by: "model" }, coverage);
      const { state } = new RunWorld({ plan, critique: kept });
      return renderText(<ProposedPlan state={state} version={1} />);
    };
    const figures = { demand: "the figures", tasks: ["sum"] };
    const open = { demand: "a chart", tasks: [] };
    const text = shown({ demands: [figures, open], unquoted: [], extra: ["mail"] });
    expect(text).toContain("A model’s opinion. It holds nothing up.");
    expect(text).toMatch(/No task answers this demand “ ?a chart ?” △ This task serves no demand Mail all/);
    expect(text).toMatch(/“ ?the figures ?” Sum up “ ?a chart ?” no task/);
    const unquoted = [{ demand: "fame", tasks: ["mail"] }];
    const whole = shown({ demands: [figures], unquoted, extra: [] });
    expect(whole).toContain("✓ A task answers the one demand. ✓ Every task serves a demand.");
    expect(whole).toMatch(/Not counted: .*“ ?fame ?” Mail all/);
    expect(shown()).not.toContain("cover the mission");
  });

  it("says what is different from the version before, where there is one", () => {
    const { state, gate } = waitingAtGate();
    const data = { lines: [{ sign: "+", text: "Look again" }], counts: { added: 1, removed: 0, changed: 0 } };
    const queries = [{ queryKey: ["plan-changes", state.runId, 1, 2], data }];
    const asked = { ...gate, kind: "plan_approval" as const, planVersion: 2 };
    const text = renderText(<GateContext state={state} gate={asked} shown={undefined} read={NOT_LOADED} />, {
      queries,
    });
    expect(text).toMatch(/Changed since plan v1 .*added: Look again/);
  });
});
