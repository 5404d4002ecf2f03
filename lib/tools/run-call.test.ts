import { describe, expect, it } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { type EmittedChunk, toolContext } from "@/lib/testing/tools/tool-context";
import type { ToolContext, ToolDescriptor } from "./descriptor";
import { runCall } from "./run-call";

const tool = (run: ToolDescriptor["run"]): ToolDescriptor => ({
  name: "t",
  description: "A test's tool",
  tags: [],
  sideEffects: "write",
  idempotent: false,
  inputSchema: { type: "object" },
  timeoutMs: 1_000,
  summarize: () => "t",
  run,
});
const call = (run: ToolDescriptor["run"], context = toolContext(), timeoutMs = 1_000) =>
  runCall({ ...tool(run), timeoutMs }, {}, context);
const paused = { ok: false, code: "paused" };

describe("a tool that asks", () => {
  it("ends its call with its question", async () => {
    const payload = { question: "Which of the two?", options: ["a", "b"], timeoutSeconds: 60 };
    expect(await call((_, context) => context.pause("await_input", payload))).toEqual({
      ...paused,
      pause: { reason: "await_input", payload },
    });
  });

  it("may have looked around before", async () => {
    const run = async (_: object, context: ToolContext) => {
      await Promise.resolve();
      return context.pause("approval_required", { question: "Go on?" });
    };
    expect(await call(run)).toMatchObject(paused);
  });

  it("has asked whatever it does with the exception", async () => {
    const run = (_: object, context: ToolContext) => {
      try {
        context.pause("await_input", { question: "Yes?" });
      } catch {
        return "as if nothing had been";
      }
    };
    expect(await call(run)).toMatchObject(paused);
  });

  it("is told by its signal, and can neither begin an effect nor ask or tell any more", async () => {
    const chunks: EmittedChunk[] = [];
    const seen: string[] = [];
    const after = deferred();
    const run = async (_: object, context: ToolContext) => {
      try {
        context.pause("external_event", { question: "Has it arrived?" });
      } catch {
        await new Promise((resolve) => context.signal.addEventListener("abort", () => resolve(0)));
      }
      context.emitChunk("output", 1, "late");
      for (const late of [context.effectBegins, () => context.pause("await_input", { question: "?" })]) {
        try {
          await late();
        } catch (thrown) {
          seen.push((thrown as Error).message);
        }
      }
      after.resolve();
      return null;
    };
    expect(await call(run, toolContext({}, chunks))).toMatchObject(paused);
    await after.promise;
    expect(chunks).toEqual([]);
    expect(seen).toEqual([
      "t has ended: nothing may be changed any more.",
      "t has ended: it cannot pause any more.",
    ]);
  });

  it.each<[string, (context: ToolContext) => unknown]>([
    ["its first effect", (context) => context.effectBegins()],
    ["its first output", (context) => context.emitChunk("output", 1, "Copying")],
  ])("fails when it asks after %s: it would run from its beginning again", async (what, begin) => {
    const run = async (_: object, context: ToolContext) => {
      await begin(context);
      return context.pause("approval_required", { question: "Go on?" });
    };
    expect(await call(run)).toEqual({
      ok: false,
      code: "failed",
      message: `t paused after ${what}; a tool may pause only before it.`,
    });
  });

  it("fails with a question that nobody could answer", async () => {
    expect(await call((_, context) => context.pause("await_input", { question: " " }))).toMatchObject({
      code: "failed",
      message: expect.stringMatching(/^t asked a question that cannot be shown: question: /),
    });
    const form = { title: "x".repeat(3_000) };
    expect(await call((_, context) => context.pause("await_input", { question: "?", form }))).toMatchObject({
      message: expect.stringContaining("form: at most 2500 characters"),
    });
  });
});

describe("a tool that may change nothing any more", () => {
  it("has not begun, whatever it does with the exception", async () => {
    const run = async (_: object, context: ToolContext) => {
      try {
        await context.effectBegins();
      } catch {
        // It continues as if nothing had been.
      }
      return "done";
    };
    expect(await call(run, toolContext({ mayBegin: async () => false }))).toEqual({
      ok: false,
      code: "not_begun",
    });
  });

  it("has not begun where its time runs out while it is still asked", async () => {
    const done: string[] = [];
    const asked = deferred<boolean>();
    const after = deferred();
    const run = async (_: object, context: ToolContext) => {
      await context.effectBegins().finally(after.resolve);
      done.push("sent");
      return "done";
    };
    const mayBegin = () => asked.promise;
    expect(await call(run, toolContext({ mayBegin }), 1)).toEqual({ ok: false, code: "not_begun" });
    asked.resolve(true);
    await after.promise;
    expect(done).toEqual([]);
  });

  it("fails in the midst of its work: nobody can say how far it came", async () => {
    let asked = 0;
    const mayBegin = async () => {
      asked += 1;
      return asked === 1;
    };
    const run = async (_: object, context: ToolContext) => {
      await context.effectBegins();
      await context.effectBegins();
      return "done";
    };
    expect(await call(run, toolContext({ mayBegin }))).toMatchObject({
      code: "failed",
      message: expect.stringContaining("another worker may hold its run"),
    });
  });
});

describe("a tool that tells while it runs", () => {
  it("hands its pieces on, until its call has ended", async () => {
    const chunks: EmittedChunk[] = [];
    const [late, after] = [deferred(), deferred()];
    const run = (_: object, context: ToolContext) => {
      context.emitChunk("output", 1, "10 %\n");
      context.emitChunk("output", 2, "done\n", true);
      void late.promise.then(() => {
        context.emitChunk("output", 3, "too late");
        after.resolve();
      });
      return "ended";
    };
    expect(await call(run, toolContext({}, chunks))).toEqual({ ok: true, output: "ended" });
    late.resolve();
    await after.promise;
    expect(chunks).toEqual([
      { streamId: "output", seq: 1, text: "10 %\n", done: false },
      { streamId: "output", seq: 2, text: "done\n", done: true },
    ]);
  });

  it("is given a person's consent, the run and its workspace", async () => {
    const approval = {
      verb: "approve" as const,
      value: {},
      by: { kind: "person" as const, id: "p", name: "Ada" },
    };
    const run = (_: object, { approval, runId, workspaceId }: ToolContext) =>
      `${approval?.verb} ${runId} ${workspaceId}`;
    expect(await call(run, toolContext({ approval }))).toEqual({ ok: true, output: "approve run1 w1" });
  });
});
