import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tools } from "@/lib/core/ports";
import { type EmittedChunk, toolContext } from "./tool-context";

/**
 * Tools that every implementation is tested with, under names of its own: `echo` takes `{say: string}` and gives
 * `{said}`, `broken` fails with the words "it is broken", `lies` breaks its output schema, `wait` never answers, and
 * `progress` emits at least two chunks.
 */
export type ContractTools = {
  tools: Tools;
  names: Record<"echo" | "broken" | "lies" | "wait" | "progress", string>;
  close?(): Promise<void>;
};

/** What the engine relies on of the port Tools, for each of its implementations. */
export function toolsContract(implementation: string, open: () => Promise<ContractTools>): void {
  describe(`Tools, by ${implementation}`, () => {
    let given: ContractTools;
    beforeAll(async () => {
      given = await open();
    });
    afterAll(() => given.close?.());
    const run = (name: keyof ContractTools["names"], args = {}, change = {}) =>
      given.tools.run(given.names[name], args, toolContext(change));

    it("tells of each tool what engine, policies and prompts need, by its name too", () => {
      const { tools, names } = given;
      for (const name of Object.values(names)) {
        const facts = tools.find(name);
        expect(tools.list()).toContainEqual(facts);
        expect(facts).toMatchObject({ name, description: expect.any(String), timeoutMs: expect.any(Number) });
        expect(["none", "read", "write", "external"]).toContain(facts?.sideEffects);
      }
      expect(tools.find("none of them")).toBeUndefined();
      expect(tools.find("constructor")).toBeUndefined();
    });

    it("checks arguments before anything runs", async () => {
      const { tools, names } = given;
      expect(tools.checkArguments(names.echo, { say: "hi" })).toBeUndefined();
      expect(tools.checkArguments(names.echo, { sai: "hi" })).toContain(
        'Did you mean "say" instead of "sai"?',
      );
      expect(tools.checkArguments("none of them", {})).toContain('There is no tool "none of them".');
      expect(await run("echo", { say: 1 })).toMatchObject({ ok: false, code: "invalid_arguments" });
      expect(await tools.run("none of them", {}, toolContext())).toMatchObject({ code: "unknown_tool" });
    });

    it("says in one line what a call does", () => {
      const line = given.tools.summarize(given.names.echo, { say: "hi" });
      expect(line).toContain("hi");
      expect(line).not.toContain("\n");
    });

    it("runs several calls side by side, each with its own answer", async () => {
      const words = Array.from({ length: 10 }, (_, index) => `word ${index}`);
      const results = await Promise.all(words.map((say) => run("echo", { say })));
      expect(results).toEqual(words.map((said) => ({ ok: true, output: { said } })));
    });

    it("turns faults into results", async () => {
      expect(await run("broken", { say: "x" })).toMatchObject({
        ok: false,
        code: "failed",
        message: expect.stringContaining("it is broken"),
      });
      expect(await run("lies")).toMatchObject({
        ok: true,
        output: { result: { reported: 1 }, mismatch: expect.stringContaining("was carried out") },
      });
    });

    it("ends a call at its time", async () => {
      expect(await run("wait")).toMatchObject({ ok: false, code: "timeout" });
    });

    it("ends a call that is cancelled, before its start too", async () => {
      const caller = new AbortController();
      const pending = run("wait", {}, { signal: caller.signal });
      caller.abort();
      expect(await pending).toMatchObject({ ok: false, code: "failed" });
      expect(await run("wait", {}, { signal: caller.signal })).toMatchObject({ ok: false, code: "failed" });
    });

    it("passes on what a tool tells while it runs, in order", async () => {
      const chunks: EmittedChunk[] = [];
      await given.tools.run(given.names.progress, {}, toolContext({}, chunks));
      const numbers = chunks.map(({ seq }) => seq);
      expect(numbers.length).toBeGreaterThanOrEqual(2);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      expect(new Set(numbers).size).toBe(numbers.length);
    });
  });
}
