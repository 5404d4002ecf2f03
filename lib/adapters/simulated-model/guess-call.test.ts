import { describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { expressionIn, guessCalls } from "./guess-call";
import type { OfferedTool } from "./turn";

const tool = (name: string, properties: JsonObject, required = Object.keys(properties)): OfferedTool => ({
  name,
  description: "",
  inputSchema: { type: "object", properties, required, additionalProperties: false },
});
const version = { type: "string", pattern: "^v?[0-9][0-9.]*$" };
const environment = { type: "string", enum: ["staging", "production"] };

const tools = [
  tool("deploy", { environment, service: { type: "string" }, version }),
  tool("run_tests", { suite: { type: "string", enum: ["load", "smoke"] }, environment, version }),
  tool("calculator", { expression: { type: "string" } }),
  tool("now", {}),
  tool("scale", { replicas: { type: "integer" }, dry: { type: "boolean" } }, ["replicas"]),
];
const guess = (title: string, input: string) => guessCalls(tools, title, input);

describe("guessing a tool call from a task's words", () => {
  it("takes a JSON input that fits the tool the task names", () => {
    const args = { environment: "staging", service: "shop", version: "v3" };
    expect(guess("Deploy the shop", JSON.stringify(args))).toEqual([{ tool: "deploy", args }]);
    expect(guess("Look after the shop", JSON.stringify(args))).toEqual([]);
  });

  it("takes a call that is spelt out", () => {
    const args = { expression: "1+1" };
    expect(guess("Anything", JSON.stringify({ tool: "calculator", args }))).toEqual([
      { tool: "calculator", args },
    ]);
    expect(guess("Anything", JSON.stringify({ tool: "calculator", arguments: args }))).toHaveLength(1);
    expect(guess("Anything", JSON.stringify({ tool: "calculator", args: {} }))).toEqual([]);
    expect(guess("Anything", JSON.stringify({ tool: "erase", args: {} }))).toEqual([]);
    expect(guess("Anything", JSON.stringify({ tool: "now" }))).toEqual([{ tool: "now", args: {} }]);
  });

  it("puts arguments together from what the text says", () => {
    expect(guess("Run tests", "Run the smoke suite on staging against v2.")).toEqual([
      { tool: "run_tests", args: { suite: "smoke", environment: "staging", version: "v2" } },
    ]);
    expect(guess("Deploy", 'Deploy to production with service: shop, version = "1.4.0"')).toEqual([
      { tool: "deploy", args: { environment: "production", service: "shop", version: "1.4.0" } },
    ]);
    expect(guess("Scale the service", "replicas: 3, dry: true")).toEqual([
      { tool: "scale", args: { replicas: 3, dry: true } },
    ]);
  });

  it("calls nothing when an argument is missing or in doubt", () => {
    expect(guess("Deploy", "Deploy to production")).toEqual([]);
    expect(guess("Run tests", "Run the smoke suite on staging, then production, against v2")).toEqual([]);
    expect(guess("Run tests", "Run the smoke suite on staging against v2 and v3")).toEqual([]);
    expect(guess("Scale the service", "replicas: many")).toEqual([]);
  });

  it("calls nothing that the task does not name", () => {
    expect(guess("Write a poem", "about version v1 on staging, service: shop")).toEqual([]);
    expect(guess("Do it now", "now or never")).toEqual([]);
  });

  it("knows when the clock and the calculator are meant", () => {
    expect(guess("Find out the current date", "")).toEqual([{ tool: "now", args: {} }]);
    expect(guess("Calculate the share", "What is (98 / 100) * 100?")).toEqual([
      { tool: "calculator", args: { expression: "(98 / 100) * 100" } },
    ]);
  });

  it("makes do with schemas that say little", () => {
    const odd = [
      { name: "lookup", description: "", inputSchema: { type: "object", properties: { a: true } } },
    ];
    expect(guessCalls(odd, "lookup", "a: 1")).toEqual([{ tool: "lookup", args: {} }]);
    expect(guessCalls([{ name: "lookup", description: "", inputSchema: {} }], "lookup", "")).toHaveLength(1);
  });
});

describe("the expression in a text", () => {
  it.each([
    ["What is 2 + 3*4?", "2 + 3*4"],
    ["From 2024-2025", "2024-2025"],
    ["Chapter 7 (of 12)", undefined],
    ["nothing", undefined],
  ])("%s -> %s", (text, expression) => {
    expect(expressionIn(text)).toBe(expression);
  });
});
