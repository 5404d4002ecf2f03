import { describe, expect, test, vi } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json } from "@/lib/core/json";
import type { Clock } from "@/lib/core/ports";
import type { TaskState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const program = (input: string, more: object = {}) => ({
  id: "t",
  title: "Program",
  type: "direct",
  input,
  ...more,
});
const result = (value: Json) => ({ status: "succeeded", result: { inline: value } });

/** A tool that counts its runs and gives its number back. */
function counting(sideEffects: "read" | "write", more: object = {}) {
  const runs: Json[] = [];
  const keys: string[] = [];
  const tool = testTool("deploy", {
    sideEffects,
    run(args, { idempotencyKey }) {
      runs.push(args);
      keys.push(idempotencyKey);
      return { n: runs.length };
    },
    ...more,
  });
  return { runs, keys, tool };
}

/** A clock on which nobody waits for a tool; time limits are longer. */
const hasty: Clock = {
  ...systemClock,
  sleep: (delayMs, signal) => systemClock.sleep(delayMs < 5_000 ? 0 : delayMs, signal),
};

const diagnosisOf = (task?: TaskState): string => (task?.diagnosis ? formatReason(task.diagnosis) : "");

describe("a direct task", () => {
  test("gives the value of its program, without any model", async () => {
    const tasks = [
      { id: "a", title: "A", input: "go" },
      program('{:total (reduce + (get data/depends "a")) :from (keys data/results) :for data/mission}', {
        dependsOn: ["a"],
      }),
    ];
    const run = await playScriptedRun(tasks, { mission: "Add up", script: () => "[1, 2, 3]" });
    expect(run.state().tasks.t).toMatchObject(result({ total: 6, from: ["a"], for: "Add up" }));
    expect(run.prompts("agent")).toHaveLength(1);
    const ofTask = run.events().filter(({ payload }) => "taskId" in payload && payload.taskId === "t");
    expect(ofTask.map(({ type }) => type)).toEqual(["task_started", "task_succeeded"]);
  });

  test("finds results by name whatever number or place they have, and calls nothing where it names none of them", async () => {
    const { runs, tool } = counting("write");
    const told = (id: string) => program(`"from ${id}"`, { id });
    const tasks = [
      ...[told("spare"), told("main_v2")],
      program('[(first (vals data/depends)) (get data/results "main")]', { dependsOn: ["spare", "main_v2"] }),
      program('(if (get data/results "stop") 1 (tool/deploy {}))', { id: "act", dependsOn: ["main_v2"] }),
    ];
    const run = await playScriptedRun(tasks, { tools: [tool] });
    expect(run.state().tasks.t).toMatchObject(result(["from main_v2", "from main_v2"]));
    expect(run.state().tasks.act).toMatchObject({ status: "failed", failureCode: "error" });
    expect(diagnosisOf(run.state().tasks.act)).toContain('Nothing here is called "stop". There are main.');
    expect(runs).toEqual([]);
  });

  test("keeps braces of its own, and text that looks like a result of an agent", async () => {
    const script: Script = () => '{"sufficient": true}';
    const run = await playScriptedRun([program('(str "{{results.x}} " "[1, 2]")', { qualityGate: true })], {
      script,
    });
    expect(run.state().tasks.t).toMatchObject(result("{{results.x}} [1, 2]"));
  });

  test("has its result checked like any other", async () => {
    const checked = { verification: "(> data/result 5)", onVerificationFailure: "skip" };
    expect(
      (await playScriptedRun([program("(+ 2 4)", checked)])).payloads("verification_passed"),
    ).toHaveLength(1);
    const low = await playScriptedRun([program("(+ 2 2)", checked)]);
    expect(low.state().tasks.t).toMatchObject({ status: "skipped", failureCode: "check_failed" });
  });

  test("asks for another plan by failing deliberately, whatever its policy", async () => {
    const run = await createScriptedRun([program('(fail "The price list is empty")', { onFailure: "skip" })]);
    await run.lease();
    await run.engine.until((state) => state.replanFailed !== undefined);
    expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "replan_asked" });
    expect(run.payloads("replan_started")).toMatchObject([
      { cause: { trigger: "task_failed", taskId: "t", diagnosis: statedReason("The price list is empty") } },
    ]);
  });

  test("that cannot be evaluated shows the place", async () => {
    const run = await playScriptedRun([program("(+ 1\n   (count 5))")]);
    expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "error" });
    expect(diagnosisOf(run.state().tasks.t)).toMatch(/line 2, column \d+: [\s\S]*\n {3}\(count 5\)\)\n +\^$/);
  });

  test("stopped by the clock is evaluated again later", async () => {
    const run = await createScriptedRun([program("(count (filter even? (range 1000)))")]);
    let nowMs = 0;
    const slow = vi.spyOn(performance, "now").mockImplementation(() => {
      nowMs += 2_000;
      return nowMs;
    });
    const actor = await run.lease();
    await run.engine.until((state) => Object.keys(state.faults).length > 0);
    slow.mockRestore();
    await actor.ended;
    expect(run.payloads("effect_failed")).toMatchObject([{ error: { code: "deadline" } }]);
    expect(run.state().tasks.t).toMatchObject({ ...result(500), attempt: 1 });
  });
});

