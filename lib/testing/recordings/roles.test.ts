import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer } from "@/lib/agents/answer";
import { critic } from "@/lib/agents/critic";
import { critique } from "@/lib/agents/critique";
import { detailer } from "@/lib/agents/detailer";
import { planner } from "@/lib/agents/planner";
import { qualityGate } from "@/lib/agents/quality-gate";
import { replanner } from "@/lib/agents/replanner";
import { reviewer } from "@/lib/agents/reviewer";
import { revision } from "@/lib/agents/revision";
import type { Role } from "@/lib/agents/role";
import { summarizer } from "@/lib/agents/summarizer";
import { synthesis } from "@/lib/agents/synthesis";
import { trajectorySummarizer } from "@/lib/agents/trajectory-summarizer";
import { verification } from "@/lib/agents/verification";
import { type Plan, plan as planSchema } from "@/lib/core/plan";
import { ancestors } from "@/lib/core/plan/graph";
import type { ModelMessage } from "@/lib/core/ports";
import { quotableData } from "@/lib/engine/model/call-role";
import { type RecordedCall, recordedCalls } from ".";
import { openRecordedModel, RECORDED_MODEL_ID, type RecordedModel } from "./recorded-model";

/** Recorded answers of every role but the agent, each in its situation: what it leads to. */
const calls = recordedCalls().filter(({ role }) => role !== "agent");
const ROLES: readonly Role<never, unknown>[] = [
  answer,
  critic,
  critique,
  detailer,
  planner,
  qualityGate,
  replanner,
  reviewer,
  revision,
  summarizer,
  synthesis,
  trajectorySummarizer,
  verification,
];
const roleOf = (call: RecordedCall) => ROLES.find(({ name }) => name === call.role) as Role<never, unknown>;

let recorded: RecordedModel;
beforeAll(async () => {
  recorded = await openRecordedModel(calls);
});
afterAll(() => recorded.close());

/** What the role makes of the answer, as it comes from the provider through the adapter. */
async function read(call: RecordedCall) {
  const { messages } = call.request;
  const [system] = messages;
  const asked = messages.flatMap(({ role, content }): ModelMessage[] =>
    role === "user" ? [{ role, text: content ?? "" }] : [],
  );
  const request = { modelId: RECORDED_MODEL_ID, system: system?.content ?? "", messages: asked };
  const { signal } = new AbortController();
  const { text } = await recorded.model.call(request, { signal });
  return roleOf(call).parse(text, quotableData(asked));
}

/** The plan in what a planner or replanner said, or in a reviewer's tail. */
function planIn(value: unknown): Plan {
  const { plan } = value as { plan: unknown };
  return planSchema.parse(plan);
}

/** "a b* | gate > c": the ids in order, a star where a predicate checks the result, gates and reviews with what they guard. */
function outlineOf(plan: Plan): string[] {
  return plan.tasks.map(({ id, type, verification }) => {
    const checked = verification === undefined ? "" : " checked";
    if (type === "task" || type === "direct") return `${id}${checked}`;
    const behind = plan.tasks.filter((task) => ancestors(plan.tasks, task.id).has(id));
    return `${id} (${type}) before ${behind.map((task) => task.id).join(", ")}`;
  });
}

const PLANS: Record<string, string[]> = {
  "001": [
    "profile_data checked",
    "compute_regions checked",
    "compute_drivers",
    "review_figures (planning_review) before draft_memo, approve_memo, finalize_memo",
    "draft_memo",
    "approve_memo (human_review) before finalize_memo",
    "finalize_memo",
  ],
  // Thinking that drafts a title, then prose and a fence with trailing commas.
  "009": [
    "region_figures checked",
    "driver_figures",
    "figures_review (planning_review) before memo_draft, memo_approval, memo_final",
    "memo_draft",
    "memo_approval (human_review) before memo_final",
    "memo_final",
  ],
  "013": [
    "estimate_need checked",
    "read_quota",
    "quota_gap",
    "quota_review (planning_review) before sign_off, create_servers, deploy_service",
    "sign_off (human_review) before create_servers, deploy_service",
    "create_servers checked",
    "deploy_service",
  ],
  "014": ["read_notes", "summarise checked", "write-report"],
  "016": ["read_notes", "summarise checked", "write-report"],
  "059": ["explain_index checked"],
  "070": ["explain_index_short checked"],
  "100": ["memory_model", "final_recommendation"],
  // "human_approval" is a gate, and no agent's task: nobody but a person may answer it.
  "114": ["draft", "approve (human_review) before publish", "publish"],
};

