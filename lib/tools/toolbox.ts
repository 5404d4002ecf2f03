import { isDeeperThan, isJsonObject, type Json, json, MAX_JSON_DEPTH } from "@/lib/core/json";
import { absentMcpTool } from "@/lib/core/mcp";
import type { Schemas, ToolFacts, ToolResult, Tools } from "@/lib/core/ports";
import { argumentProblem } from "./arguments";
import type { ToolDescriptor } from "./descriptor";
import { failure, runCall } from "./run-call";
import { createSchemas } from "./schemas";
import { suggest } from "./suggest";

/** Serves tools from their descriptors. Throws when two have the same name. */
export function createToolbox(descriptors: ToolDescriptor[], schemas: Schemas = createSchemas()): Tools {
  const byName = new Map(descriptors.map((tool) => [tool.name, tool]));
  if (byName.size < descriptors.length) throw new Error("Two tools have the same name");
  const facts = new Map(descriptors.map((tool) => [tool.name, factsOf(tool)]));

  function checkArguments(name: string, args: Json): string | undefined {
    const tool = byName.get(name);
    if (!tool) return unknownTool(name, byName.keys());
    if (isDeeperThan(args, MAX_JSON_DEPTH)) return `${name} takes no arguments nested as deeply as these.`;
    return argumentProblem(tool, args, schemas);
  }

  return {
    list: () => [...facts.values()],
    find: (name) => facts.get(name),
    checkArguments,
    summarize: (name, args) => summaryOf(byName.get(name), name, args),
    async run(name, args, context) {
      const tool = byName.get(name);
      if (!tool) return failure("unknown_tool", unknownTool(name, byName.keys()));
      const problem = checkArguments(name, args);
      if (problem !== undefined || !isJsonObject(args)) return failure("invalid_arguments", problem ?? name);
      const result = await runCall(tool, args, context);
      if (result.ok) return checkOutput(tool, result.output, schemas);
      return result.code === "paused" ? checkForm(name, result, schemas) : result;
    },
  };
}

function factsOf(tool: ToolDescriptor): ToolFacts {
  const { name, description, inputSchema, tags, sideEffects, idempotent, timeoutMs } = tool;
  const repeatable = tool.repeatable ?? false;
  return { name, description, inputSchema, tags, sideEffects, idempotent, repeatable, timeoutMs };
}

function checkOutput(tool: ToolDescriptor, output: Json, schemas: Schemas): ToolResult {
  if (!json.safeParse(output).success)
    return failure("invalid_output", `${tool.name} returned no JSON value.`);
  if (isDeeperThan(output, MAX_JSON_DEPTH))
    return failure("invalid_output", `${tool.name} returned a value nested too deeply to be kept.`);
  const mismatches = tool.outputSchema ? schemas.mismatches(tool.outputSchema, output) : [];
  if (mismatches.length === 0) return { ok: true, output };
  return failure("invalid_output", `${tool.name} broke its output schema: ${mismatches.join("; ")}.`);
}

/** A form that cannot be used would let nobody answer. */
function checkForm(
  name: string,
  paused: Extract<ToolResult, { code: "paused" }>,
  schemas: Schemas,
): ToolResult {
  const { form } = paused.pause.payload;
  const problem = form && schemas.mismatches(form, null).find((line) => line.startsWith("(schema)"));
  return problem === undefined
    ? paused
    : failure("failed", `${name} asked with an unusable form: ${problem}`);
}

function summaryOf(tool: ToolDescriptor | undefined, name: string, args: Json): string {
  const plain = `${name} ${JSON.stringify(args)}`;
  if (!tool || !isJsonObject(args)) return plain;
  try {
    return tool.summarize(args);
  } catch {
    return plain;
  }
}

function unknownTool(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = suggest(name, names);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `There is no tool "${name}".${absentMcpTool(name, names)}${hint} Available: ${names.join(", ") || "none"}.`;
}
