import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json } from "@/lib/core/json";
import { sendBulkDecision } from "../inbox/send-bulk";
import { readRefusal, sendDecision, sendRunCommand } from "./send-decision";

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => void vi.unstubAllGlobals());

/** What was sent: address, key and body of each request. */
const sent = () =>
  fetched.mock.calls.map(([path, init]) => ({
    path,
    key: new Headers(init?.headers).get("idempotency-key"),
    body: JSON.parse(String(init?.body)) as Json,
  }));

describe("sendDecision", () => {
  it("answers a gate with the digest of what was shown, and a held review with that and the version", async () => {
    fetched.mockImplementation(async () => Response.json({}));
    const gate = { kind: "gate", approvalId: "apr 1", digest: "d" } as const;
    await expect(
      sendDecision({ target: gate, answer: { verb: "approve", comment: "Fine." } }, "k1"),
    ).resolves.toEqual({});
    const held = { kind: "held", runId: "run_1", taskId: "r", planVersion: 3, digest: "h" } as const;
    await sendDecision({ target: held, answer: { verb: "COMPLETE", comment: "", value: 7 } }, "k2");
    expect(sent()).toEqual([
      {
        path: "/api/v1/approvals/apr%201/decision",
        key: "k1",
        body: { verb: "approve", comment: "Fine.", digest: "d" },
      },
      {
        path: "/api/v1/runs/run_1/commands",
        key: "k2",
        body: {
          type: "override_review",
          taskId: "r",
          decision: "COMPLETE",
          reason: "",
          expectedPlanVersion: 3,
          digest: "h",
          finalResult: 7,
        },
      },
    ]);
  });
});

it("sendDecision sends with a tail the version for which it was written, at a gate and while it is held", async () => {
  fetched.mockImplementation(async () => Response.json({}));
  const gate = { kind: "gate", approvalId: "a", digest: "d" } as const;
  const held = { kind: "held", runId: "run_1", taskId: "r", planVersion: 3, digest: "h" } as const;
  const answer = { verb: "REPLAN" as const, comment: "", tail: "Step 1: Mine", tailVersion: 2 };
  for (const target of [gate, held]) await sendDecision({ target, answer }, "k");
  expect(sent().map(({ body }) => body)).toEqual(
    [gate, held].map(() => expect.objectContaining({ tail: answer.tail, expectedPlanVersion: 2 })),
  );
});

describe("sendDecision to a held review", () => {
  it("sends decisions alone", async () => {
    const target = { kind: "held", runId: "run_1", taskId: "r", planVersion: 3, digest: "h" } as const;
    const reply = sendDecision({ target, answer: { verb: "approve", comment: "" } }, "k");
    await expect(reply).rejects.toThrow("approve is no decision on a review.");
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe("sendRunCommand", () => {
  const claim = { id: "run 1", type: "claim_review", taskId: "r" } as const;

  it("sends a command to its run by the route", async () => {
    fetched.mockImplementation(async () => Response.json({}));
    await expect(sendRunCommand(claim, "k")).resolves.toEqual({});
    expect(sent()).toEqual([
      { path: "/api/v1/runs/run%201/commands", key: "k", body: { type: "claim_review", taskId: "r" } },
    ]);
  });

  it("gives why it was refused", async () => {
    const title = "Ada is deciding.";
    fetched.mockImplementation(async () =>
      Response.json({ code: "not_allowed_now", title }, { status: 409 }),
    );
    await expect(sendRunCommand(claim, "k")).rejects.toMatchObject({
      code: "not_allowed_now",
      message: title,
      issues: [],
    });
  });
});

describe("sendBulkDecision", () => {
  const gates = [
    { id: "a", digest: "1" },
    { id: "b", digest: "2" },
  ];
  const asked = { gates, verb: "approve" as const, comment: "All." };
  const results = (risk: string | null) =>
    Response.json({ items: gates.map(({ id }) => ({ approvalId: id, ok: true, risk })) });

  it("asks first what would follow, and decides nothing where that takes a second step", async () => {
    fetched.mockImplementation(async () => results("Ends the run."));
    await expect(sendBulkDecision({ ...asked, confirmed: false }, "k")).resolves.toEqual({
      risks: ["Ends the run."],
    });
    expect(sent()).toMatchObject([{ key: "k-preview", body: { verb: "approve", preview: true } }]);
  });

  it("names the gates that let work act, of which no several are answered together", async () => {
    const details = { acting: ["b"] };
    fetched.mockImplementation(async () =>
      Response.json({ code: "invalid_input", title: "Open each by itself.", details }, { status: 422 }),
    );
    await expect(sendBulkDecision({ ...asked, confirmed: false }, "k")).resolves.toEqual({ acting: ["b"] });
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("says what waits for an answer on the plans that are approved together", async () => {
    const counts = { a: { open: 1, stale: 0 }, b: { open: 0, stale: 2 } };
    const items = Object.entries(counts).map(([approvalId, openComments]) => ({
      approvalId,
      ok: true,
      risk: null,
      openComments,
    }));
    fetched.mockImplementation(async () => Response.json({ items }));
    await expect(sendBulkDecision({ ...asked, confirmed: false }, "k")).resolves.toEqual({
      risks: ["1 comment open, 2 stale."],
    });
  });

  it("decides where nothing of that kind follows", async () => {
    fetched.mockImplementation(async () => results(null));
    const reply = await sendBulkDecision({ ...asked, confirmed: false }, "k");
    expect(reply.items?.map(({ approvalId, ok }) => [approvalId, ok])).toEqual([
      ["a", true],
      ["b", true],
    ]);
    expect(sent().map(({ key }) => key)).toEqual(["k-preview", "k"]);
    expect(sent()[1]?.body).toEqual({
      verb: "approve",
      comment: "All.",
      preview: false,
      items: [
        { approvalId: "a", digest: "1" },
        { approvalId: "b", digest: "2" },
      ],
    });
  });

  it("decides at once what is confirmed, and stops at a refusal", async () => {
    fetched.mockImplementation(async () => results("Deploys."));
    await sendBulkDecision({ ...asked, confirmed: true }, "k");
    expect(sent()).toMatchObject([{ key: "k", body: { preview: false } }]);
    fetched.mockReset();
    fetched.mockImplementation(async () =>
      Response.json({ code: "forbidden", title: "No." }, { status: 403 }),
    );
    const refused = sendBulkDecision({ ...asked, confirmed: false }, "k");
    await expect(refused).rejects.toMatchObject({ code: "forbidden", message: "No." });
    expect(fetched).toHaveBeenCalledOnce();
  });
});

it("reads who was first out of a refusal", () => {
  const details = { by: "Ada", verb: "reject", at: 5, comment: null };
  expect(readRefusal({ code: "already_decided", message: "Ada decided.", details })).toEqual({
    code: "already_decided",
    message: "Ada decided.",
    issues: [],
    decided: { by: "Ada", verb: "reject", at: 5 },
  });
});

it("reads what is wrong with a tail by task", () => {
  const missing = { code: "missing_dependency", taskId: "y", message: "nobody is missing" };
  const issues = [missing, { path: "items", message: "none" }];
  expect(readRefusal({ code: "invalid_plan", message: "Wrong.", details: { issues } }).issues).toEqual([
    { taskId: "y", message: "nobody is missing" },
    { taskId: "items", message: "none" },
  ]);
});
