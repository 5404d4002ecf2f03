import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decideApprovalInput, decideManyInput } from "./approvals";
import { createRunInput, forkRunInput, givenReviewsInput, initialResultsInput } from "./create-run";
import { serverInput, serverToolInput } from "./mcp";
import { modelInput, providerInput, roleDefaultsInput, roleInput } from "./models";
import { explainPolicyInput, removePolicyInput, savePolicyInput } from "./policies";
import { changeRetentionInput, purgeAuditInput } from "./retention";
import { runCommand } from "./run-command";

/** Commands as they are asked of one run. */
const ofRun = z.preprocess((command) => ({ runId: "run_1", ...(command as object) }), runCommand);

type Boundaries = [what: string, schema: z.ZodType, fits: unknown, beyond: unknown[]];

const text = (length: number) => "x".repeat(length);
const named = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, value]));

const command = (type: string, words: string, max: number, more: object = {}): Boundaries => [
  type,
  ofRun,
  { type, [words]: text(max), ...more },
  [
    { type, [words]: text(max + 1), ...more },
    { type, [words]: "  ", ...more },
  ],
];
const optional = (type: string, more: object = {}): Boundaries => [
  type,
  ofRun,
  { type, reason: text(2_000), ...more },
  [{ type, reason: text(2_001), ...more }],
];

const taskId = text(200);
const provider = { name: "local", kind: "openai-compatible" };
const model = { id: "openai:large" };
const stdio = { name: "files", transport: "stdio", command: "node" };
const rule = { tool: "pay", path: "amount", operator: ">", value: 1, effect: "ask" };
const policy = { name: "Mine", scope: { kind: "workspace" }, policy: { denied: ["pay"] } };
const http = { name: "files", transport: "http", url: "http://host/" };

const answer = { approvalId: text(200), verb: "approve" };
const gates = (count: number) => Array.from({ length: count }, (_, n) => ({ approvalId: `${n}` }));

