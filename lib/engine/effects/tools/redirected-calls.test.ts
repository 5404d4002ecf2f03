import { expect, test } from "vitest";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { resumeRun } from "@/lib/testing/engine/tool-call-runs";

const GATE = { id: "ok", title: "Release approval", type: "human_review" };
const CALL = { tool: "send", callId: "c1", args: { version: "here" } };

/** What a tool that acts hears when it asks whether it may go on to another address. */
async function mayFollow(tasks: object[]): Promise<boolean | undefined> {
  let heard: boolean | undefined;
  const send = testTool("send", {
    sideEffects: "external",
    async run(args, { isAllowed }) {
      heard = isAllowed({ ...args, version: "elsewhere" });
      return {};
    },
  });
  const run = await createScriptedRun(tasks, {
    tools: [send],
    agents: { one: { prompt: "Work.", tools: ["send"] } },
    script: ({ messages }) => (messages.length === 1 ? { calls: [CALL] } : "sent"),
  });
  await resumeRun(run);
  if (Object.keys(run.state().openApprovals).length > 0) {
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
  }
  return heard;
}

const SEND = { id: "t", title: "Send", agent: "one", input: "go" };

test("an act that people let go goes nowhere else than where they were shown", async () => {
  expect(await mayFollow([GATE, { ...SEND, dependsOn: ["ok"] }])).toBe(false);
});

test("one that nobody was asked about follows where policies let it", async () => {
  expect(await mayFollow([SEND])).toBe(true);
});
