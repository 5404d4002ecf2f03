import { describe, expect, it } from "vitest";
import { ANY_TOOL, reachOf } from "./reach";
import { plan as planSchema } from "./schema";

const TOOLS = [
  { name: "pay", sideEffects: "external" },
  { name: "look", sideEffects: "read" },
] as const;

const reachOfProgram = (input: unknown) =>
  reachOf(planSchema.parse({ title: "P", tasks: [{ id: "p", title: "P", type: "direct", input }] }), TOOLS).p;

describe("the reach of a program", () => {
  it.each<[unknown, string[] | undefined]>([
    ["(tool/pay {})", ["pay"]],
    ["((fn [f c] (f {})) tool/pay\\a)", ["pay"]],
    ["(tool/look {})", undefined],
    ["(tool/nowhere {})", ["nowhere"]],
    ['"tool/pay" ; tool/pay', undefined],
    ["(tool/look {}", [ANY_TOOL]],
    [["tool/look"], [ANY_TOOL]],
  ])("is what its forms name, and any tool where it cannot be read: %j", (input, reach) => {
    expect(reachOfProgram(input)).toEqual(reach);
  });
});
