import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyPlan, anyText } from "@/lib/testing/plans/arbitrary-plan";
import { type Plan, plan as planSchema, type Task } from "../schema";
import { storePlan } from "../store";
import { loopMermaid, mermaidId, mermaidLabel, toMermaid } from "./mermaid";

type Draft = Partial<Task> & { id: string };
const planOf = (...tasks: Draft[]): Plan =>
  planSchema.parse({ title: "Plan", tasks: tasks.map((task) => ({ title: task.id, ...task })) });

const PLAN = planOf(
  { id: "train", title: "Train the model" },
  { id: "sum", title: "Count", type: "direct" },
  { id: "all", title: "Results", type: "synthesis_gate", dependsOn: ["train", "sum", "train", "ghost"] },
  { id: "check", title: "Good enough?", type: "planning_review", dependsOn: ["all"] },
  { id: "ask", title: "Release it", type: "human_review", dependsOn: ["check"] },
);

describe("the drawing of a plan", () => {
  it("has a shape for each type and an edge for each dependency", () => {
    expect(toMermaid(PLAN)).toBe(`flowchart TD
  t_train["Train the model"]
  t_sum[["Count"]]
  t_all[/"Results"\\]
  t_check{"Good enough?"}
  t_ask{{"Release it"}}
  t_train --> t_all
  t_sum --> t_all
  t_all --> t_check
  t_check --> t_ask
`);
    expect(toMermaid(storePlan(PLAN).plan)).toBe(toMermaid(PLAN));
  });

  it("says what became of each task by icon and word, in the colors of that, and only those that are used", () => {
    const drawing = toMermaid(PLAN, {
      train: { icon: "✓", word: "verified", tone: "ok" },
      sum: { icon: "✓", word: "done", tone: "plain" },
      all: undefined,
    });
    expect(drawing).toContain('t_train["Train the model (#10003; verified)"]:::ok\n');
    expect(drawing).toContain('t_sum[["Count (#10003; done)"]]:::plain\n');
    expect(drawing).toContain('t_ask{{"Release it"}}\n');
    expect(drawing.match(/classDef \w+/g)).toEqual(["classDef ok", "classDef plain"]);
  });

  it("hides what looks like a secret", () => {
    const drawing = toMermaid(planOf({ id: "a", title: "Rotate token: abcd1234efgh5678" }));
    expect(drawing).not.toContain("abcd1234efgh5678");
    expect(drawing).toContain('t_a["Rotate #91;hidden#93;"]');
  });

  it("takes an id such as constructor for an id, and draws a task without a title by its id", () => {
    const plan = planOf({ id: "constructor", title: "" }, { id: "-x", title: "\n" });
    expect(toMermaid(plan, {})).toBe('flowchart TD\n  t_constructor["constructor"]\n  t__x2d_x["#45;x"]\n');
    expect(toMermaid(planOf({ id: " ", title: "" }))).toContain('t__x20_["-"]');
  });
});

describe("hostile text", () => {
  it.each<[string, string, string]>([
    ["quotes and brackets", 'a"]; b["c', "a#34;#93;#59; b#91;#34;c"],
    ["line breaks and control characters", "one\r\n\ttwo\u0000\u2028three", "one two three"],
    ["reserved words", "end", "end"],
    [
      "a directive",
      '%%{init: {"theme": "x"}}%%',
      "#37;#37;#123;init#58; #123;#34;theme#34;#58; #34;x#34;#125;#125;#37;#37;",
    ],
    ["tags and entities", "<b>&amp;#35;</b>", "#60;b#62;#38;amp#59;#35;35#59;#60;/b#62;"],
    ["Markdown", "`*a* _b_`", "#96;#42;a#42; #95;b#95;#96;"],
    ["the beginning of a list", "1. Go on, 2. stop", "1#46; Go on, 2. stop"],
    ["a dash at the beginning", "- go-on", "#45; go-on"],
    ["a style", "style a:#f00;", "style a#58;#35;f00#59;"],
    ["an arrow", "a --> b", "a --#62; b"],
    ["other scripts", "Prüfe 数据, é", "Prüfe 数据, é"],
    ["emoji", "🚀", "#128640;"],
    ["a long text", "x".repeat(100), "x".repeat(80)],
  ])("%s", (_, text, label) => {
    expect(mermaidLabel(text)).toBe(label);
  });

  it("stays one line and inside its quotes, whatever the plan says", () => {
    const line =
      /^ {2}(t_\w+(\[|\[\[|\[\/|\{|\{\{)"[^"\n[\]{}<>%`;]*(?:#\d+;[^"\n[\]{}<>%`;]*)*"(\]|\]\]|\\\]|\}|\}\})|t_\w+ --> t_\w+)$/u;
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const [head, ...lines] = toMermaid(plan).trimEnd().split("\n");
        expect(head).toBe("flowchart TD");
        for (const one of lines) expect(one).toMatch(line);
        const edges = plan.tasks.flatMap(({ dependsOn }) => dependsOn);
        expect(lines).toHaveLength(plan.tasks.length + edges.length);
      }),
    );
  });
});

describe("the id of a node", () => {
  it.each([
    ["step_1", "t_step_1"],
    ["end", "t_end"],
    ["a b", "t_a_x20_b"],
    ["a_x20_b", "t_a_x5f_x20_b"],
    ["über", "t__xfc_ber"],
    ["🚀", "t__x1f680_"],
  ])("of %s is %s", (id, node) => {
    expect(mermaidId(id)).toBe(node);
  });

  it("is a word of its own for every task", () => {
    const read = (node: string): string =>
      node
        .slice(2)
        .replace(/_x([0-9a-f]+)_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
    const anyId = fc.oneof(anyText, fc.stringMatching(/^[_x2d-]{0,8}$/));
    fc.assert(
      fc.property(anyId, (id) => {
        expect(mermaidId(id)).toMatch(/^t_\w*$/);
        expect(read(mermaidId(id))).toBe(id);
      }),
    );
  });
});

it("the loop has its three roles, its end and the conditions of its branches", () => {
  expect(loopMermaid()).toBe(`flowchart LR
  mission(["Mission"]) --> planner
  planner["Planner"] --> executor
  executor["Executor"] --> summarizer["Summarizer"]
  summarizer -->|"need_replan and iteration < max"| planner
  summarizer -->|"not need_replan or iteration >= max"| done(["End"])
`);
});
