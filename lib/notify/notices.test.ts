import { describe, expect, it } from "vitest";
import { playDrill } from "@/lib/core/drills/play";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import { gateSpec } from "@/lib/core/plan/schema";
import type { RunEvent } from "@/lib/core/run";
import { APPROVAL_KINDS, type ApprovalKind } from "@/lib/core/run/gates/table";
import type { ApprovalState } from "@/lib/core/run/state";
import { FINISH_REASONS, type FinishReason } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, waitingAtGate, withAgents } from "@/lib/testing/runs/waiting-gate";
import { digestOfNotices } from "./digest";
import { areTold, noticeOfGate, noticesOf } from "./notices";
import { mailOf, slackBody, webhookBody } from "./payloads";

/** A run at a human gate with this question, and all of its events. */
function atGate(prompt: string, after = "reader") {
  const gate = { id: "ask", type: "human_review" } as const;
  const world = new RunWorld({
    plan: withAgents(gate, { id: "next", dependsOn: ["ask"], agent: after }),
    tools: KNOWN_TOOLS,
  });
  world.start();
  world.send({
    type: "gate_shown",
    shown: storeValue("It is ready.").stored,
    digest: "d1",
    prompt,
    ...world.keyOf("ask"),
  });
  return world;
}

const told = (world: RunWorld) => noticesOf(world.state, world.events);

describe("noticesOf", () => {
  it("tells of a gate with its question in one line, and the run that it belongs to", () => {
    expect(told(atGate("Deploy it?\n\nThe build\u0007 is   green."))).toMatchObject([
      {
        event: "gate.opened",
        runId: "run_1",
        mission: "Do it",
        gate: {
          approvalId: "apr_1-1",
          kind: "human_review",
          prompt: "Deploy it? The build‹U+0007 control character› is green.",
        },
      },
    ]);
  });

  it("knows whom it asks, if it asks anybody by name, and who started the run", () => {
    const world = atGate("Go?");
    const [gate] = Object.values(world.state.approvals);
    if (!gate) throw new Error("no gate");
    expect(told(world)[0]).not.toHaveProperty("gate.assignees");
    const state = { ...world.state, author: { kind: "person", id: "key:k1", name: "Bot" } as const };
    const asking = { ...gate, assignees: ["role:legal"] };
    expect(noticeOfGate(state, asking)).toMatchObject({
      startedBy: "key:k1",
      gate: { assignees: ["role:legal"] },
    });
  });

  it("cuts long questions, never within a character", () => {
    const [notice] = told(atGate("😀".repeat(400)));
    expect(notice?.gate?.prompt.length).toBeLessThanOrEqual(400);
    expect(notice?.gate?.prompt.endsWith("😀…")).toBe(true);
  });

  it("says where an answer could do harm: what starts next can change something outside", () => {
    expect(told(atGate("Go?", "deployer"))[0]?.gate?.risk).toBe("high");
    expect(told(atGate("Go?", "reader"))[0]?.gate?.risk).toBeUndefined();
  });

  it("says nothing of a gate that has closed by the end of the commit", () => {
    const world = atGate("Go?");
    world.send({ type: "cancel" }, { kind: "person", id: "anna", name: "Anna" });
    expect(told(world)).toEqual([]);
  });

  const ending = (reason: FinishReason) => {
    const { state } = waitingAtGate();
    const outcome = {
      reason,
      durationMs: 5_000,
      executionAttempts: 1,
      replans: 0,
      iterations: 0,
      reviews: 0,
      tasks: {},
    };
    const event = { type: "run_finished", seq: 9, at: 7, payload: outcome } as unknown as RunEvent;
    return noticesOf(state, [event]).map((notice) => notice.event);
  };

  it("tells of every end but those that a person brought about", () => {
    const byEvent = Object.groupBy(FINISH_REASONS, (reason) => ending(reason)[0] ?? "nothing");
    expect(byEvent["run.completed"]).toEqual(["answer_complete", "completed_early"]);
    expect(byEvent.nothing).toEqual(["aborted_by_person", "cancelled"]);
    expect(byEvent["run.failed"]).toContain("aborted_by_review");
    expect(byEvent["run.failed"]).toHaveLength(8);
  });

  it("tells of a limit that is nearly used up, and not of models whose cost is unknown", () => {
    const { state } = waitingAtGate();
    const warned = (more: object) => {
      const payload = { counter: "maxTokens", used: 16, limit: 20, ...more };
      const event = { type: "budget_warned", seq: 9, at: 7, payload } as unknown as RunEvent;
      return noticesOf(state, [event]);
    };
    expect(warned({})).toMatchObject([
      { event: "run.limit_near", limit: { counter: "maxTokens", used: 16, limit: 20 } },
    ]);
    expect(warned({ unpriced: ["p:m"] })).toEqual([]);
  });

  it("gives no cost where that of a call is unknown", () => {
    const { state } = waitingAtGate();
    const end = (unknown: number) => {
      const ledger = { ...state.ledger, unknown: { ...state.ledger.unknown, costMicroUsd: unknown } };
      const payload = { reason: "answer_complete", durationMs: 1 };
      const event = { type: "run_finished", seq: 9, at: 7, payload } as unknown as RunEvent;
      return noticesOf({ ...state, ledger }, [event])[0]?.end;
    };
    expect(end(0)?.costMicroUsd).toBe(0);
    expect(end(1)?.costMicroUsd).toBeUndefined();
  });
});

