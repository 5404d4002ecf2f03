import { describe, expect, it } from "vitest";
import { statedReason } from "@/lib/core/run/reasons";
import { renderHtml } from "@/lib/testing/render";
import { ASSESSMENT, lookingBack } from "@/lib/testing/runs/judged-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { AnswerTab } from "../runs/answer/answer-tab";
import { ReflectionTab } from "./reflection-tab";

describe("the self-critique on the page", () => {
  const critiqued = (send: (world: RunWorld, key: string) => void) => {
    const world = new RunWorld({ plan: planOf({ id: "a" }), settings: { selfCritique: true } });
    world.start();
    world.run("a").start();
    send(world, world.keyOfKind("critique_approach"));
    return renderHtml(<ReflectionTab state={world.state} showTask={() => {}} />);
  };

  it("says how good the way was, and what was wrong with it", () => {
    const said = {
      mistakes: ["Nobody checked <i>a</i>."],
      simplerAlternatives: ["Ask."],
      expertAdvice: "Ask first.",
    };
    const critique = { ...said, wasBestApproach: false, selfRating: 0.4 };
    const html = critiqued((world, key) => world.send({ type: "approach_critiqued", key, critique }));
    for (const text of [
      "There was a better approach",
      "40 of 100",
      "checked &lt;i&gt;a",
      "Ask.",
      "Ask first.",
    ])
      expect(html).toContain(text);
  });

  it("says why nobody has said anything", () => {
    const reason = statedReason("the provider is down");
    const html = critiqued((world, key) => world.send({ type: "approach_not_critiqued", key, reason }));
    expect(html).toContain("Not critiqued: the provider is down.");
  });
});

it("is shown what was expected of a task, whatever came of it", () => {
  const plan = planOf({ id: "a", title: "Count <b>parts</b>" }, { id: "b" });
  const world = new RunWorld({ plan, settings: { reasoning: true } });
  world.start();
  const key = (taskId: string) =>
    Object.keys(world.state.inFlight).find((one) => one.includes(`/${taskId}/1/reason_task`));
  const said = { reasoning: "", expectedOutcome: "At least 97 parts", alternatives: [], confidence: 0.7 };
  world.send({ type: "task_reasoned", key: key("a") ?? "", taskId: "a", said });
  const problem = statedReason("the provider is down");
  world.send({ type: "task_reasoned", key: key("b") ?? "", taskId: "b", said: null, problem });
  const html = renderHtml(<ReflectionTab state={world.state} showTask={() => {}} />);
  for (const text of [
    "Count &lt;b&gt;parts",
    "Expected: At least 97 parts (70 % sure)",
    "the provider is down",
  ])
    expect(html).toContain(text);
});

describe("the retrospective on the page", () => {
  it("is announced while the outcome stands already", () => {
    const { state } = lookingBack();
    const html = renderHtml(<ReflectionTab state={state} showTask={() => {}} />);
    expect(html).toContain("A model is writing the retrospective.");
    expect(renderHtml(<AnswerTab state={state} />)).toContain("Completed");
  });

  it("says whether the goal was achieved, what would have been better, and names tasks by their titles", () => {
    const world = lookingBack();
    world.send({ type: "run_assessed", key: world.keyOfKind("retrospect"), assessment: ASSESSMENT });
    const html = renderHtml(<ReflectionTab state={world.state} showTask={() => {}} />);
    for (const text of ["Goal partly achieved", "50 of 100", "It was fast.", "Ask first.", "Dig deeper"])
      expect(html).toContain(text);
    expect(html).toContain("&lt;b&gt;price list");
  });

  it("says what was only counted, and why", () => {
    const world = lookingBack();
    const byRule = statedReason("the provider is down");
    world.send({ type: "run_assessed", key: world.keyOfKind("retrospect"), assessment: ASSESSMENT, byRule });
    const html = renderHtml(<ReflectionTab state={world.state} showTask={() => {}} />);
    expect(html).toContain("not judged by a model: the provider is down");
  });

  it("is absent where nobody asked for it", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }) });
    expect(renderHtml(<ReflectionTab state={world.state} showTask={() => {}} />)).not.toContain(
      "Retrospective",
    );
  });
});

it("shows the finished missions that the planner was shown, as they stood then", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const facts = { replans: 2, iterations: 0, costMicroUsd: null, demo: true };
  const mission = { runId: "run_9", mission: "Deploy the shop", finishReason: "no_path" as const, ...facts };
  const html = renderHtml(
    <ReflectionTab state={{ ...state, missionsShown: { k: [mission] } }} showTask={() => {}} />,
  );
  expect(html).toContain('href="/runs/run_9"');
  expect(html).toContain("failed (no_path) · 2 replans · cost unknown · demo");
  expect(renderHtml(<ReflectionTab state={state} showTask={() => {}} />)).not.toContain("Planned with");
});
