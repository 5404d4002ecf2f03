import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../json";
import { readPlan } from "./plan";

/** A plan that says something in every field, written as people and models write it. */
const PLAN: JsonObject = {
  title: "Ship the model",
  objective: "Ship a good model",
  agents: {
    w: {
      prompt: "Writes",
      tools: ["t1", "t2"],
      model: "m",
      max_turns: 3,
      hop_budget: 4,
      deadline_ms: 1000,
      token_budget: 100,
      cost_budget_usd: 1.5,
      max_parallel: 2,
      hints: {
        ordering: ["t1", "t2"],
        parallel_groups: [["t1", "t2"]],
        sequential_only: ["t1"],
        disallowed: ["t3"],
        preferred: ["t2"],
        max_parallel: 2,
      },
      policy: { denied: ["t9"], allowed: ["t1", "t2"], required_tags: ["x"] },
      reflection: {
        enabled: true,
        threshold: 0.7,
        max_revisions: 1,
        model: "m",
        criteria: { completeness: 0.5, accuracy: 0.25, clarity: 0.25 },
      },
    },
  },
  tasks: [
    {
      id: "train",
      title: "Train the net",
      agent: "w",
      input: "Train it",
      on_failure: "stop",
      verification: "result.ok == true",
      max_retries: 2,
      critical: true,
      quality_gate: true,
      output_schema: { type: "object", properties: { ok: { type: "boolean" } } },
      on_verification_failure: "replan",
      llm_review: "ok is said",
      timeout_ms: 5000,
    },
    {
      id: "rev",
      title: "Planning Review - Is it good",
      type: "planning_review",
      review: {
        focus: "f",
        previous_tasks: ["train"],
        on_timeout: "abort",
        consensus: "any",
        reviewers: ["w"],
        decision_points: ["Is accuracy above 97 %?", "Is loss below 3?"],
        potential_outcomes: [
          { decision: "CONTINUE", when: "it is" },
          { decision: "REPLAN", when: "it is not" },
        ],
        requires_human_approval: true,
        approval_timeout: "10m",
        condition: { metric: { accuracy: "<0.95" }, previousFailed: true },
      },
    },
    {
      id: "gate",
      title: "Release",
      type: "human_review",
      depends_on: ["rev"],
      gate: {
        prompt: "Release?",
        assignees: ["role:x"],
        quorum: 1,
        timeout: "10m",
        on_timeout: "reject",
        form: { type: "object", properties: { a: { type: "string" } } },
        escalate_to: ["role:y"],
        four_eyes: true,
        requires_reason: true,
      },
    },
    { id: "prog", title: "Compute", type: "direct", depends_on: ["gate"], input: "(+ 1 2)" },
    {
      id: "out",
      title: "Send the mail",
      agent: "w",
      input: "Send it",
      depends_on: [{ id: "gate" }, "prog"],
      requires_approval: { assignees: ["role:z"], quorum: 2, prompt: "Really?" },
    },
    {
      name: "phase 2",
      depends_on: ["out"],
      approval: { assignees: ["role:q"] },
      tasks: [{ id: "last", title: "Tell them", agent: "w", input: "Tell" }],
    },
    { id: "fin", title: "File it", agent: "w", input: "File" },
  ],
  edges: [{ from: "last", to: "fin" }],
};

type Place = readonly (string | number)[];
type Container = { [key: string | number]: Json };

function* placesIn(value: Json, place: Place = []): Generator<[Place, Json]> {
  if (place.length > 0) yield [place, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value))
    yield* placesIn(item, [...place, Array.isArray(value) ? Number(key) : key]);
}

/** The plan with another value at a place, or with what `put` does to the object or list that stands there. */
function changed(place: Place, put: (holder: Container, key: string | number) => void): Json {
  const copy = structuredClone(PLAN);
  let holder = copy as Container;
  for (const key of place.slice(0, -1)) holder = holder[key] as Container;
  put(holder, place.at(-1) as string | number);
  return copy;
}

describe("every leaf of a plan", () => {
  const whole = readPlan(PLAN);
  const isPassedOver = (plan: Json): boolean => {
    const { plan: read, errors } = readPlan(plan);
    return errors.length === 0 && JSON.stringify(read) === JSON.stringify(whole.plan);
  };
  const places = [...placesIn(PLAN)];

  it("is read", () => expect(whole.errors).toEqual([]));

  it("is read, or an error, where a value is another one", () => {
    const values: Json[] = [true, "only once Jo has agreed", "qxz", { zz: true }, ["zz"], -3.7];
    const passed = places.flatMap(([place, value]) =>
      typeof value === "object"
        ? []
        : values
            .filter((other) => other !== value)
            .filter((other) => isPassedOver(changed(place, (holder, key) => (holder[key] = other))))
            .map((other) => `${place.join(".")} ${JSON.stringify(other)}`),
    );
    expect(passed).toEqual([]);
  });

  it("is read, or an error, where an object or a list has more", () => {
    const more: [string, Json][] = [
      ["zz_flag", true],
      ["zz_note", "only once Jo has agreed"],
      ["zz", { q: false }],
      ["condition", "never"],
    ];
    const passed = places.flatMap(([place, value]) =>
      typeof value !== "object" || value === null
        ? []
        : more
            .filter(([name, one]) =>
              isPassedOver(
                changed(place, (holder, key) => {
                  const inner = holder[key] as Json[] | JsonObject;
                  if (Array.isArray(inner)) inner.push(one);
                  else inner[name] = one;
                }),
              ),
            )
            .map(([name]) => `${place.join(".")} ${name}`),
    );
    expect(passed).toEqual([]);
  });
});
