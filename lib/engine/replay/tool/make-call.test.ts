import { expect, it } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createToolbox } from "@/lib/tools";
import type { ReplayContext } from "../performer";
import { makeCall } from "./make-call";

/** A call that may act, whose tool makes ready until it is let go. */
function making() {
  const [begun, go, stop] = [deferred<void>(), deferred<void>(), new AbortController()];
  const sent: unknown[] = [];
  const send = testTool("send", {
    sideEffects: "external",
    async run(args, { effectBegins }) {
      begun.resolve();
      await go.promise;
      await effectBegins();
      sent.push(args);
      return {};
    },
  });
  let decision: "allow" | "deny" = "allow";
  let isHeld = true;
  const tools = createToolbox([send]);
  const context = {
    replay: { id: "rpl_1", workspaceId: "w" },
    setup: { tools },
    reads: {},
    signal: stop.signal,
    mayAct: async () => isHeld,
    clock: { monotonicMs: () => 0 },
  } as unknown as ReplayContext;
  const facts = {
    tools,
    verdictOf: () => ({ decision, reason: "no" }),
    settings: { writingTools: ["send"] },
  };
  const call = { callId: "c1", tool: "send", args: {} };
  const made = makeCall(context, { facts: facts as never, source: undefined, step: 1 }, call as never);
  const deny = () => {
    decision = "deny";
  };
  const lose = () => {
    isHeld = false;
  };
  return { made, sent, begun: begun.promise, go: go.resolve, deny, lose, cancel: () => stop.abort() };
}

it("is made once its tool is ready", async () => {
  const { made, sent, begun, go } = making();
  await begun;
  go();
  expect(await made).toMatchObject({ callId: "c1", branch: { ok: true } });
  expect(sent).toHaveLength(1);
});

it("is not made where it is denied by then, or its replay was cancelled", async () => {
  const denied = making();
  await denied.begun;
  denied.deny();
  denied.go();
  expect(await denied.made).toMatchObject({ callId: "c1", why: { code: "denied" } });
  const cancelled = making();
  const came = expect(cancelled.made).rejects.toThrow("ended");
  await cancelled.begun;
  cancelled.cancel();
  cancelled.go();
  await came;
  expect([...denied.sent, ...cancelled.sent]).toEqual([]);
});

it("is not made where another worker has its replay by then", async () => {
  const { made, sent, begun, go, lose } = making();
  const came = expect(made).rejects.toThrow("another worker may have it");
  await begun;
  lose();
  go();
  await came;
  expect(sent).toEqual([]);
});
