import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { verbHelp } from "@/lib/core/describe/gates/answers";
import { modelFailureText, waitingFor } from "@/lib/core/describe/model-failure";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { ModelFailure } from "./model-failure";

/** A run that waits because the model of two tasks cannot be reached. */
function away(code: string, model: string | undefined = "openai:large") {
  const tasks = [
    { id: "a", title: "Write it" },
    { id: "b", title: "Check it" },
  ];
  const world = new RunWorld({ plan: planOf(...tasks), settings: { modelPatienceMs: 0 } });
  world.start();
  for (const { id } of tasks) {
    const error = { code, message: "openai refused the credentials" };
    const { key } = world.keyOf(id);
    world.send({ type: "effect_failed", key, error, ...(model !== "" && { model }) });
  }
  const [gate] = Object.values(world.state.approvals);
  if (!gate) throw new Error("no gate opened");
  const html = renderToStaticMarkup(<ModelFailure state={world.state} gate={gate} />);
  return { state: world.state, gate, text: html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ") };
}

describe("a gate about a model", () => {
  it("shows which model, what the provider said, what waits, and what each answer does", () => {
    const { text } = away("auth");
    expect(text).toContain("openai:large");
    expect(text).toContain("The provider rejected the API key.");
    expect(text).toContain("openai refused the credentials");
    expect(text).toContain("Write it, Check it are waiting for it.");
    expect(text).toContain("this gate closes");
    for (const word of ["Retry:", "Another model:", "Abort:"]) expect(text).toContain(word);
  });

  it("promises to close by itself only where a look can tell", () => {
    expect(away("context_overflow").text).not.toContain("closes by itself");
  });

  it("says nothing of a model where it is not about one", () => {
    expect(away("deadline", "").text).toBe("");
  });

  it("names the work of the run as well as its tasks", () => {
    const { state, gate } = away("quota");
    const [fault] = Object.values(state.faults);
    if (!fault) throw new Error("no fault");
    const faults = { "run_1/-/1/summarize/1": fault };
    expect(waitingFor({ ...state, faults }, gate)).toEqual(["the summary"]);
  });
});

it("has words for failures that it does not know, and none for answers that it does not know", () => {
  expect(modelFailureText("odd")).toContain("odd");
  expect(verbHelp("retry", { kind: "model_unavailable", subject: { model: "m" } })).toContain("m");
  expect(verbHelp("approve", { kind: "model_unavailable" })).toBeUndefined();
});
