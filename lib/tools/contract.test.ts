import type { JsonObject } from "@/lib/core/json";
import { toolsContract } from "@/lib/testing/tools/tools-contract";
import type { ToolDescriptor } from "./descriptor";
import { createToolbox } from "./toolbox";

const nothing: JsonObject = { type: "object", properties: {} };
const say: JsonObject = {
  type: "object",
  properties: { say: { type: "string" } },
  required: ["say"],
  additionalProperties: false,
};
const said: JsonObject = { type: "object", required: ["said"] };

const tool = (name: string, rest: Pick<ToolDescriptor, "run"> & Partial<ToolDescriptor>): ToolDescriptor => ({
  name,
  description: name,
  tags: [],
  sideEffects: "none",
  idempotent: true,
  inputSchema: nothing,
  timeoutMs: 200,
  summarize: (args) => `${name} ${JSON.stringify(args)}`,
  ...rest,
});

toolsContract("the toolbox", async () => ({
  tools: createToolbox([
    tool("echo", { inputSchema: say, outputSchema: said, run: ({ say }) => ({ said: say ?? null }) }),
    tool("broken", { inputSchema: say, run: () => Promise.reject(new Error("it is broken")) }),
    tool("lies", { outputSchema: said, run: () => ({ reported: 1 }) }),
    tool("wait", { run: () => new Promise(() => {}) }),
    tool("progress", {
      run(_, { emitChunk }) {
        emitChunk("progress", 1, "one");
        emitChunk("progress", 2, "two");
        return null;
      },
    }),
  ]),
  names: { echo: "echo", broken: "broken", lies: "lies", wait: "wait", progress: "progress" },
}));
