import { describe, expect, it } from "vitest";
import { localOperator } from "@/lib/core/people";
import { NO_POLICIES } from "@/lib/core/policy";
import type { Model, ModelInfo, Tools } from "@/lib/core/ports";
import { deferred } from "@/lib/testing/deferred";
import { createManualClock } from "@/lib/testing/manual-clock";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import { createWorkspaces, NO_ROLE_SETTINGS, SETUP_FRESH_MS, sameSetup, withRateLimits } from "./workspaces";

const named = (id: string): Model => ({
  list: () => [{ id, provider: "p", simulated: true } satisfies ModelInfo],
  call: () => Promise.reject(new Error("not called")),
});

function world() {
  const clock = createManualClock();
  const store = { version: 1, model: "a", reads: 0, loads: 0, away: false };
  let held: Promise<void> | undefined;
  const workspaces = createWorkspaces({
    clock,
    log: silentLog,
    async readVersion() {
      store.reads += 1;
      if (store.away) throw new Error("away");
      return store.version;
    },
    async load() {
      store.loads += 1;
      const tools = createToolbox([]);
      const { model } = store;
      const [wait] = [held];
      held = undefined;
      await wait;
      const of = {
        modelProviders: [],
        policies: NO_POLICIES,
        simulatedTools: false,
        channels: [],
        peopleAt: () => [],
        settingsOfRole: () => NO_ROLE_SETTINGS,
      };
      return { model: named(model), tools, defaultModelOf: () => model, ...of };
    },
  });
  const change = (model: string) => Object.assign(store, { model, version: store.version + 1 });
  /** Keeps the next load from its end until it is let go. */
  const hold = () => {
    const go = deferred();
    held = go.promise;
    return () => go.resolve();
  };
  return { clock, store, workspaces, change, hold };
}

