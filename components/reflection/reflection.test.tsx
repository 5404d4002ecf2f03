import { describe, expect, it } from "vitest";
import { headline } from "@/lib/core/describe/gates/headline";
import { statedReason } from "@/lib/core/run/reasons";
import type { AttemptReflection } from "@/lib/core/run/state";
import { renderHtml } from "@/lib/testing/render";
import { CRITIQUE, judgedRun } from "@/lib/testing/runs/judged-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { AnswerTab } from "../runs/answer/answer-tab";
import { AnswerReflection } from "./answer-reflection";
import { AgentReflectionNote, AttemptReflectionView, StepCritiqueView } from "./critique";

const shown = ({ state }: RunWorld) => renderHtml(<AnswerReflection state={state} />);

describe("the critique of an answer", () => {
  it("shows scores, words and earlier forms, the newest first", () => {
    const html = shown(judgedRun(0.5, 0.9));
    expect(html).toContain("Passed: 90 of 100");
    expect(html).toContain("1 revision");
    expect(html.indexOf("Revision 1")).toBeLessThan(html.indexOf("First answer"));
    expect(html).toContain("Score 50 of 100, 80 required");
    expect(html).toContain("First words");
    // What stands is shown above as the answer: here is only how it differs.
    expect(html).toContain("4 words added, 2 removed");
    expect(html).toMatch(
      /<del [^>]*>(<\w+>)*First words(<\/\w+>)*<\/del><ins [^>]*>(<\w+>)*Words of revision 1(<\/\w+>)*<\/ins>/,
    );
    expect(html.match(/revision 1/g)).toHaveLength(1);
    expect(html).toContain("No &lt;b&gt;cost&lt;/b&gt;.");
  });

  it("says what to ask when the best is still below", () => {
    const world = judgedRun(0.5, 0.65, 0.6);
    const html = shown(world);
    expect(html).toContain("Requires follow-up: 65 of 100");
    expect(html).toContain("Questions for you");
    expect(html).toContain("Which market?");
    expect(headline(world.state)).toContain("its answer needs follow-up");
  });

  it("says why nobody has scored it", () => {
    const html = shown(judgedRun("failed"));
    expect(html).toContain("Not critiqued");
    expect(html).toContain("The model is away.");
  });

  it("says while it continues that it does", () => {
    const first = judgedRun();
    expect(shown(first)).toContain("A critic is scoring the answer.");
    expect(headline(first.state)).toBe("Finishing: a critic is scoring the answer");
    const below = judgedRun(0.5);
    expect(shown(below)).toContain("The answer is being revised.");
    expect(headline(below.state)).toBe("Finishing: the answer is being revised");
  });

  it("is not there where nobody reflects", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    expect(shown(world)).toBe("");
  });
});

describe("the answer itself", () => {
  it("says beside its title how it stands", () => {
    const tab = (world: RunWorld) => renderHtml(<AnswerTab state={world.state} />);
    expect(tab(judgedRun(0.9))).toMatch(/Passed.*90 of 100/);
    expect(tab(judgedRun(0.5))).toContain("being critiqued");
    expect(tab(judgedRun("failed"))).toContain("Not critiqued");
  });

  it("is nowhere to be read while it waits for people to release it", () => {
    const { gate } = waitingAtGate();
    const question = { about: "answer" as const, controls: ["Release"] };
    const held = { ...gate, kind: "answer_release" as const, question };
    const { state } = judgedRun(0.9);
    const gates = {
      approvals: { [gate.approvalId]: held },
      openApprovals: { [gate.approvalId]: true as const },
    };
    const html = renderHtml(<AnswerTab state={{ ...state, ...gates }} />);
    expect(html).toContain("Answer waiting for release");
    expect(html).not.toMatch(/90 of 100|Answer so far/);
  });
});

describe("an agent's critiques", () => {
  it("stand with the step whose answer they are about", () => {
    const critique = { score: 0.5, ...CRITIQUE };
    const fixed = renderHtml(<StepCritiqueView critique={{ ...critique, revise: true }} step={2} />);
    expect(fixed).toContain("asked for a revision");
    expect(fixed).toContain("Score 50 of 100");
    expect(renderHtml(<StepCritiqueView critique={critique} step={2} />)).not.toContain("goes on");
  });

  it.each<[string, AttemptReflection, string[]]>([
    [
      "that goes on",
      { critiques: 1, last: { step: 2, score: 0.5, feedback: "", passed: false, threshold: 0.8 } },
      ["50 of 100", "being revised"],
    ],
    [
      "whose best is below",
      {
        critiques: 3,
        outcome: "requires_followup",
        score: 0.7,
        step: 4,
        questions: [{ about: "asked", text: "Which load?" }],
      },
      ["70 of 100", "the answer of step 4", "Requires follow-up", "Which load?"],
    ],
    [
      "that nobody scored",
      { critiques: 0, outcome: "not_critiqued", step: 1, reason: statedReason("no room") },
      ["Not critiqued", "no room"],
    ],
  ])("sum up an attempt %s", (_, reflection, words) => {
    const html = renderHtml(<AttemptReflectionView reflection={reflection} />);
    for (const word of words) expect(html).toContain(word);
  });
});

it("is announced with the task's instructions, by the measure of its agent", () => {
  const plan = planOf({ id: "a", agent: "tester" }, { id: "b" });
  plan.agents.tester = {
    prompt: "",
    tools: [],
    reflection: { enabled: true, threshold: 0.9, maxRevisions: 1 },
  };
  const { state } = new RunWorld({ plan });
  const note = (taskId: string) => {
    const task = state.tasks[taskId];
    return task ? renderHtml(<AgentReflectionNote agents={state.agents} task={task} />) : undefined;
  };
  expect(note("a")).toContain("minimum 90 of 100, up to 1 revision");
  expect(note("b")).toBe("");
});
