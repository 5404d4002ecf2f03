import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { toolContext } from "@/lib/testing/tools/tool-context";
import type { ToolDescriptor } from "./descriptor";
import { simulatedTools } from "./simulated";
import { createToolbox } from "./toolbox";

const echo: ToolDescriptor = {
  name: "echo",
  description: "Gives back what it got",
  tags: ["test"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: { type: "object", properties: { say: { type: "string" } }, required: ["say"] },
  timeoutMs: 50,
  summarize: ({ say }) => `Say ${say}`,
  run: ({ say }) => ({ said: say ?? null }),
};

const context = toolContext;
const run = (change: Partial<ToolDescriptor>, args: Json = { say: "hi" }) =>
  createToolbox([{ ...echo, ...change }]).run("echo", args, context());

describe("a toolbox", () => {
  it("tells what the engine needs to know of its tools, without their code", () => {
    const box = createToolbox([echo]);
    expect(box.list()).toEqual([
      {
        name: "echo",
        description: "Gives back what it got",
        tags: ["test"],
        sideEffects: "none",
        idempotent: true,
        repeatable: false,
        inputSchema: echo.inputSchema,
        timeoutMs: 50,
      },
    ]);
    expect(box.find("echo")).toEqual(box.list()[0]);
    expect(box.find("toString")).toBeUndefined();
    expect(createToolbox([{ ...echo, costHint: 0.01 }]).find("echo")?.costHint).toBe(0.01);
  });

  it("does not accept two tools of one name", () => {
    expect(() => createToolbox([echo, echo])).toThrow("same name");
  });

  it("summarizes a call for a reviewer, whatever the arguments are", () => {
    const box = createToolbox([echo]);
    expect(box.summarize("echo", { say: "hi" })).toBe("Say hi");
    expect(box.summarize("echo", [1])).toBe("1 value");
    expect(box.summarize("gone", {})).toBe("");
    const broken = { ...echo, summarize: () => fault() };
    expect(createToolbox([broken]).summarize("echo", { say: "x" })).toBe("say: x");
  });
});

describe("checking arguments", () => {
  const box = createToolbox(simulatedTools);

  it("finds nothing wrong with arguments that fit", () => {
    const args = { environment: "staging", service: "fraud-model", version: "v1" };
    expect(box.checkArguments("deploy", args)).toBeUndefined();
  });

  it("names misspelt and missing keys, what was probably meant, and what the tool takes", () => {
    const args = { enviroment: "staging", service: "fraud-model", version: "v1" };
    expect(box.checkArguments("deploy", args)).toBe(
      'deploy cannot run with these arguments: (root): missing key "environment"; (root): unknown key ' +
        '"enviroment". Did you mean "environment" instead of "enviroment"? It takes: environment ' +
        '("staging" | "production"), service (string), version (string).',
    );
  });

  it("asks for an object", () => {
    expect(box.checkArguments("ramp_traffic", "v1")).toBe(
      "ramp_traffic takes its arguments as one JSON object. It takes: service (string), version (string), " +
        "stages? (array).",
    );
  });

  it("knows a tool without arguments and properties of any or several types", () => {
    const none = { ...echo, inputSchema: { type: "object", additionalProperties: false } };
    expect(createToolbox([none]).checkArguments("echo", { a: 1 })).toContain("It takes no arguments: {}.");
    const loose = {
      ...echo,
      inputSchema: { properties: { a: {}, b: { type: ["string", "null"] }, c: true }, maxProperties: 0 },
    };
    expect(createToolbox([loose]).checkArguments("echo", { a: 1 })).toContain(
      "a? (any value), b? (string | null), c? (any value)",
    );
  });

  it("lists the tools when the name is unknown, with the one probably meant", () => {
    expect(box.checkArguments("run_test", {})).toContain(
      'There is no tool "run_test". Did you mean "run_tests"?',
    );
    expect(createToolbox([]).checkArguments("x", {})).toBe('There is no tool "x". Available: none.');
  });
});

describe("running a tool", () => {
  it("gives its output", async () => {
    expect(await run({})).toEqual({ ok: true, output: { said: "hi" } });
  });

  it("passes the idempotency key on", async () => {
    expect(await run({ run: (_, { idempotencyKey }) => idempotencyKey })).toEqual({ ok: true, output: "k" });
  });

  it("runs nothing when the tool is unknown or the arguments do not fit", async () => {
    let ran = false;
    const box = createToolbox([{ ...echo, run: () => (ran = true) }]);
    expect(await box.run("ecco", {}, context())).toMatchObject({ ok: false, code: "unknown_tool" });
    expect(await box.run("echo", { say: 1 }, context())).toMatchObject({
      ok: false,
      code: "invalid_arguments",
    });
    expect(ran).toBe(false);
  });

  it("turns whatever the tool throws into a failed result", async () => {
    expect(await run({ run: fault })).toEqual({ ok: false, code: "failed", message: "echo failed: broken" });
    expect(await run({ run: () => Promise.reject("text") })).toMatchObject({ message: "echo failed: text" });
  });

  it("takes a call whose outcome the tool does not know for one that gave no answer", async () => {
    const unknown = () => Promise.reject(Object.assign(new Error("cut off"), { code: "unknown_outcome" }));
    expect(await run({ run: unknown })).toEqual({
      ok: false,
      code: "timeout",
      message: "echo failed: cut off",
    });
  });

  it("ends at the timeout and tells the tool", async () => {
    let reported = false;
    const result = await run({
      timeoutMs: 5,
      run: (_, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => (reported = true), { once: true })),
    });
    expect(result).toEqual({ ok: false, code: "timeout", message: "echo did not answer within 5 ms." });
    expect(reported).toBe(true);
  });

  it("ends when the caller cancels, also before the start", async () => {
    const box = createToolbox([{ ...echo, run: () => new Promise<Json>(() => {}) }]);
    const caller = new AbortController();
    const pending = box.run("echo", { say: "x" }, { ...context(), signal: caller.signal });
    caller.abort();
    const cancelled = { ok: false, code: "failed", message: "echo was cancelled." };
    expect(await pending).toEqual(cancelled);
    expect(await box.run("echo", { say: "x" }, { ...context(), signal: caller.signal })).toEqual(cancelled);
  });

  it("checks the output against the tool's schema", async () => {
    const outputSchema = { type: "object", required: ["heard"] };
    expect(await run({ outputSchema, run: () => ({ heard: 1 }) })).toEqual({
      ok: true,
      output: { heard: 1 },
    });
  });

  it("hands over what a call gave that breaks the tool's schema, as the call was made", async () => {
    const outputSchema = { type: "object", required: ["heard"] };
    expect(await run({ outputSchema, run: () => ({ id: 1 }) })).toEqual({
      ok: true,
      output: {
        result: { id: 1 },
        mismatch:
          'echo was carried out, and answered otherwise than its output schema says: (root): missing key "heard".',
      },
    });
    const schemaPart = (output: Json) => (output as JsonObject).inner as Json;
    const inner = { inner: { heard: 1 }, more: "words" };
    expect(await run({ outputSchema, schemaPart, run: () => inner })).toEqual({ ok: true, output: inner });
  });

  it("passes on digits that a double would change, as a text, where its schema wants a number", async () => {
    const id = {
      type: "object",
      properties: { id: { type: "integer" }, ids: { items: { type: "number" } } },
    };
    const args = { id: "9007199254740993", ids: [1, "12345678901234567890"] };
    const given = { inputSchema: id, outputSchema: id, run: (heard: JsonObject) => heard };
    expect(await run(given, args)).toEqual({ ok: true, output: args });
    expect(await run(given, { id: "12" })).toMatchObject({ code: "invalid_arguments" });
    expect(await run(given, { id: "9007199254740993.5" })).toMatchObject({ ok: true });
  });

  it("holds no call to what cannot be checked of its schemas", async () => {
    const unusable: JsonObject = {
      type: "object",
      properties: { say: { pattern: "^(?!a)b" } },
      required: ["say"],
    };
    expect(await run({ inputSchema: unusable, outputSchema: { $ref: "#/nowhere" } })).toMatchObject({
      ok: true,
    });
    const box = createToolbox([{ ...echo, inputSchema: unusable }]);
    expect(box.checkArguments("echo", {})).toContain('missing key "say"');
    expect(box.checkArguments("echo", "x")).toContain("one JSON object");
  });

  it("keeps nothing that is nested too deeply, and passes no such arguments on", async () => {
    const deep: Json = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
    const words = expect.stringContaining("nested");
    expect(await run({ run: () => deep })).toEqual({ ok: true, output: { result: null, mismatch: words } });
    const box = createToolbox([{ ...echo, inputSchema: { type: "object" } }]);
    expect(box.checkArguments("echo", { say: deep })).toEqual(words);
    expect(await box.run("echo", { say: deep }, context())).toMatchObject({ code: "invalid_arguments" });
  });

  it("accepts JSON only; nothing counts as null", async () => {
    const notJson = (() => new Map()) as unknown as () => Json;
    const lost = expect.stringMatching(/was carried out, but its result cannot be kept: it is no JSON value/);
    expect(await run({ run: notJson })).toEqual({ ok: true, output: { result: null, mismatch: lost } });
    const nothing = (() => undefined) as unknown as () => Json;
    expect(await run({ run: nothing })).toEqual({ ok: true, output: null });
  });
});

function fault(): never {
  throw new Error("broken");
}
