import { isJsonObject, type Json, type JsonObject, json } from "@/lib/core/json";
import type { CancelSignal, Schemas, ToolFacts, ToolResult, Tools } from "@/lib/core/ports";
import { argumentProblem } from "./arguments";
import type { ToolDescriptor } from "./descriptor";
import { createSchemas } from "./schemas";
import { suggest } from "./suggest";

/** Serves tools from their descriptors. Throws when two have the same name. */
export function createToolbox(descriptors: ToolDescriptor[], schemas: Schemas = createSchemas()): Tools {
  const byName = new Map(descriptors.map((tool) => [tool.name, tool]));
  if (byName.size < descriptors.length) throw new Error("Two tools have the same name");
  const facts = new Map(descriptors.map((tool) => [tool.name, factsOf(tool)]));

  function checkArguments(name: string, args: Json): string | undefined {
    const tool = byName.get(name);
    return tool ? argumentProblem(tool, args, schemas) : unknownTool(name, byName.keys());
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
      const result = await runOnce(tool, args, context);
      return result.ok ? checkOutput(tool, result.output, schemas) : result;
    },
  };
}

function factsOf(tool: ToolDescriptor): ToolFacts {
  const { name, description, inputSchema, tags, sideEffects, idempotent, timeoutMs } = tool;
  const repeatable = tool.repeatable ?? false;
  return { name, description, inputSchema, tags, sideEffects, idempotent, repeatable, timeoutMs };
}

/** Settles at the tool's end, its timeout or the caller's cancel, whichever comes first. */
async function runOnce(
  tool: ToolDescriptor,
  args: JsonObject,
  context: { signal: CancelSignal; idempotencyKey: string },
): Promise<ToolResult> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel = () => {};
  const interrupted = new Promise<ToolResult>((resolve) => {
    cancel = () => resolve(failure("failed", `${tool.name} was cancelled.`));
    timer = setTimeout(
      () => resolve(failure("timeout", `${tool.name} did not answer within ${tool.timeoutMs} ms.`)),
      tool.timeoutMs,
    );
    if (context.signal.aborted) cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    if (context.signal.aborted) return await interrupted;
    return await Promise.race([attempt(tool, args, { ...context, signal: stop.signal }), interrupted]);
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", cancel);
    stop.abort();
  }
}

async function attempt(
  tool: ToolDescriptor,
  args: JsonObject,
  context: { signal: CancelSignal; idempotencyKey: string },
): Promise<ToolResult> {
  try {
    return { ok: true, output: (await tool.run(args, context)) ?? null };
  } catch (thrown) {
    return failure(
      "failed",
      `${tool.name} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}

function checkOutput(tool: ToolDescriptor, output: Json, schemas: Schemas): ToolResult {
  if (!json.safeParse(output).success)
    return failure("invalid_output", `${tool.name} returned no JSON value.`);
  const mismatches = tool.outputSchema ? schemas.mismatches(tool.outputSchema, output) : [];
  if (mismatches.length === 0) return { ok: true, output };
  return failure("invalid_output", `${tool.name} broke its output schema: ${mismatches.join("; ")}.`);
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
  return `There is no tool "${name}".${hint} Available: ${names.join(", ") || "none"}.`;
}

function failure(code: Exclude<ToolResult, { ok: true }>["code"], message: string): ToolResult {
  return { ok: false, code, message };
}
