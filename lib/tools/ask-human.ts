import type { JsonObject } from "@/lib/core/json";
import { MAX_QUESTION_CHARS, type PausePayload } from "@/lib/core/tool-pause";
import type { ToolDescriptor } from "./descriptor";

/** Asks a person; what they answer is what the call gives (docs/agents.md, "A tool that asks"). */
export const askHuman: ToolDescriptor = {
  name: "ask_human",
  description:
    "Asks a person and waits for the answer, which may take long. Only for what the task needs and no other tool can " +
    "tell. `options` are answers to choose from; `form` is a JSON Schema, where the answer has to be data; with " +
    "`timeoutSeconds` no answer in time is an error.",
  tags: ["people"],
  sideEffects: "read",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: {
      question: { type: "string", minLength: 1, maxLength: MAX_QUESTION_CHARS, pattern: "\\S" },
      options: {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: 100, pattern: "\\S" },
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
      },
      form: { type: "object", description: "JSON Schema of the answer." },
      timeoutSeconds: { type: "integer", minimum: 1, maximum: 2_592_000 },
    },
    required: ["question"],
    additionalProperties: false,
  },
  timeoutMs: 5_000,
  examples: [
    { question: "Which region should the servers run in?", options: ["eu-central", "us-east"] },
    { question: "Who signs the release?", form: { type: "string", title: "Name" }, timeoutSeconds: 3_600 },
  ],
  summarize: ({ question }) => `Ask a person: ${question}`,
  // The arguments fit the schema above, which is that of the question.
  run: (args: JsonObject, { pause }) => pause("await_input", args as unknown as PausePayload),
};
