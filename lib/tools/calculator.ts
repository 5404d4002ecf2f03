import { calculate } from "./calculator-parser";
import type { ToolDescriptor } from "./descriptor";

export const calculator: ToolDescriptor = {
  name: "calculator",
  description:
    "Computes one arithmetic expression: + - * / % (remainder) ^ and brackets; pi, e; abs ceil exp floor ln log10 max min round sqrt.",
  tags: ["math"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: { expression: { type: "string", minLength: 1, maxLength: 1_000 } },
    required: ["expression"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { value: { type: "number" } }, required: ["value"] },
  timeoutMs: 1_000,
  examples: [{ expression: "(98 / 100) * 100" }],
  summarize: ({ expression }) => `Compute ${expression}`,
  run: ({ expression }) => ({ expression: String(expression), value: calculate(String(expression)) }),
};
