import { isJsonObject, type JsonObject } from "@/lib/core/json";
import { SIMULATED_TAG } from "@/lib/core/ports";
import type { ToolDescriptor } from "../descriptor";

/**
 * A tool of the demonstration scenarios. It touches nothing outside: its result depends on its arguments alone,
 * the version among them, so a run shows the same numbers every time (docs/agents.md, "Simulated tools").
 */
export function simulatedTool(
  tool: Omit<ToolDescriptor, "tags" | "timeoutMs" | "inputSchema" | "outputSchema"> & {
    tags?: string[];
    input: Record<string, JsonObject>;
    /** Keys of `input` that may be left out. */
    optional?: string[];
    output: Record<string, JsonObject>;
    /** What it prints while it runs, line by line. */
    progress?(args: JsonObject): string[];
  },
): ToolDescriptor {
  const { tags = [], input, optional = [], output, progress = () => [], ...rest } = tool;
  const required = Object.keys(input).filter((key) => !optional.includes(key));
  return {
    ...rest,
    async run(args, context) {
      for (const [index, line] of progress(args).entries()) {
        context.emitChunk("output", index + 1, `${line}\n`);
      }
      const made = await rest.run(args, context);
      return isJsonObject(made) ? { ...made, simulated: true } : made;
    },
    tags: [SIMULATED_TAG, ...tags],
    timeoutMs: 10_000,
    inputSchema: { type: "object", properties: input, required, additionalProperties: false },
    outputSchema: {
      type: "object",
      properties: { ...output, simulated: { const: true } },
      required: Object.keys(output),
    },
  };
}

export const text: JsonObject = { type: "string", minLength: 1, maxLength: 100 };
export const version: JsonObject = {
  type: "string",
  pattern: "^v?[0-9][0-9.]*$",
  description: "The version to act on, such as v1 or 1.4.0.",
};
export const environment: JsonObject = { type: "string", enum: ["staging", "production"] };

/** `v2` -> 2; a dotted application version counts by its first number. */
export function majorOf(versionText: string): number {
  return Number.parseInt(versionText.replace(/^v/, ""), 10);
}

/** `fraud-model` in production is served as `fraud-model-prod:8080`. */
export function addressOf(service: string, environmentName: string): string {
  return `${service}-${environmentName === "production" ? "prod" : environmentName}:8080`;
}
