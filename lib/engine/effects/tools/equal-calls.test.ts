import { describe, expect, test } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
import {
  beginElsewhere,
  call,
  deployTool,
  gates,
  resumeRun,
  toolResults,
} from "@/lib/testing/engine/tool-call-runs";
import type { Script } from "@/lib/testing/models/scripted-model";
import type { ToolDescriptor } from "@/lib/tools";

const GATE = { id: "ok", title: "Release approval", type: "human_review" };
const ASK = {
  toolPolicy: { rules: [{ tool: "deploy", path: "version", operator: "=", value: "1", effect: "ask" }] },
};
const ship = (id: string, more: object = {}) => ({
  id,
  title: id,
  agent: "worker",
  input: `Ship by ${id}`,
  ...more,
});

/** Both agents call at the same moment, which is when both have been asked. */
function together(turn = (task: string) => [call("deploy", task)]): Script {
  const both = deferred();
  let asked = 0;
  return async ({ prompt, messages }) => {
    const [, task] = /Ship by (\w+)/.exec(prompt) ?? [];
    if (messages.length > 1 || task === undefined) return "shipped";
    asked += 1;
    if (asked === 2) both.resolve();
    await both.promise;
    return { calls: turn(task) };
  };
}

type Story = { tasks?: object[]; settings?: object; tool?: Partial<ToolDescriptor>; script?: Script };

async function play({
  tasks = [ship("a"), ship("b")],
  settings = {},
  tool,
  script = together(),
}: Story = {}) {
  const deploy = deployTool(tool);
  const run = await createScriptedRun(tasks, { tools: [deploy.tool], script, settings });
  await resumeRun(run);
  return { ...run, done: deploy.done };
}

const open = (run: ScriptedRun) => gates(run).filter(({ status }) => status === "open");
const approve = (run: ScriptedRun, callId?: string) =>
  run.engine.person({ type: "decide", verb: "approve", ...(callId !== undefined && { callId }) });

describe("equal calls of two tasks at the same moment", () => {
  test("are made once, and the other is asked about, with what the first gave", async () => {
    const run = await play();
    expect(run.done).toEqual(["1"]);
    expect(gates(run)).toMatchObject([
      { kind: "tool_approval", question: { reasons: [{ code: "call_repeated" }] } },
    ]);
    expect([...run.engine.store.toolCalls.values()].map(({ status }) => status)).toEqual(["finished"]);
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1", "1"]);
    expect(run.state()).toMatchObject({ phase: "ended", tasks: { b: { status: "succeeded", attempt: 1 } } });
  });

  test("spend nothing where they are refused their start", async () => {
    const run = await play({ settings: { maxHops: 3 } });
    expect(run.done).toEqual(["1"]);
    expect(run.state().ledger).toMatchObject({ used: { hops: 1 }, reserved: { hops: 0 }, reservations: {} });
  });

  test("are made once where people do not let the other run", async () => {
    const run = await play();
    await run.engine.person({ type: "decide", verb: "reject", comment: "once is enough" });
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
    const told = run.model.requests.flatMap((request) => toolResults(request));
    expect(told).toContainEqual(expect.objectContaining({ isError: true }));
  });

  test("behind one control ask under its terms, though it was passed for both", async () => {
    const behind = { dependsOn: ["ok"] };
    const run = await play({
      tasks: [{ ...GATE, gate: { assignees: ["Pat"] } }, ship("a", behind), ship("b", behind)],
    });
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
    expect(open(run)).toMatchObject([{ kind: "tool_approval", assignees: ["Pat"], obligations: ["1/ok"] }]);
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1", "1"]);
  });

  test("of programs are made once too", async () => {
    const program = (id: string) => ({
      id,
      title: id,
      type: "direct",
      input: '(tool/deploy {"version" "1"})',
    });
    const run = await play({ tasks: [program("a"), program("b")] });
    expect(run.done).toEqual(["1"]);
    expect(open(run)).toMatchObject([{ kind: "tool_approval", taskId: "b" }]);
  });

  test("both run where the tool may be called any number of times", async () => {
    const run = await play({ tool: { repeatable: true } });
    expect([run.done, gates(run)]).toEqual([["1", "1"], []]);
  });

  test("leave other calls of the same turn as they are", async () => {
    const turn = (task: string) => [call("deploy", task), call("deploy", `${task}-own`, task)];
    const run = await play({ script: together(turn) });
    expect([...run.done].sort()).toEqual(["1", "a", "b"]);
    expect(open(run)).toMatchObject([{ subject: { callId: "b" } }]);
  });
});

describe("a call that a person let run", () => {
  test("is asked about again where an equal one was started since it was shown", async () => {
    const run = await play({ settings: ASK });
    expect(open(run).map(({ subject }) => subject?.callId)).toEqual(["a", "b"]);
    await approve(run, "a");
    await approve(run, "b");
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
    expect(open(run)).toMatchObject([
      { kind: "tool_approval", question: { reasons: [{ code: "policy" }, { code: "call_repeated" }] } },
    ]);
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1", "1"]);
    expect(run.state().phase).toBe("ended");
  });

  test("is asked about again also by those who answer after the equal one has been made", async () => {
    const run = await play({ settings: ASK });
    await approve(run, "a");
    await resumeRun(run);
    await approve(run, "b");
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
    expect(open(run)).toMatchObject([{ subject: { callId: "b", earlier: expect.any(String) } }]);
  });

  test("is asked about again where a person makes it equal to one that was made", async () => {
    const script: Script = ({ prompt, messages }) => {
      const [, task = ""] = /Ship by (\w+)/.exec(prompt) ?? [];
      return messages.length === 1 && task
        ? { calls: [call("deploy", task, task === "a" ? "2" : "1")] }
        : "shipped";
    };
    const run = await play({ script, settings: ASK });
    expect(run.done).toEqual(["2"]);
    await run.engine.person({ type: "decide", verb: "edit", value: { version: "2" } });
    await resumeRun(run);
    expect(run.done).toEqual(["2"]);
    expect(open(run)).toMatchObject([
      { shown: { inline: { version: "2" } }, question: { reasons: [{ code: "call_repeated" }] } },
    ]);
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["2", "2"]);
  });
});

describe("equal calls of other runs of the family", () => {
  const script: Script = ({ messages }) =>
    messages.length === 1 ? { calls: [call("deploy", "c1")] } : "shipped";
  const asking = () => play({ tasks: [ship("a")], settings: ASK, script });

  test("ask before one more is made, though this run has made none", async () => {
    const run = await createScriptedRun([ship("a")], { tools: [deployTool().tool], script });
    beginElsewhere(run, { version: "1" });
    await resumeRun(run);
    expect(gates(run)).toMatchObject([
      { question: { reasons: [{ code: "call_repeated", earlier: { stage: "started" } }] } },
    ]);
  });

  test("that people were not told of when they let one run are asked about, and once alone", async () => {
    const run = await asking();
    beginElsewhere(run, { version: "1" });
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual([]);
    expect(open(run)).toMatchObject([
      { question: { reasons: [{ code: "policy" }, { code: "call_repeated" }] } },
    ]);
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
  });

  test("are no others where their arguments are", async () => {
    const run = await asking();
    beginElsewhere(run, { version: "2" });
    await approve(run);
    await resumeRun(run);
    expect(run.done).toEqual(["1"]);
  });
});