describe("a program's tool calls", () => {
  const two =
    '(let [a (tool/deploy {:version "1"}) b (tool/deploy {:version "2"})] [(get a "n") (get b "n")])';

  test("are steps, recorded before and after they run, each with a key of its own", async () => {
    const { runs, keys, tool } = counting("write");
    const run = await playScriptedRun([program(two)], { tools: [tool] });
    expect(run.state().tasks.t).toMatchObject(result([1, 2]));
    expect(runs).toEqual([{ version: "1" }, { version: "2" }]);
    expect(new Set(keys).size).toBe(2);
    const reported = run
      .events()
      .map(({ type }) => type)
      .filter((type) => /^(task_step|tool_)/.test(type));
    const once = ["task_step", "tool_started", "tool_finished", "task_step"];
    expect(reported).toEqual([...once, ...once]);
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([
      { tool: "deploy", status: "finished", ok: true },
      { tool: "deploy", status: "finished", ok: true },
    ]);
  });

  test.each<[string, object, string, RegExp]>([
    [
      "fails",
      {
        run: () => {
          throw new Error("no disk");
        },
      },
      '(tool/deploy {:version "1"})',
      /tool\/deploy failed: .*no disk/,
    ],
    [
      "is given what it does not take",
      {},
      "(tool/deploy {:version 1})",
      /^Invalid arguments for tool\/deploy: /,
    ],
  ])("end the attempt when the tool %s", async (_, over, source, diagnosis) => {
    const run = await playScriptedRun([program(source)], { tools: [testTool("deploy", over)] });
    expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "error" });
    expect(diagnosisOf(run.state().tasks.t)).toMatch(diagnosis);
  });

  /** A tool that fails so the first times it is called, and how often it was called. */
  function failing(message: string, times: number, sideEffects: "read" | "write" = "read") {
    const runs: Json[] = [];
    const run = (args: Json) => {
      runs.push(args);
      if (runs.length <= times) throw new Error(message);
      return { n: runs.length };
    };
    return { runs, tools: [testTool("look", { sideEffects, run })] };
  }
  const looking = (more: object = {}) => program('(get (tool/look {}) "n")', more);

  test("that fail in a way that may pass are made again, where they may, before there is another plan", async () => {
    const twice = failing("503 Service Unavailable", 2);
    const run = await playScriptedRun([looking({ onFailure: "replan" })], {
      tools: twice.tools,
      clock: hasty,
    });
    expect(run.state().tasks.t).toMatchObject({ ...result(3), attempt: 1 });
    const often = failing("503 Service Unavailable", 4);
    const again = await playScriptedRun([looking({ onFailure: "replan" })], {
      tools: often.tools,
      clock: hasty,
    });
    expect(again.state().tasks.t).toMatchObject({ ...result(5), attempt: 2 });
    expect(again.payloads("task_retried")).toMatchObject([
      { code: "timeout", diagnosis: { text: expect.stringContaining("It was tried 3 times.") } },
    ]);
    const act = failing("503 Service Unavailable", 1, "write");
    const acted = await playScriptedRun([looking()], { tools: act.tools, clock: hasty });
    expect(acted.state().tasks.t).toMatchObject({ status: "failed", failureCode: "error" });
    expect(act.runs).toHaveLength(1);
  });

  test("that fail for good are made once, whatever the plan says", async () => {
    const { runs, tools } = failing("403 Forbidden", 9);
    const run = await playScriptedRun([looking({ onFailure: "retry", maxRetries: 3 })], { tools });
    expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "error", attempt: 1 });
    expect(runs).toHaveLength(1);
  });

  test("have an end", async () => {
    const source = "(loop [n 0] (tool/look {:version (str n)}) (recur (inc n)))";
    const run = await playScriptedRun([program(source)], { tools: [testTool("look")] });
    expect(diagnosisOf(run.state().tasks.t)).toBe("The program calls tools more than 200 times.");
    expect(run.payloads("tool_finished")).toHaveLength(200);
  });

  test("go through the tools of the agent that the task names", async () => {
    const tools = [testTool("look"), testTool("deploy")];
    const named = { agent: "worker" };
    const run = await playScriptedRun([program('(get (tool/look {}) "done")', named)], { tools });
    expect(run.state().tasks.t).toMatchObject(result("look"));
  });

  test("that write happen once, also when a check sends the program round again", async () => {
    const { runs, tool } = counting("write");
    let looks = 0;
    const look = testTool("look", {
      sideEffects: "read",
      run() {
        looks += 1;
        return { healthy: looks > 1 };
      },
    });
    const source = '(let [done (tool/deploy {:version "1"})] (assoc (tool/look {}) "n" (get done "n")))';
    const checked = { verification: '(get data/result "healthy")', onVerificationFailure: "retry" };
    const run = await playScriptedRun([program(source, checked)], { tools: [tool, look] });
    expect(run.state().tasks.t).toMatchObject({ ...result({ healthy: true, n: 1 }), attempt: 2 });
    expect(runs).toHaveLength(1);
    expect(looks).toBe(2);
  });

  test("that others see ask where they take the place of others, and not where they come after those", async () => {
    const sent: Json[] = [];
    const send = testTool("send", {
      sideEffects: "external",
      run(args) {
        if (isBusy && sent.length > 0) {
          isBusy = false;
          throw new Error("503 Service Unavailable");
        }
        sent.push(args);
        return { ok: true };
      },
    });
    let isBusy = false;
    let looks = 0;
    const look = testTool("look", {
      sideEffects: "read",
      run() {
        looks += 1;
        return { at: String(looks), healthy: looks > 1 };
      },
    });
    const checked = { verification: '(get data/result "healthy")', onVerificationFailure: "retry" };
    const sending = (version: string) =>
      program(
        `(let [seen (tool/look {})] (tool/send {:version "first"}) (tool/send {:version ${version}}) seen)`,
        checked,
      );
    const tools = [send, look];
    const run = await playScriptedRun([sending('(get seen "at")')], { tools });
    expect(sent).toEqual([{ version: "first" }, { version: "1" }]);
    expect(Object.values(run.state().approvals)).toMatchObject([
      { kind: "tool_approval", subject: { earlier: expect.any(String) } },
    ]);
    sent.length = 0;
    looks = 0;
    isBusy = true;
    const again = { ...sending('(get seen "at")'), onFailure: "retry", maxRetries: 1 };
    const further = await playScriptedRun([again], { tools });
    expect(sent).toEqual([{ version: "first" }, { version: "2" }]);
    expect(further.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 2 });
  });

  test.each<[GateVerb, object]>([
    ["approve", { status: "succeeded", result: { inline: 2 } }],
    [
      "reject",
      {
        status: "failed",
        diagnosis: { text: expect.stringMatching(/^tool\/deploy failed: .* let "deploy" run\./) },
      },
    ],
  ])("equal to one of another task ask a person, with what it gave: %s", async (verb, ended) => {
    const { runs, tool } = counting("write");
    const source = '(get (tool/deploy {:version "1"}) "n")';
    const other = { ...program(source), id: "u", dependsOn: ["t"] };
    const run = await playScriptedRun([program(source), other], { tools: [tool] });
    expect(runs).toHaveLength(1);
    expect(Object.values(run.state().approvals)).toMatchObject([
      { kind: "tool_approval", taskId: "u", status: "open", subject: { earlier: '{"n":1}' } },
    ]);
    await run.engine.person({ type: "decide", verb });
    await (await run.lease()).ended;
    expect(run.state().tasks.u).toMatchObject(ended);
  });
});

