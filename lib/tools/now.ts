import type { Clock } from "@/lib/core/ports";
import type { ToolDescriptor } from "./descriptor";

/** The current time in UTC; the clock is given, so that tests and replays can hold it still. */
export function nowTool(clock: Pick<Clock, "nowMs">): ToolDescriptor {
  return {
    name: "now",
    description: "Tells the current date and time in UTC.",
    tags: ["time"],
    sideEffects: "read",
    idempotent: true,
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    outputSchema: {
      type: "object",
      properties: { iso: { type: "string" }, unixMs: { type: "integer" }, weekday: { type: "string" } },
      required: ["iso", "unixMs", "weekday"],
    },
    timeoutMs: 1_000,
    examples: [{}],
    summarize: () => "Read the clock",
    run() {
      const date = new Date(clock.nowMs());
      const weekday = date.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
      return { iso: date.toISOString(), unixMs: date.getTime(), weekday };
    },
  };
}
