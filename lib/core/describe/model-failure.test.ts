import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { effectKey } from "../ids";
import { modelFailureFacts, modelFailureText, waitingFor } from "./model-failure";

it.each([
  ["auth", "The provider rejected the API key."],
  ["quota", "No quota or credit left."],
  ["rate_limited", "The provider is rate limiting requests."],
  ["unavailable", "The provider is not responding or returns errors."],
  ["timeout", "The provider timed out."],
  ["cut_stream", "Responses are cut off."],
  ["unknown_model", "Unknown model: the provider or the settings no longer have it."],
  ["bad_request", "The provider rejected the request."],
  ["context_overflow", "The request exceeds the model’s context window."],
  ["odd", "Failed with “odd”."],
])("modelFailureText of %s: %s", (code, words) => expect(modelFailureText(code)).toBe(words));

describe("what waits for a model", () => {
  const world = new RunWorld({ plan: planOf({ id: "a", title: "Load" }, { id: "b", title: "Sum" }) });
  const { runId } = world.state;
  const faultOf = (model: string) => ({ model }) as (typeof world.state.faults)[string];
  const state = (faults: Record<string, string>) => ({
    ...world.state,
    faults: Object.fromEntries(Object.entries(faults).map(([key, model]) => [key, faultOf(model)])),
  });
  const ofTask = (id: string, n = 1) => effectKey(runId, id, 1, "run_attempt", n);
  const ofRun = (kind: string) => effectKey(runId, "-", 1, kind, 1);
  const subject = (failures: number) => ({ subject: { model: "m", code: "quota", failures } });

  it("is named by titles of tasks and by names of the run's own work, each once", () => {
    const kinds = ["plan", "critique_plan", "replan", "summarize", "answer", "critique_answer"];
    const own = Object.fromEntries(kinds.map((kind) => [ofRun(kind), "m"]));
    const faults = {
      [ofTask("a")]: "m",
      [ofTask("a", 2)]: "m",
      [ofTask("b")]: "other",
      [ofTask("gone")]: "m",
      ...own,
    };
    expect(waitingFor(state(faults), subject(1))).toEqual([
      ...["Load", "the plan", "the plan critique", "the replan", "the summary", "the answer"],
    ]);
    expect(waitingFor(state({ [ofTask("b")]: "m" }), {})).toEqual([]);
  });

  it("is said behind how often the model failed", () => {
    const one = state({ [ofTask("a")]: "m" });
    const two = state({ [ofTask("a")]: "m", [ofRun("answer")]: "m" });
    expect([
      modelFailureFacts(state({}), subject(1)),
      modelFailureFacts(one, subject(1)),
      modelFailureFacts(two, subject(3)),
    ]).toEqual([
      "Failed once before this gate opened.",
      "Failed once before this gate opened. Load is waiting for it.",
      "Failed 3 times before this gate opened. Load, the answer are waiting for it.",
    ]);
  });
});