describe("a program whose worker is lost", () => {
  /** Its second call hangs the first time; then another worker takes the run over. */
  async function lost(sideEffects: "read" | "write") {
    const [hangs, runs] = [deferred(), [] as string[]];
    const deploy = testTool("deploy", {
      sideEffects,
      run: (args) => {
        const { version } = args as { version: string };
        runs.push(version);
        if (runs.length !== 2) return { version };
        hangs.resolve();
        return new Promise(() => {});
      },
    });
    const source = '(mapv (fn [v] (get (tool/deploy {:version v}) "version")) ["1" "2" "3"])';
    const run = await createScriptedRun([program(source)], { tools: [deploy] });
    const first = await run.lease();
    await hangs.promise;
    first.lose();
    await run.engine.store.jobs.release(first.claim);
    return { run, runs, second: await run.lease() };
  }

  test("continues where it stood: what was answered is not called again", async () => {
    const { run, runs, second } = await lost("read");
    await second.ended;
    expect(runs).toEqual(["1", "2", "2", "3"]);
    expect(run.state().tasks.t).toMatchObject({ ...result(["1", "2", "3"]), attempt: 1 });
    expect(run.payloads("tool_finished")).toHaveLength(3);
  });

  test("asks a person about a writing call that may have happened", async () => {
    const { run, runs, second } = await lost("write");
    expect(await second.ended).toBe("parked");
    expect(runs).toEqual(["1", "2"]);
    const [approvalId = ""] = Object.keys(run.state().openApprovals);
    expect(run.state().approvals[approvalId]).toMatchObject({ kind: "unknown_outcome", taskId: "t" });
    await run.engine.person({ type: "decide", verb: "run" });
    const third = await run.lease();
    await third.ended;
    expect(runs).toEqual(["1", "2", "2", "3"]);
    expect(run.state().tasks.t).toMatchObject(result(["1", "2", "3"]));
  });

  test("gives way to a pause between two calls", async () => {
    const [asked, held] = [deferred(), deferred()];
    const look = testTool("look", {
      async run() {
        asked.resolve();
        await held.promise;
        return 1;
      },
    });
    const source = '(+ (tool/look {:version "1"}) (tool/look {:version "2"}))';
    const run = await createScriptedRun([program(source)], { tools: [look] });
    const first = await run.lease();
    await asked.promise;
    await run.engine.person({ type: "pause" });
    held.resolve();
    expect(await first.ended).toBe("parked");
    expect(run.payloads("tool_finished")).toHaveLength(1);
    await run.engine.person({ type: "resume" });
    const second = await run.lease();
    await second.ended;
    expect(run.state().tasks.t).toMatchObject(result(2));
    expect(run.payloads("tool_finished")).toHaveLength(2);
  });
});
