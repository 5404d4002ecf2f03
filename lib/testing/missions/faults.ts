import { canonicalJson, isJsonObject, type Json } from "@/lib/core/json";
import { changesOutside } from "@/lib/core/policy";
import type { ToolDescriptor } from "@/lib/tools";

/** A fault of a tool: it says that it failed, or gives a wrong result of the right form; for good, or at first. */
export type ToolFault = { tool: string; kind: "explicit" | "silent"; lasts: boolean };

/** A call as its tool was asked it. `lineage`: of the task that made it. */
export type MadeCall = {
  tool: string;
  args: string;
  lineage: string;
  came: "as it is" | "failed" | "altered";
};

/** Calls that fail before a fault has passed. */
const PASSING_CALLS = 2;

const SAID = {
  lasting: "403 Forbidden: this account may not do that",
  passing: "503 Service Unavailable",
};

/** The tools of a mission, one of them with a fault; `made` keeps what they were asked. */
export function faultyTools(
  tools: ToolDescriptor[],
  { fault, made }: { fault: ToolFault | undefined; made: MadeCall[] },
): ToolDescriptor[] {
  return tools.map((tool) => ({
    ...tool,
    async run(args, context) {
      const call: MadeCall = {
        tool: tool.name,
        args: canonicalJson(args),
        came: "as it is",
        lineage: context.idempotencyKey.split("/")[0] ?? "",
      };
      const before = made.filter((one) => one.tool === tool.name).length;
      made.push(call);
      if (fault?.tool !== tool.name || (!fault.lasts && before >= PASSING_CALLS))
        return tool.run(args, context);
      if (fault.kind === "explicit") {
        call.came = "failed";
        throw new Error(fault.lasts ? SAID.lasting : SAID.passing);
      }
      const said = isLeftUndone(tool) ? SAID_DONE : await tool.run(args, context);
      const output = isLeftUndone(tool) ? said : altered(said);
      if (canonicalJson(output) !== canonicalJson(said) || isLeftUndone(tool)) call.came = "altered";
      return output;
    },
  }));
}

/** True for a tool that writes for real: its wrong result is to say so, and not to have done it. */
const isLeftUndone = (tool: ToolDescriptor): boolean => changesOutside(tool) && tool.tags.includes("mcp");
const SAID_DONE = "Done.";

/** A result of the same form whose figures are others; of a list with several items the last is missing. */
function altered(value: Json): Json {
  if (typeof value === "number") return Number.isInteger(value) ? value * 3 + 1 : value / 3;
  if (typeof value === "string") return value.replace(/\d/g, (digit) => String((Number(digit) + 3) % 10));
  if (Array.isArray(value)) return value.slice(0, Math.max(1, value.length - 1)).map(altered);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, altered(one)]));
}
