import type { JsonObject } from "@/lib/core/json";
import type { Script } from "./endpoint";

/** Three missions as models of every kind play them: what each role wants to say. */

const SUMMARY = {
  qualityScore: 0.9,
  qualityReasoning: "Each step is shown by its result.",
  needReplan: false,
};
const summary = (finalAnswer: string) => ({
  data: { finalAnswer, ...SUMMARY, replanReason: null, usedEvidence: [] } satisfies JsonObject,
});
const NO_FINDINGS = { data: { findings: [] } };
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

export const MEMO =
  "Find the region that lost most revenue, write a memo, and publish it once I have approved it.";
export const SALES = "region,quarter,revenue\nWest,Q2,100\nWest,Q3,40\nEast,Q2,80\nEast,Q3,75\n";

const memoPlan: JsonObject = {
  title: "Memo on lost revenue",
  agents: {
    analyst: { prompt: "You query tables.", tools: ["sql_query"] },
    writer: { prompt: "You write memos.", tools: [] },
    publisher: { prompt: "You publish approved texts.", tools: ["publish_memo"] },
  },
  tasks: [
    {
      id: "figures",
      title: "Sum the revenue",
      agent: "analyst",
      maxRetries: 1,
      input: "Sum the revenue of the table sales by region and quarter.",
      outputSchema: object({
        regions: { type: "array", items: object({ name: { type: "string" }, loss: { type: "number" } }) },
        worst: { type: "string" },
      }),
      verification: '(= "West" (get data/result "worst"))',
      onVerificationFailure: "retry",
    },
    {
      id: "memo",
      title: "Write the memo",
      agent: "writer",
      dependsOn: ["figures"],
      input: "One paragraph on {{results.figures}}",
    },
    {
      id: "approve",
      title: "Approve the memo",
      type: "human_review",
      dependsOn: ["memo"],
      gate: { prompt: "Is this fit to be published? {{results.memo}}" },
    },
    {
      id: "publish",
      title: "Publish the memo",
      agent: "publisher",
      dependsOn: ["memo", "approve"],
      input: "Publish this memo: {{results.memo}}",
    },
  ],
};

const query = (quarter: string) => ({
  tool: "sql_query",
  args: {
    sql: `SELECT region, sum(revenue) AS total FROM sales WHERE quarter = '${quarter}' GROUP BY region`,
  },
});
const MEMO_TEXT = "West lost 60, from 100 to 40. East lost 5.";

const memo: Script = ({ role, task, rounds }) => {
  if (role === "planner") return { data: memoPlan };
  if (role === "summarizer") return summary(MEMO_TEXT);
  if (role !== "agent") return NO_FINDINGS;
  if (task === "memo") return { text: MEMO_TEXT };
  if (task === "publish")
    return rounds > 0
      ? { text: "Published." }
      : { calls: [{ tool: "publish_memo", args: { title: "Lost revenue", text: MEMO_TEXT } }] };
  if (rounds === 0) return { calls: [query("Q2"), query("Q3")] };
  const regions = [
    { name: "West", loss: 60 },
    { name: "East", loss: 5 },
  ];
  return { data: { regions, worst: "West" } };
};

export const QUOTA =
  "Create 6 servers with 24 CPUs in eu-central, or elsewhere where there is room. Operations signs off.";

const quotaAgents = {
  scout: { prompt: "You look for room.", tools: ["check_quota"] },
  builder: { prompt: "You create what was signed off.", tools: ["create_servers"] },
};
const room = object({ region: { type: "string" }, free: { type: "integer" } });
const signOff = { prompt: "May 6 servers be created?", assignees: ["role:operations"] };