/** What an input may be, and next to each the same a little beyond what it may be. */
const ROWS: Boundaries[] = [
  [
    "an answer to a gate",
    decideApprovalInput,
    {
      ...answer,
      verb: " Approve ",
      comment: text(20_000),
      digest: text(200),
      value: null,
      provenance: "session_rule",
      tail: { tasks: [] },
    },
    [
      { ...answer, approvalId: text(201) },
      { ...answer, verb: "perhaps" },
      { ...answer, verb: "approve".padStart(101) },
      { ...answer, comment: text(20_001) },
      { ...answer, digest: text(201) },
      { ...answer, provenance: "model" },
      { ...answer, tail: "" },
      { ...answer, reason: "r" },
    ],
  ],
  [
    "one answer to several gates",
    decideManyInput,
    { items: gates(100), verb: "COMPLETE", comment: text(20_000), preview: true },
    [
      { items: [], verb: "approve" },
      { items: gates(101), verb: "approve" },
      { items: [{ approvalId: "a", digest: text(201) }], verb: "approve" },
      { items: [{ approvalId: text(201) }], verb: "approve" },
      { items: gates(1), verb: "approve", comment: text(20_001) },
      { items: gates(1), verb: "approve", value: 1 },
    ],
  ],
  [
    "how long data is kept",
    changeRetentionInput,
    { runs: 1, payloads: 3_650, live_text: null },
    [{ runs: 0 }, { payloads: 3_651 }, { blobs: 1.5 }, { live_text: "7" }, { audit: 30 }],
  ],
  [
    "a removal from the audit log",
    purgeAuditInput,
    { olderThanDays: 30, confirm: "remove audit lines" },
    [
      { olderThanDays: 29, confirm: "remove audit lines" },
      { olderThanDays: 30, confirm: "yes" },
    ],
  ],
  [
    "the event that a fork begins from",
    forkRunInput,
    { runId: text(200), fromSeq: 1 },
    [
      { runId: text(201), fromSeq: 1 },
      { runId: "r", fromSeq: 0 },
      { runId: "r", fromSeq: 1.5 },
    ],
  ],
  optional("pause"),
  optional("cancel"),
  optional("retry_task", { taskId }),
  optional("override_review", { taskId, decision: "CONTINUE" }),
  command("abort", "reason", 2_000),
  command("skip_task", "reason", 2_000, { taskId }),
  command("accept_result", "reason", 2_000, { taskId }),
  command("supply_result", "reason", 2_000, { taskId, value: null }),
  command("steer", "message", 2_000, { taskId }),
  command("edit_plan", "reason", 2_000, { plan: "Step 1: A", expectedPlanVersion: 1 }),
  command("request_replan", "instruction", 2_000),
  command("review_finding", "reason", 1_000, { planVersion: 1, findingKey: "k", verdict: "waived" }),
  [
    "the task of a command",
    ofRun,
    { type: "retry_task", taskId },
    [
      { type: "retry_task", taskId: "" },
      { type: "retry_task", taskId: text(201) },
    ],
  ],
  [
    "the plan of an edit",
    ofRun,
    { type: "edit_plan", reason: "r", plan: {}, expectedPlanVersion: 1 },
    [
      { type: "edit_plan", reason: "r", plan: "", expectedPlanVersion: 1 },
      { type: "edit_plan", reason: "r", plan: {}, expectedPlanVersion: 0 },
      { type: "edit_plan", reason: "r", plan: {}, expectedPlanVersion: 1.5 },
    ],
  ],
  [
    "a higher budget",
    ofRun,
    { type: "raise_budget", counter: "maxReplansPerTask", limit: 1, lineage: text(200) },
    [
      { type: "raise_budget", counter: "maxReplansPerTask", limit: 0 },
      { type: "raise_budget", counter: "maxMoney", limit: 1 },
      { type: "raise_budget", counter: "maxReplansPerTask", limit: 1, lineage: "" },
      { type: "raise_budget", counter: "maxReplansPerTask", limit: 1, lineage: text(201) },
    ],
  ],
  [
    "a finding",
    ofRun,
    { type: "review_finding", reason: "r", planVersion: 1, findingKey: text(1_000), verdict: "waived" },
    [
      { type: "review_finding", reason: "r", planVersion: 0, findingKey: "k", verdict: "waived" },
      { type: "review_finding", reason: "r", planVersion: 1, findingKey: "", verdict: "waived" },
      { type: "review_finding", reason: "r", planVersion: 1, findingKey: text(1_001), verdict: "waived" },
      { type: "review_finding", reason: "r", planVersion: 1, findingKey: "k", verdict: "perhaps" },
    ],
  ],
  [
    "the plan version that a person saw",
    ofRun,
    { type: "request_replan", instruction: "i", expectedPlanVersion: 0 },
    [{ type: "request_replan", instruction: "i", expectedPlanVersion: -1 }],
  ],
  [
    "answers given with a run",
    givenReviewsInput,
    named(100, { decision: text(40), reason: text(500) }),
    [
      named(101, "CONTINUE"),
      { a: text(41) },
      { a: " " },
      { a: { decision: "CONTINUE", reason: text(501) } },
      { a: { decision: "CONTINUE", reason: " " } },
      { a: { decision: "CONTINUE", by: "me" } },
      { [text(201)]: "CONTINUE" },
    ],
  ],
  ["results given with a run", initialResultsInput, named(1_000), [named(1_001), { [text(201)]: 1 }]],
  [
    "tags of a run",
    createRunInput,
    { tags: Array.from({ length: 20 }, () => text(60)) },
    [{ tags: Array.from({ length: 21 }, () => "a") }, { tags: [text(61)] }, { tags: [" "] }],
  ],
  [
    "settings of a run",
    createRunInput,
    { settings: { maxTurns: 3 }, planOrigin: "import" },
    [
      { settings: { maxTurn: 3 } },
      { planOrigin: "planner" },
      { attachments: [""] },
      { attachments: [text(201)] },
    ],
  ],
  [
    "a provider",
    providerInput,
    { ...provider, name: `a${text(39)}`, key: text(4_000), baseUrl: "https://host/v1" },
    [
      { ...provider, name: "" },
      { ...provider, name: "1a" },
      { ...provider, name: `a${text(40)}` },
      { ...provider, kind: "other" },
      { ...provider, key: "" },
      { ...provider, key: "two words" },
      { ...provider, key: text(4_001) },
      { ...provider, baseUrl: "ftp://host/" },
      { ...provider, baseUrl: `http://host/${text(500)}` },
      { ...provider, api: "other" },
      { ...provider, headers: { [text(101)]: "v" } },
      { ...provider, headers: { "a b": "v" } },
      { ...provider, headers: { a: text(4_001) } },
      { ...provider, headers: { a: "ä" } },
    ],
  ],
  ...["host", "content-length", "content-type", "transfer-encoding", "connection", "upgrade"].map(
    (header): Boundaries => [
      `the header x-${header}`,
      providerInput,
      { ...provider, headers: { [`x-${header}`]: "v" } },
      [{ ...provider, headers: { [header]: "v" } }],
    ],
  ),
  [
    "a model",
    modelInput,
    {
      ...model,
      label: text(100),
      contextTokens: 1,
      maxOutputTokens: 1_000_000_000,
      price: { inputUsd: 0, outputUsd: 100_000 },
    },
    [
      { id: `openai:${text(194)}` },
      { id: "openai:" },
      { id: "openai:a b" },
      { ...model, label: " " },
      { ...model, label: text(101) },
      { ...model, contextTokens: 0 },
      { ...model, maxOutputTokens: 1_000_000_001 },
      { ...model, price: { inputUsd: -1, outputUsd: 1 } },
      { ...model, price: { inputUsd: 1, outputUsd: 100_001 } },
      { ...model, toolCalling: "xml" },
    ],
  ],
  [
    "models of roles",
    roleDefaultsInput,
    { defaults: { default: text(200), planner: "a:b" } },
    [{ defaults: { default: text(201) } }, { defaults: { boss: "a:b" } }],
  ],
  [
    "the calls of a role",
    roleInput,
    { role: "agent", temperature: 2, maxOutputTokens: 1, reasoningEffort: "max", fallbacks: ["a:b", "c:d"] },
    [
      { role: "boss" },
      { role: "agent", temperature: 2.1 },
      { role: "agent", temperature: -0.1 },
      { role: "agent", maxOutputTokens: 0 },
      { role: "agent", reasoningEffort: "extreme" },
      { role: "agent", fallbacks: ["a:b", "a:b"] },
      { role: "agent", fallbacks: ["a"] },
      { role: "agent", fallbacks: Array.from({ length: 6 }, (_, n) => `a:${n}`) },
    ],
  ],
  [
    "a server that is started",
    serverInput,
    { ...stdio, args: [text(4_000)], timeoutMs: 1_000, env: { [`A${text(99)}`]: text(8_000) } },
    [
      { ...stdio, name: "1files" },
      { ...stdio, name: text(25) },
      { ...stdio, command: " " },
      { ...stdio, command: text(1_001) },
      { ...stdio, command: "a\nb" },
      { ...stdio, args: ["a\nb"] },
      { ...stdio, args: [text(4_001)] },
      { ...stdio, args: Array.from({ length: 101 }, () => "a") },
      { ...stdio, timeoutMs: 999 },
      { ...stdio, timeoutMs: 600_001 },
      { ...stdio, env: { [`A${text(100)}`]: "v" } },
      { ...stdio, env: { "1A": "v" } },
      { ...stdio, env: { A: text(8_001) } },
      { ...stdio, url: "http://host/" },
    ],
  ],
  [
    "a server with an address",
    serverInput,
    { ...http, headers: { [text(100)]: "v" } },
    [
      { ...http, url: "ftp://host/" },
      { ...http, url: `http://host/${text(2_000)}` },
      { ...http, headers: { [text(101)]: "v" } },
      { ...http, headers: { "": "v" } },
      { ...http, command: "node" },
    ],
  ],
  [
    "a server's tool",
    serverToolInput,
    { name: "files", tool: text(128), sideEffects: "write", idempotent: true },
    [
      { name: "files", tool: "" },
      { name: "files", tool: text(129) },
      { name: "files", tool: "t", sideEffects: "much" },
      { name: "files", tool: "t", other: 1 },
    ],
  ],
  [
    "a policy",
    savePolicyInput,
    {
      ...policy,
      policyId: text(100),
      version: 0,
      name: text(80),
      policy: { requiredTags: Array.from({ length: 500 }, () => "t"), rules: Array(200).fill(rule) },
    },
    [
      { ...policy, policyId: "" },
      { ...policy, policyId: text(101) },
      { ...policy, version: -1 },
      { ...policy, version: 0.5 },
      { ...policy, name: " " },
      { ...policy, name: text(81) },
      { ...policy, scope: { kind: "world" } },
      { ...policy, policy: { denies: ["pay"] } },
      { ...policy, policy: { rules: [{ ...rule, note: "n" }] } },
      { ...policy, policy: { rules: [{ maxCostUsd: -0.01, effect: "ask" }] } },
      { ...policy, policy: { rules: [{ maxCostUsd: 100_001, effect: "ask" }] } },
      { ...policy, policy: { rules: Array(201).fill(rule) } },
      { ...policy, policy: { requiredTags: Array(501).fill("t") } },
    ],
  ],
  [
    "a policy to be removed",
    removePolicyInput,
    { policyId: "p", version: 1 },
    [{ policyId: "", version: 1 }, { policyId: "p", version: 0 }, { version: 1 }],
  ],
  [
    "a call to be explained",
    explainPolicyInput,
    { tool: text(200), runId: text(200), agent: text(200), role: "planner", args: [1], draft: policy },
    [
      { tool: "" },
      { tool: text(201) },
      { tool: "t", runId: text(201) },
      { tool: "t", agent: text(201) },
      { tool: "t", role: "boss" },
      { tool: "t", runPolicy: { denies: [] } },
      { tool: "t", draft: { ...policy, name: text(81) } },
      { tool: "t", draft: { ...policy, policyId: "" } },
    ],
  ],
];

