import { describe, expect, it } from "vitest";
import { isJsonObject } from "@/lib/core/json";
import { critiquePlan, plan as planSchema, withModelFindings } from "@/lib/core/plan";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { deployTool, rendered } from "../fixtures";
import { CRITIC_ANSWER, critic } from ".";

const plan = planSchema.parse({
  title: "Ship the shop",
  agents: { deployer: { prompt: "You deploy", tools: ["deploy"] } },
  tasks: [
    { id: "build", title: "Build" },
    { id: "ship", title: "Ship", agent: "deployer", dependsOn: ["build"], input: "Deploy {{results.build}}" },
  ],
});
const input = { mission: "Ship the shop", plan, tools: [deployTool], findings: critiquePlan(plan).findings };

const gap = {
  code: "data_flow_gap",
  severity: "critical",
  taskId: "ship",
  message: "It needs a version.",
  recommendation: "Let build name one.",
};
const answer = (...findings: unknown[]) => JSON.stringify({ findings });

describe("the critic's prompt", () => {
  it("gives mission, plan, tools and what the rules have found", async () => {
    await expect(rendered(critic.buildPrompt(input))).toMatchFileSnapshot("./critic.golden.txt");
  });

  it("has what has ended in short: what later tasks build on", () => {
    const [build, ship] = plan.tasks;
    const verification = '(get data/result "version")';
    const long = {
      ...build,
      input: "Build it. ".repeat(100),
      verification,
      outputSchema: { type: "object" },
    };
    const ended = [{ id: "build", status: "succeeded" }];
    const { messages } = critic.buildPrompt({
      ...input,
      plan: planSchema.parse({ ...plan, tasks: [long, ship] }),
      ended,
    });
    const [shown] = (
      readJsonBlock(messages[0]?.role === "user" ? messages[0].text : "", "plan") as { tasks: object[] }
    ).tasks;
    expect(Object.keys(shown ?? {})).toEqual(["id", "title", "input", "outputSchema"]);
    expect(shown).toMatchObject({ input: expect.stringMatching(/^Build it\..{200,300}$/) });
  });

  it("asks for an answer whose keys are all required", () => {
    const { items } = (CRITIC_ANSWER.properties as { findings: { items: Record<string, unknown> } }).findings;
    expect(items.additionalProperties).toBe(false);
    expect(isJsonObject(items.properties as never) && Object.keys(items.properties as object)).toEqual(
      items.required,
    );
  });
});

describe("reading the critic's answer", () => {
  it("takes its findings, each with the key of its code and task", () => {
    expect(
      critic.parse(answer(gap, { ...gap, code: "error_handling", taskId: null, severity: "info" })),
    ).toEqual({
      ok: true,
      value: {
        findings: [
          { ...gap, key: "data_flow_gap:ship" },
          {
            key: "error_handling",
            code: "error_handling",
            severity: "info",
            message: gap.message,
            recommendation: gap.recommendation,
          },
        ],
        ignored: 0,
        demands: [],
      },
    });
  });

  it("takes the demands of the mission with the tasks that answer them, and leaves out what is none", () => {
    const demands = [
      { demand: " Ship the shop ", tasks: ["build", "ship"] },
      { demand: "d".repeat(400), tasks: [] },
      ...["odd", { demand: "", tasks: [] }, { demand: "Ship" }, { demand: "Ship", tasks: null }],
    ];
    const parsed = critic.parse(JSON.stringify({ findings: [], demands }));
    expect(parsed).toMatchObject({ ok: true, value: { findings: [], ignored: 0 } });
    expect(parsed.ok && parsed.value.demands).toEqual([
      { demand: "Ship the shop", tasks: ["build", "ship"] },
      { demand: "d".repeat(300), tasks: [] },
    ]);
    const many = critic.parse(JSON.stringify({ findings: [], demands: Array(30).fill(demands[0]) }));
    expect(many.ok && many.value.demands).toHaveLength(20);
    expect(critic.parse(JSON.stringify({ findings: [], demands: "none" }))).toMatchObject({
      value: { demands: [] },
    });
  });

  it("tells two findings of one kind about one task apart", () => {
    const parsed = critic.parse(answer(gap, gap, { ...gap, taskId: "build" }));
    const keys = parsed.ok && parsed.value.findings.map(({ key }) => key);
    expect(keys).toEqual(["data_flow_gap:ship", "data_flow_gap:ship:2", "data_flow_gap:build"]);
  });

  it.each([
    ["prose and a fence around it", `Here:\n\`\`\`json\n${answer(gap)}\n\`\`\`\nThat is all.`],
    ["a bare list", `[${JSON.stringify(gap)}]`],
    [
      "other spellings",
      answer({ ...gap, code: "DataFlowGap", severity: "CRITICAL", taskId: undefined, task_id: "ship" }),
    ],
    ["another object before it", `{"note": 1} ${answer(gap)}`],
  ])("takes %s", (_, text) => {
    expect(critic.parse(text)).toMatchObject({ ok: true, value: { findings: [gap], ignored: 0 } });
  });

  it("takes an empty list for a plan without faults", () => {
    expect(critic.parse('{"findings": []}')).toEqual({
      ok: true,
      value: { findings: [], ignored: 0, demands: [] },
    });
  });

  it("counts what is no finding, cuts long words and takes an unknown severity for a warning", () => {
    const long = { ...gap, severity: "fatal", message: "x".repeat(600) };
    const parsed = critic.parse(
      answer("odd", { code: "missing_gate" }, { ...gap, recommendation: " " }, long),
    );
    expect(parsed).toMatchObject({ ok: true, value: { ignored: 3, findings: [{ severity: "warning" }] } });
    expect(parsed.ok && parsed.value.findings[0]?.message).toHaveLength(500);
    const many = critic.parse(answer(...Array.from({ length: 30 }, () => gap)));
    expect(many).toMatchObject({ ok: true, value: { ignored: 10 } });
  });

  it.each([
    ["no JSON", "The plan is fine."],
    ["another object", '{"score": 7}'],
    ["nothing that is a finding", answer("odd", {})],
  ])("does not take %s, and the static result stands alone", (_, text) => {
    expect(critic.parse(text)).toEqual({
      ok: false,
      problem: expect.stringContaining("no list of findings"),
    });
  });

  it("joins the findings of the rules", () => {
    const parsed = critic.parse(answer(gap, { ...gap, taskId: "nowhere" }));
    const found = parsed.ok ? parsed.value.findings : [];
    const before = critiquePlan(plan);
    const critique = withModelFindings(
      before,
      found,
      plan.tasks.map(({ id }) => id),
    );
    expect(critique.findings).toHaveLength(before.findings.length + 2);
    expect(critique.findings.map(({ taskId }) => taskId).slice(0, 2)).toEqual(["ship", undefined]);
    expect(critique.score).toBe(before.score - 6);
  });
});