const quotaPlan: JsonObject = {
  title: "Servers in eu-central",
  agents: quotaAgents,
  tasks: [
    {
      id: "quota",
      title: "Read the quota",
      agent: "scout",
      input: "Free CPUs in eu-central?",
      outputSchema: room,
    },
    {
      id: "review",
      title: "Is there room?",
      type: "planning_review",
      dependsOn: ["quota"],
      review: {
        focus: "Whether 24 CPUs are free",
        previousTasks: ["quota"],
        decisionPoints: ["Are at least 24 CPUs free?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "24 or more are free" },
          { decision: "REPLAN", when: "fewer are free" },
          { decision: "ABORT", when: "no region has room" },
        ],
      },
    },
    {
      id: "sign_off",
      title: "Sign off",
      type: "human_review",
      dependsOn: ["quota", "review"],
      gate: signOff,
    },
    {
      id: "create",
      title: "Create the servers",
      agent: "builder",
      input: "Create 6",
      dependsOn: ["sign_off"],
    },
  ],
};

const quotaTail: JsonObject = {
  title: "Servers in eu-north",
  agents: quotaAgents,
  tasks: [
    {
      id: "north",
      title: "Read eu-north",
      agent: "scout",
      input: "Free CPUs in eu-north?",
      outputSchema: room,
    },
    {
      id: "sign_off_north",
      title: "Sign off eu-north",
      type: "human_review",
      replaces: "sign_off",
      dependsOn: ["quota", "north"],
      gate: signOff,
    },
    {
      id: "create_north",
      title: "Create the servers in eu-north",
      agent: "builder",
      replaces: "create",
      input: "Create 6 in eu-north",
      dependsOn: ["sign_off_north"],
    },
  ],
};

const quota: Script = ({ role, task, rounds }) => {
  if (role === "planner") return { data: quotaPlan };
  if (role === "replanner") return { data: quotaTail };
  if (role === "summarizer") return summary("6 servers run in eu-north: eu-central had 12 free CPUs of 24.");
  if (role === "reviewer")
    return {
      data: {
        decision: "REPLAN",
        reasoning: "eu-central has 12 free CPUs and 24 are needed: the servers have to go to another region.",
        answers: [{ question: "Are at least 24 CPUs free?", answer: "no", evidence: "12 free" }],
        updatedPlan: null,
        finalResult: null,
        abortReason: null,
      },
    };
  if (role !== "agent") return NO_FINDINGS;
  const region = task === "quota" ? "eu-central" : "eu-north";
  if (task === "create_north" || task === "create")
    return rounds > 0
      ? { text: "6 servers were created." }
      : { calls: [{ tool: "create_servers", args: { region, servers: 6 } }] };
  if (rounds === 0) return { calls: [{ tool: "check_quota", args: { region } }] };
  return { data: { region, free: task === "quota" ? 12 : 56 } };
};

export const NOTES = "Read notes.md and write the action items to report.md.";

const notes =
  (folder: string): Script =>
  ({ role, task, rounds }) => {
    const tools = { read: "files__read_text_file", write: "files__write_file" };
    const plan: JsonObject = {
      title: "Action items",
      agents: {
        reader: { prompt: "You read files.", tools: [tools.read] },
        writer: { prompt: "You write files.", tools: [tools.write] },
      },
      tasks: [
        { id: "read", title: "Read the notes", agent: "reader", input: `Read ${folder}/notes.md` },
        {
          id: "write",
          title: "Write the report",
          agent: "writer",
          dependsOn: ["read"],
          input: `Write the action items of {{results.read}} to ${folder}/report.md`,
        },
      ],
    };
    if (role === "planner") return { data: plan };
    if (role === "summarizer") return summary("The report has one action item: Anna migrates the database.");
    if (role !== "agent") return NO_FINDINGS;
    const content = "- Anna: migrate the database";
    if (task === "read")
      return rounds > 0
        ? { text: `The notes say:\n${content}` }
        : { calls: [{ tool: tools.read, args: { path: `${folder}/notes.md` } }] };
    return rounds > 0
      ? { text: "The report is written." }
      : { calls: [{ tool: tools.write, args: { path: `${folder}/report.md`, content } }] };
  };

/** The scripts by mission; the files of `NOTES` stand in the folder. */
export const missionScripts = (folder: string): Record<string, Script> => ({
  [MEMO]: memo,
  [QUOTA]: quota,
  [NOTES]: notes(folder),
});