describe("inputs", () => {
  it.each(ROWS)("take %s that just fits, and none beyond", (_, schema, fits, beyond) => {
    expect(schema.safeParse(fits).error).toBeUndefined();
    expect(beyond.filter((one) => schema.safeParse(one).success)).toEqual([]);
  });

  it("cut the space around words", () => {
    const enough = { runId: "run_1", type: "abort", reason: "enough" };
    expect(ofRun.parse({ ...enough, reason: " enough " })).toEqual(enough);
    expect(createRunInput.parse({ tags: [" a "] }).tags).toEqual(["a"]);
  });

  it("have defaults for what may be left out", () => {
    expect(decideApprovalInput.parse({ ...answer, verb: "COMPLETE" })).toEqual({
      ...answer,
      verb: "complete",
      provenance: "person",
    });
    expect(decideManyInput.parse({ items: gates(1), verb: "approve" })).toMatchObject({ preview: false });
    expect(serverInput.parse(http)).toMatchObject({ allowPrivate: false });
    const draft = { scope: policy.scope, policy: policy.policy };
    const explained = { role: "agent", draft: { name: "Draft" } };
    expect(explainPolicyInput.parse({ tool: "t", draft })).toMatchObject(explained);
    expect(savePolicyInput.safeParse({ ...policy, name: "" }).error?.issues[0]?.message).toBe(
      "Give the policy a name: refusals name it.",
    );
    const many = savePolicyInput.safeParse({ ...policy, policy: { rules: Array(201).fill(rule) } });
    expect(many.error?.issues[0]?.message).toBe("A policy takes at most 500 names in a list and 200 rules.");
  });
});
