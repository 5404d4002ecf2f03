import { isJsonObject } from "@/lib/core/json";
import { errorText, evaluate } from "@/lib/core/lisp";
import type { ToolDescriptor } from "./descriptor";

/** It holds up everyone else in this process for as long as it runs. */
const DEADLINE_MS = 500;

/** Evaluates PTC-Lisp in the sandbox of predicates (docs/predicates.md): no tools, no clock, nothing outside. */
export const runLisp: ToolDescriptor = {
  name: "run_lisp",
  description:
    "Evaluates a program in PTC-Lisp, a small Clojure, over the data it is given, and gives its value: for counting, " +
    "sorting, grouping and computing. The keys of data are data/<key>. It can call no tools and changes nothing.",
  tags: ["math", "data"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: {
      program: { type: "string", minLength: 1, maxLength: 20_000 },
      data: { type: "object", description: "Values by name." },
    },
    required: ["program"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", required: ["value"] },
  timeoutMs: 2_000,
  examples: [
    { program: '(reduce + (map (fn [row] (get row "n")) data/rows))', data: { rows: [{ n: 1 }, { n: 2 }] } },
  ],
  summarize: ({ program }) => `Evaluate ${String(program).replace(/\s+/g, " ").trim().slice(0, 200)}`,
  run({ program, data }) {
    const outcome = evaluate(String(program), isJsonObject(data) ? data : {}, {
      now: () => performance.now(),
      deadlineMs: DEADLINE_MS,
    });
    if (!outcome.ok) throw new Error(errorText(outcome.error));
    return { value: outcome.value };
  },
};
