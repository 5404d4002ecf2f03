import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid } from "@/lib/testing/plans/read-plan";

const table = (columns: string, ...rows: string[]) =>
  [columns, columns.replace(/[^|]+/g, "---"), ...rows].map((row) => `| ${row} |`).join("\n");

describe("a table", () => {
  it("is tasks, with its columns as fields", () => {
    const text = `## Plan: Figures\n\nHere is the plan.\n\n${table("ID | **Task** | Agent | Depends on", "a | `Load` | analyst | –", "b | Plot | analyst | a")}`;
    expect(readValid(text).plan.title).toBe("Figures");
    expect(readClean(text)).toMatchObject([
      { id: "a", title: "Load", agent: "analyst", dependsOn: [] },
      { id: "b", title: "Plot", agent: "analyst", dependsOn: ["a"] },
    ]);
  });

  it("is steps in its order where no column says what they wait for", () => {
    for (const columns of ["# | Task", "ID | Task", "Step | Task"])
      expect(Object.values(graph(readClean(table(columns, "1 | Load", "2 | Plot"))))[1]).toHaveLength(1);
  });

  it("has strokes and line breaks in its cells, and numbers in words for steps", () => {
    const text = table("Step | Title | Input", "1 | Load | Use a \\| b<br>and c", "2 | Plot | It");
    expect(readClean(text)[0]?.input).toBe("Use a | b\nand c");
    const words = table("Step | Owner of nothing", "Load the data | x", "Plot the data | y");
    expect(errorsOf(words)).toHaveLength(2);
  });

  it("keeps its gates", () => {
    const approval = table("ID | Task | Approval required", "a | Prepare | no", "b | Pay | yes");
    expect(graph(readValid(approval).tasks).b).toContain("approve_b");
    expect(graph(readClean(table("ID | Task", "a | Manager approval", "b | Pay")))).toEqual({
      a: [],
      b: ["a"],
    });
  });

  it.each([
    ["ID | Task | Blessing", "a | Prepare | ", "b | Pay | Anna"],
    ["ID | Task | Only if", "a | Prepare | ", "b | Pay | CFO agrees"],
    ["ID | Task | Approved", "a | Prepare | x", "b | Pay | "],
    ["ID | Task", "a | Prepare", "b | Pay | needs Anna"],
  ])("is refused with a column that no field takes: %s", (...rows) => {
    const [first = "", ...others] = rows;
    expect(errorsOf(table(first, ...others))).toHaveLength(1);
  });

  it("is no plan without a column of work and one of numbers, names or edges", () => {
    for (const columns of ["Option | Cost", "Task | Cost", "Task | Task | ID"])
      expect(errorsOf(table(columns, "a | 1 | c", "b | 2 | d"))).toEqual(["invalid_plan_format undefined"]);
    expect(errorsOf(table("ID | Task", "a | Load", " | ", "b | Plot"))).toHaveLength(1);
    expect(errorsOf(table("ID | Task", "a | Load"))).toEqual(["invalid_plan_format undefined"]);
  });

  it("is accounted for with the words around it, and refused beside another", () => {
    const plan = table("# | Task", "1 | Prepare", "2 | Pay");
    expect(errorsOf(`${plan}\n\nBefore 2, Anna has to agree.`)).toEqual(["unread words behind the plan"]);
    expect(errorsOf(`${plan}\n\n${plan.replace("Pay", "Mail")}`)).toEqual(["invalid_plan_format undefined"]);
  });
});

describe("elements", () => {
  it("are tasks, which follow each other where none says what it waits for", () => {
    expect(graph(readClean("<tasks>\n<task>Load</task>\n<task>Plot it</task>\n</tasks>"))).toEqual({
      task_1: [],
      task_2: ["task_1"],
    });
    expect(graph(readClean('<step id="a">Load</step><step id="b">Plot &lt;it&gt;</step>'))).toEqual({
      a: [],
      b: ["a"],
    });
    const nested =
      "<task><id>a</id><title>Load</title></task><task><title>Plot</title><needs>a</needs></task>";
    expect(Object.values(graph(readClean(nested)))).toEqual([[], ["a"]]);
  });

  it.each([
    '<plan approval="required"><task>Prepare</task><task>Pay</task></plan>',
    "<task>Prepare</task><human>approve</human><task>Pay</task>",
    "<task>Prepare</task><!-- only after Anna --><task>Pay</task>",
    "<task hold>Prepare</task><task>Pay</task>",
    '<task id="a">Prepare</task><task id="b" blessing="Anna">Pay</task>',
    '<task id="a"><id>b</id>Prepare</task><task>Pay</task>',
    "<task>Prepare <b>it</b></task><task>Pay</task>",
    "<task>Prepare <!-- only after Anna --></task><task>Pay</task>",
    "<task>Prepare</step><task>Pay</task>",
  ])("are refused with more than tasks: %s", (text) => {
    expect(errorsOf(text)).toHaveLength(1);
  });

  it("are found in linear time", () => {
    expect(errorsOf("<task>".repeat(50_000))).toEqual(["invalid_plan_format undefined"]);
  });
});

describe("calls whose results have names", () => {
  it("follow each other, and take in what they name", () => {
    const text =
      "Plan: Find the authors.\n#E1 = Google[authors of X]\nPlan: Find more.\n#E2 = LLM[What else did #E1 write?]";
    expect(readClean(text)).toMatchObject([
      { id: "E1", title: "Find the authors.", input: "Google: authors of X", dependsOn: [] },
      { id: "E2", input: "LLM: What else did {{results.E1}} write?", dependsOn: ["E1"] },
    ]);
  });

  it("name by a sign only what another gives", () => {
    expect(readClean("#E1 = Search[issue #9]\n#E2 = LLM(#E1 and #E7)").map(({ input }) => input)).toEqual([
      "Search: issue #9",
      "LLM: {{results.E1}} and #E7",
    ]);
  });

  it("of people are questions", () => {
    for (const tool of ["HumanApproval", "AskHuman"])
      expect(readClean(`#E1 = Search[x]\n#E2 = ${tool}[Pay?]\n#E3 = Pay[900]`)).toMatchObject([
        { type: "task" },
        { type: "human_review" },
        { type: "task", dependsOn: ["E2"] },
      ]);
  });

  it.each([
    "#E1 = Search[x]\nWait for Anna here.\n#E2 = Pay[900]",
    "#E1 = Search[x]\n#E2 = Pay[900]  (only if Anna agrees)",
    "#E1 = Search[x]\n#E1 = Pay[900]",
    "#E1 = Search[x]\n#E2 = AskTheBoss[Pay?]\n#E3 = Pay[900]",
  ])("are refused with other words: %s", (text) => {
    expect(errorsOf(text)).not.toEqual([]);
  });
});