describe("what stands in results, arguments and models' reasoning", () => {
  const SECRET = "hunter2 sk-live https://evil.example/approve?x=1";
  const reason = { code: "stated", text: SECRET } as const;
  const earlier = { stage: "finished" as const, preview: SECRET };
  const call = {
    about: "call" as const,
    tool: "http_request",
    summary: `Send ${SECRET}`,
    reasons: [earlier, { stage: "other_arguments" as const, arguments: SECRET, preview: SECRET }].map(
      (one) => ({ code: "call_repeated" as const, tool: "http_request", earlier: one }),
    ),
  };
  const changes = { added: [SECRET], changed: [], removed: [] };
  const asked: Record<ApprovalKind, Partial<ApprovalState>> = {
    human_review: {
      prompt: "Release? [result of “Read”] Now.",
      quotes: [{ at: 9, chars: 18, taskId: "ask", title: "Read", text: SECRET }],
    },
    plan_approval: {
      question: {
        about: "plan",
        title: SECRET,
        tasks: 2,
        weakness: { summary: SECRET, minScore: 5, gravest: [SECRET] },
      },
    },
    control_waiver: {
      question: {
        about: "control",
        version: 2,
        title: SECRET,
        changes,
        weakened: {
          control: "ask",
          title: "Ask",
          exposed: [{ taskId: "x", title: SECRET, lacks: ["quorum"] }],
        },
      },
    },
    plan_change: {
      question: {
        about: "plan_change",
        version: 2,
        title: SECRET,
        cause: reason,
        ended: 1,
        tasks: 2,
        changes,
      },
    },
    answer_release: { question: { about: "answer", controls: ["ask"] } },
    plan_refinement: {
      question: { about: "refinement", number: 1, summary: SECRET, modified: [], added: [], skipped: [] },
    },
    review_decision: {
      question: { about: "review", title: "Check", decision: "CONTINUE", reasoning: SECRET },
    },
    tool_approval: { question: call, subject: { tool: "http_request" } },
    tool_input: { prompt: SECRET, subject: { tool: "ask_human" } },
    unknown_outcome: { question: call, subject: { tool: "http_request" } },
    budget: {
      question: { about: "limit", replan: reason },
      subject: { counter: "maxTokens", used: 1, limit: 1 },
    },
    replan_failed: { question: { about: "replan", number: 2, reason } },
    model_unavailable: { question: { about: "model" }, subject: { model: "m", code: "auth", said: SECRET } },
    engine_fault: { question: { about: "fault", fault: { code: "thrown", message: SECRET } } },
  };
  const frame = { workspaceId: "local", publicUrl: "https://waymark.example" };

  const noticeAt = (kind: ApprovalKind, more: Partial<ApprovalState> = {}) => {
    const world = atGate("Go?");
    const [open] = Object.values(world.state.approvals);
    if (!open) throw new Error("no gate");
    const { prompt: _prompt, ...gate } = open;
    const shown = storeValue({ password: SECRET }).stored;
    return noticeOfGate(world.state, { ...gate, kind, ...asked[kind], shown, ...more });
  };

  it.each(APPROVAL_KINDS)("is in no message about a gate of the kind %s, whatever the channel", (kind) => {
    const notice = noticeAt(kind);
    const digest = digestOfNotices([notice], () => true, 5);
    const messages = [notice, ...(digest ? [digest] : [])].flatMap((told) => [
      webhookBody(told, frame),
      slackBody(told, frame),
      mailOf(told, frame),
    ]);
    expect(messages).toHaveLength(6);
    expect(JSON.stringify(messages)).not.toMatch(/hunter2|sk-live|evil|password/);
    expect(notice.gate?.prompt.length).toBeGreaterThan(5);
  });

  it("leaves the words of the plan's author, and of a call its tool, its task and why a person is asked", () => {
    expect(noticeAt("human_review").gate?.prompt).toBe("Release? [result of “Read”] Now.");
    const denied = { code: "control_unmet" as const, tool: "http_request", controls: ["Ask"] };
    const prompt = noticeAt("tool_approval", { question: { ...call, reasons: [denied] } }).gate?.prompt;
    expect(prompt).toMatch(/^Let the agent run http_request\? Task “ask”\. .*“Ask” has not approved/);
    expect(noticeAt("review_decision").gate?.prompt).toBe("Review “ask”: a model proposes CONTINUE.");
  });

  it("of a gate that was opened with a result in its question none of it is told", () => {
    const prompt = `Release ${SECRET}?`;
    const world = atGate("Go?");
    const [gate] = Object.values(world.state.approvals);
    const task = world.state.tasks.ask;
    if (!gate || !task) throw new Error("no gate");
    const spec = { ...task.spec, gate: gateSpec.parse({ prompt: "Release {{results.page}}?" }) };
    const state = { ...world.state, tasks: { ...world.state.tasks, ask: { ...task, spec } } };
    expect(noticeOfGate(state, { ...gate, prompt }).gate?.prompt).toBe("Human gate “ask”");
  });

  it("no address in words of others can be pressed", () => {
    const prompt =
      "See https://evil.example/approve?x=1 or www.evil.example, evil.com/x or evil.com; keep v2.0 and a.csv.";
    expect(told(atGate(prompt))[0]?.gate?.prompt).toBe(
      "See [link] or [link] evil[.]com/x or evil[.]com; keep v2.0 and a[.]csv.",
    );
  });

  it.each([
    ["evil.tech/pay", "evil[.]tech/pay"],
    ["pay@evil.store", "pay@evil[.]store"],
    ["пример.рф and भारत.भारत", "пример[.]рф and भारत[.]भारत"],
    ["evil.xn--p1ai", "evil[.]xn--p1ai"],
    ["evil\u3002museum", "evil[.]museum"],
    ["203.0.113.7, 203.0.113.7:8080/pay", "203[.]0[.]113[.]7, 203[.]0[.]113[.]7:8080/pay"],
    ["“http://203.0.113.7/x” or pay@203.0.113.7", "“[link]” or pay@203[.]0[.]113[.]7"],
    ["203\u30020\uff0e113\uff617", "203[.]0[.]113[.]7"],
    ["v1.2.3 of 2026.11.30", "v1.2.3 of 2026.11.30"],
    ["The data: 1.5 of v2.0. Next", "The data: 1.5 of v2.0. Next"],
    ["“see www.evil.com” (or https://evil.tech)", "“see [link]” (or [link])"],
  ])(
    "no name of a host can be pressed, whatever it ends in, and quotations stay closed: %s",
    (words, left) => {
      expect(told(atGate(words))[0]?.gate?.prompt).toBe(left);
    },
  );
});