describe("what a workspace has set up", () => {
  it("is looked up at most every two seconds, and loaded again when its version has risen", async () => {
    const { clock, store, workspaces, change } = world();
    const setup = await workspaces.open("w");
    expect(setup.model.list()[0]?.id).toBe("a");
    change("b");
    await workspaces.open("w");
    expect(setup.defaultModelOf("agent")).toBe("a");
    await clock.advance(SETUP_FRESH_MS);
    expect(await workspaces.open("w")).toBe(setup);
    expect([setup.model.list()[0]?.id, setup.defaultModelOf("agent")]).toEqual(["b", "b"]);
    await clock.advance(SETUP_FRESH_MS);
    await workspaces.open("w");
    expect(store).toMatchObject({ reads: 3, loads: 2 });
  });

  it("is read at once after it was forgotten, also when a look was under way", async () => {
    const { workspaces, change } = world();
    const setup = await workspaces.open("w");
    change("b");
    workspaces.invalidate("w");
    await workspaces.open("w");
    expect(setup.defaultModelOf("")).toBe("b");
    workspaces.invalidate("w");
    const slow = workspaces.open("w");
    change("c");
    workspaces.invalidate("w");
    await slow;
    await workspaces.open("w");
    expect(setup.defaultModelOf("")).toBe("c");
  });

  it("is looked at whenever it was before where it has to be the newest, and not served from memory then", async () => {
    const { store, workspaces, change } = world();
    const setup = await workspaces.open("w");
    change("b");
    expect(await workspaces.newest("w")).toBe(setup);
    expect(setup.defaultModelOf("")).toBe("b");
    store.away = true;
    await expect(workspaces.newest("w")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is what the look found that began last, whichever ends last", async () => {
    const { workspaces, change, hold } = world();
    const setup = await workspaces.open("w");
    change("b");
    const [release, slow] = [hold(), workspaces.newest("w")];
    change("c");
    await workspaces.newest("w");
    release();
    await slow;
    expect(setup.defaultModelOf("")).toBe("c");
  });

  it("is read once for all who ask at the same moment", async () => {
    const { store, workspaces } = world();
    await Promise.all([workspaces.open("w"), workspaces.open("w")]);
    expect(store.reads).toBe(1);
  });

  it("serves as it was while the store is away, and is unavailable before it was ever read", async () => {
    const { clock, store, workspaces } = world();
    store.away = true;
    await expect(workspaces.open("w")).rejects.toMatchObject({ code: "unavailable" });
    store.away = false;
    await workspaces.open("w");
    store.away = true;
    await clock.advance(SETUP_FRESH_MS);
    expect((await workspaces.open("w")).defaultModelOf("")).toBe("a");
  });

  it("runs tools and calls models of the newest setup through whatever was opened before", async () => {
    const { workspaces } = world();
    const { tools, model, modelProviders, policies } = await workspaces.open("w");
    const signal = new AbortController().signal;
    await expect(model.call({ modelId: "a", system: "", messages: [] }, { signal })).rejects.toThrow(
      "not called",
    );
    expect([tools.list(), tools.find("x"), tools.summarize("x", { a: 1 })]).toEqual([[], undefined, "a: 1"]);
    expect(tools.checkArguments("x", {})).toContain('no tool "x"');
    expect(policies()).toBe(NO_POLICIES);
    expect(modelProviders()).toEqual([]);
  });
});

describe("an opened setup", () => {
  it("asks everything of what is loaded", async () => {
    const asked: unknown[] = [];
    const ask =
      <Value>(name: string, value: Value) =>
      (...args: unknown[]): Value => {
        asked.push([name, ...args]);
        return value;
      };
    const tool = { name: "look" } as unknown as NonNullable<ReturnType<Tools["find"]>>;
    const answer = Promise.resolve({} as never);
    const role = { ...NO_ROLE_SETTINGS, fallbacks: ["p:b"] };
    const workspaces = createWorkspaces({
      clock: createManualClock(),
      log: silentLog,
      readVersion: () => Promise.resolve(7),
      load: (id) => {
        asked.push(["load", id]);
        return Promise.resolve({
          model: { list: ask("models", []), call: ask("call", answer) },
          tools: {
            list: ask("tools", [tool]),
            find: ask("find", tool),
            run: ask("run", answer),
            checkArguments: ask("check", "wrong"),
            summarize: ask("summarize", "looks"),
          },
          defaultModelOf: ask("default", "p:a"),
          settingsOfRole: ask("role", role),
          modelProviders: [],
          policies: NO_POLICIES,
          simulatedTools: true,
          peopleAt: (nowMs: number) => [{ ...localOperator, name: `Somebody at ${nowMs}` }],
          channels: [{ id: "c", events: ["gate.opened"], digest: "off" }],
        });
      },
    });
    const setup = await workspaces.open("w");
    const [request, context] = [{ modelId: "p:a", system: "", messages: [] }, {} as never];
    expect(setup.model.list()).toEqual([]);
    expect(setup.model.call(request, context)).toBe(answer);
    expect(setup.tools.list()).toEqual([tool]);
    expect(setup.tools.find("look")).toBe(tool);
    expect(setup.tools.checkArguments("look", { at: 1 })).toBe("wrong");
    expect(setup.tools.summarize("look", { at: 2 })).toBe("looks");
    expect(setup.tools.run("look", { at: 3 }, context)).toBe(answer);
    expect([setup.defaultModelOf("agent"), setup.settingsOfRole("agent")]).toEqual(["p:a", role]);
    expect([setup.simulatedTools(), setup.modelProviders(), setup.policies()]).toEqual([
      true,
      [],
      NO_POLICIES,
    ]);
    expect(setup.channels().map(({ id }) => id)).toEqual(["c"]);
    expect(asked).toEqual([
      ...[["load", "w"], ["models"], ["call", request, context], ["tools"], ["find", "look"]],
      ...[
        ["check", "look", { at: 1 }],
        ["summarize", "look", { at: 2 }],
        ["run", "look", { at: 3 }, context],
      ],
      ...[
        ["default", "agent"],
        ["role", "agent"],
      ],
    ]);
  });
});

describe("rate limiters of workspaces", () => {
  it("are made once for each workspace", async () => {
    const made: Model[] = [];
    const workspaces = withRateLimits(sameSetup({ model: named("a"), tools: createToolbox([]) }), (model) => {
      made.push(model);
      return { ...model };
    });
    const first = await workspaces.open("w");
    expect((await workspaces.open("w")).model).toBe(first.model);
    expect(made).toHaveLength(1);
    workspaces.invalidate("w");
  });
});
