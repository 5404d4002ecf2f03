import { expect, it } from "vitest";
import type { Trajectory } from "@/lib/core/trajectory";
import { requestOfTurn } from "./request";

const schema = { type: "object", properties: { rows: { type: "array" } } };
const tool = { name: "look", description: "Looks", inputSchema: { type: "object" } };

/** The first turn of an attempt whose result has a form, put to a model with these tools. */
function request({ tools, inJson = false }: { tools: (typeof tool)[]; inJson?: boolean }) {
  const constraints = { maxTurns: 3, tools: tools.map(({ name }) => name), toolCalling: "native" };
  const trajectory = { query: "List them", context: {}, constraints, steps: [], summary: null, answer: null };
  return requestOfTurn(
    { find: () => undefined },
    {
      turn: { step: 1, modelId: "m", inJson },
      variant: { model: "recorded", prompt: "recorded" },
      recorded: { system: "s", tools, output: schema },
      trajectory: trajectory as unknown as Trajectory,
    },
  );
}

it("asks for structured output where the recorded turn did: without tools, and of a model that calls natively", () => {
  expect(request({ tools: [] }).output?.schema).toMatchObject({ required: ["result", "cannot"] });
  expect(request({ tools: [tool] }).output).toBeUndefined();
});