it("a tool's own words are not told: they are its output", () => {
  const world = atGate("Which of the customers of ACME?");
  const [gate] = Object.values(world.state.approvals);
  if (!gate) throw new Error("no gate");
  const asked = { ...gate, kind: "tool_input", subject: { tool: "crm_find" } } as const;
  expect(noticeOfGate(world.state, asked).gate?.prompt).toBe("crm_find asks for input.");
});

it("commits that are worth no message are known by their events alone", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }) });
  world.start();
  expect(areTold(world.events)).toBe(false);
  expect(areTold(atGate("Go?").events)).toBe(true);
});

it("drills have the form of true gates", () => {
  const shape = (notice: object) =>
    JSON.stringify(notice, (key, value: unknown) =>
      key === "" || typeof value === "object" ? value : typeof value,
    );
  const shapes = DRILL_SAMPLES.map((sample) => {
    const opening = { runId: "run_2", workspaceId: "local", openedAtMs: 1_000, expiresAtMs: 9_000 };
    const { state, gate } = playDrill(sample, opening);
    const { gate: asked, startedBy: _by, ...notice } = noticeOfGate(state, gate);
    const { risk: _, deadlineAtMs: __, ...facts } = asked ?? {};
    return shape({ ...notice, gate: facts });
  });
  const [notice] = told(atGate("Go?"));
  const { risk: _, deadlineAtMs: __, ...facts } = notice?.gate ?? {};
  expect(new Set(shapes)).toEqual(new Set([shape({ ...notice, gate: facts })]));
});
