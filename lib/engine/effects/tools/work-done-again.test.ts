import { describe, expect, test } from "vitest";
import { formatReason } from "@/lib/core/describe/reason";
import type { Reason } from "@/lib/core/run/events/reason";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";
import { call, deployTool, gates, resumeRun } from "@/lib/testing/engine/tool-call-runs";
import type { Script } from "@/lib/testing/models/scripted-model";
import type { ToolDescriptor } from "@/lib/tools";

/** A check that refuses whatever the first attempt answers, and nothing after it. */
const CHECK = '(or (includes? data/result "again") "Say it again.")';
const RETRIED = {
  id: "mail",
  title: "Mail",
  agent: "worker",
  input: "Mail it",
  verification: CHECK,
  onVerificationFailure: "retry",
  maxRetries: 1,
};
const REPLANNED = { ...RETRIED, onVerificationFailure: "replan" };
const NEXT = {
  id: "mail_v2",
  title: "Mail",
  agent: "worker",
  input: "Mail it otherwise",
  verification: CHECK,
};

/** Keeps its run open. */
const GATE = { id: "g", title: "Wait", type: "human_review" };
const OTHER = { title: "Mail", agent: "worker", input: "Mail it" };

type Story = { tasks?: object[]; tool?: Partial<ToolDescriptor>; tail?: object; settings?: object };

/** Each attempt makes its calls with words of its own. */
async function play({ tasks = [RETRIED], tool = {}, tail, settings = {} }: Story = {}) {
  const mail = deployTool({ sideEffects: "external", ...tool });
  let attempts = 0;
  const script: Script = ({ role, messages }) => {
    if (role === "replanner") return JSON.stringify({ title: "Tail", tasks: [tail] });
    if (messages.length > 1) return attempts > 1 ? "sent again" : "sent";
    attempts += 1;
    return { calls: [call("deploy", "c1", `words ${attempts}`), call("deploy", "c2", `more ${attempts}`)] };
  };
  const quick = {
    replanOnFailure: tail !== undefined,
    critic: { mode: "off" },
    replanCooldownMs: 0,
    retryDelayMs: 0,
  };
  const run = await createScriptedRun(tasks, {
    tools: [mail.tool],
    script,
    settings: { ...quick, ...settings },
  });
  await resumeRun(run);
  return { ...run, done: mail.done };
}

const ONCE = ["words 1", "more 1"];
const TWICE = [...ONCE, "words 2", "more 2"];

describe("an act that others see, for work that is done once more", () => {
  test.each<[string, Story]>([
    ["by another attempt", {}],
    ["by the task that replaces it", { tasks: [REPLANNED], tail: { ...NEXT, replaces: "mail" } }],
    ["by one planned after it came to nothing", { tasks: [REPLANNED], tail: NEXT }],
  ])("is asked about, with what was done and what is about to be: %s", async (_, story) => {
    const run = await play(story);
    expect(run.done).toEqual(ONCE);
    const open = gates(run).filter(({ status }) => status === "open");
    expect(open).toMatchObject([
      { kind: "tool_approval", shown: { inline: { version: "words 2" } }, question: { about: "call" } },
      { kind: "tool_approval", shown: { inline: { version: "more 2" } } },
    ]);
    const [gate] = open;
    const reasons = gate?.question?.about === "call" ? gate.question.reasons : [];
    expect(reasons.map((reason) => formatReason(reason as Reason))).toEqual([
      'deploy has already been done for this work, with other arguments: {"version":"more 1"}. Its result was: {"version":"more 1"}',
    ]);
    await run.engine.person({ type: "decide", verb: "approve", callId: "c1" });
    await run.engine.person({ type: "decide", verb: "reject", callId: "c2" });
    await resumeRun(run);
    expect(run.done).toEqual([...ONCE, "words 2"]);
    expect(run.state().phase).toBe("ended");
  });

  test("is asked about while the end of the first is not known", async () => {
    const [begun, go] = [deferred<void>(), deferred<void>()];
    const sent: string[] = [];
    const { tool } = deployTool({
      sideEffects: "external",
      async run({ version }) {
        sent.push(String(version));
        begun.resolve();
        await go.promise;
        return {};
      },
    });
    let attempts = 0;
    const script: Script = ({ messages }) => {
      if (messages.length > 1) return "sent";
      attempts += 1;
      return { calls: [call("deploy", "c1", `words ${attempts}`)] };
    };
    const run = await createScriptedRun([{ ...OTHER, id: "a" }, GATE], { tools: [tool], script });
    const actor = await run.lease();
    await begun.promise;
    await run.engine.person({ type: "skip_task", taskId: "a", reason: "stop" } as never);
    await run.engine.person({ type: "retry_task", taskId: "a" } as never);
    const open = () => gates(run).filter(({ status, taskId }) => status === "open" && taskId === "a");
    await expect.poll(open).toMatchObject([{ shown: { inline: { version: "words 2" } } }]);
    const [{ question }] = open() as unknown as [{ question: { reasons: Reason[] } }];
    expect(formatReason(question.reasons[0] as Reason)).toBe(
      'deploy was started before for this work, with other arguments: {"version":"words 1"}. Its end is not known.',
    );
    expect(sent).toEqual(["words 1"]);
    go.resolve();
    await actor.ended;
  });

  test.each<[string, Story, string[]]>([
    ["where it may be done twice", { tool: { idempotent: true } }, TWICE],
    ["where it is wanted once more", { tool: { repeatable: true } }, TWICE],
    ["where it changes something of ours", { tool: { sideEffects: "write" } }, TWICE],
    [
      "where the work of the other task stands",
      {
        tasks: [
          { ...OTHER, id: "a" },
          { ...OTHER, id: "b", dependsOn: ["a"] },
        ],
      },
      TWICE,
    ],
    ["in one attempt", { tasks: [{ ...OTHER, id: "a" }] }, ONCE],
  ])("is not asked about %s", async (_, story, done) => {
    const run = await play(story);
    expect(run.done).toEqual(done);
    expect(gates(run)).toEqual([]);
  });
});