/** What the value of an answer has to hold. */
const VALUES: Record<string, object> = {
  "021": { decision: "REPLAN" },
  "023": { decision: "REPLAN" },
  "029": { score: 0.82, issues: [expect.any(String), expect.any(String)] },
  "034": { score: 0.94, issues: [] },
  "038": { decision: "REPLAN" },
  "041": { needReplan: false, qualityScore: 0.95 },
  // Markdown in the form of a text model.
  "049": { decision: "CONTINUE", reasoning: expect.stringMatching(/^The predicate/) },
  "056": { score: 0.9 },
  "061": { needReplan: false, qualityScore: 0.93 },
  "062": { needReplan: false, qualityScore: 0.95 },
  "064": { score: 0.7 },
  "077": { needReplan: false, qualityScore: 0.92 },
  "080": { needReplan: false, qualityScore: 0.95 },
  "082": { findings: [{ taskId: "study_postgres" }, { taskId: "study_duckdb" }, { taskId: "study_sqlite" }] },
  "083": { details: [expect.any(String), expect.any(String), expect.any(String)] },
  "085": { details: [expect.any(String), expect.any(String), expect.any(String)] },
  "094": { decision: "REPLAN" },
  "095": { decision: "REPLAN" },
  "096": { details: [expect.any(String), expect.any(String)] },
  "097": { outcome: "passed" },
  "101": { findings: [] },
  "105": { goals: ["Say how each behaves with little memory"], facts: { tables: "generated only" } },
  // What was thought aloud does not hide the only answer.
  "109": { kind: "mission_impossible" },
  "110": { kind: "mission_impossible" },
  "113": { needReplan: false, qualityScore: 0.05 },
  "119": { needReplan: false, qualityScore: 0.4 },
};

/** Answers that are texts, by how they begin. */
const TEXTS: Record<string, string> = {
  "067": "The mission was achieved",
  // Its thinking is no part of the table.
  "093": "| | SQLite | PostgreSQL | DuckDB |",
};

/** Asked for once more, with this. */
const REPAIRED: Record<string, string> = {
  // A section that is none of the form stands behind its reasons.
  "049":
    "It names more than one decision, or leaves in doubt whether the one is its own: give exactly one, and nothing that speaks against it.",
  // What lets work go on was recorded before the form had a slot for conditions.
  ...Object.fromEntries(
    ["024", "050"].map((number) => [
      number,
      'It lets the work go on, and its words alone may name a condition: say in "conditions" what has to come first, or [].',
    ]),
  ),
  ...Object.fromEntries(
    ["037", "053", "055"].map((number) => [
      number,
      'It passes the result, and its words alone may name a condition: say in "conditions" what has to be true first, or [].',
    ]),
  ),
  "079": "qualityScore must be a number from 0 to 1.",
};

/** Plans that go back for what stands around them: 047 says in a numbered list what its gate has to be asked about. */
const SAYS_MORE = new Set(["047"]);

/** Refusals of the provider, by the code of their failure. */
const REFUSED: Record<string, string> = { "074": "bad_request", "075": "bad_request" };

describe("recorded answers of the roles", () => {
  it.each(calls.map((call) => [call.number, call.role, call] as const))("%s %s", async (number, _, call) => {
    if (REFUSED[number] !== undefined)
      return void (await expect(read(call)).rejects.toMatchObject({ code: REFUSED[number] }));
    const parsed = await read(call);
    if (REPAIRED[number] !== undefined)
      return void expect(parsed).toEqual({ ok: false, problem: REPAIRED[number] });
    if (SAYS_MORE.has(number))
      return void expect(parsed).toMatchObject({ ok: false, issues: [{ path: "words before the plan" }] });
    expect(parsed).toMatchObject({ ok: true });
    if (!parsed.ok) return;
    const { value } = parsed;
    if (PLANS[number]) expect(outlineOf(planIn(value))).toEqual(PLANS[number]);
    else if (TEXTS[number] !== undefined) expect(String(value).startsWith(TEXTS[number])).toBe(true);
    else expect(value).toMatchObject(VALUES[number] ?? { unlisted: number });
  });

  it("are each asked for once", () => {
    expect({ left: recorded.left(), unanswered: recorded.unanswered }).toEqual({ left: [], unanswered: [] });
  });
});
