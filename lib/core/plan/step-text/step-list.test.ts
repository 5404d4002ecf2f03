import { describe, expect, it } from "vitest";
import { readPlan } from "../read/plan";

const titles = (text: string) => readPlan(text).plan?.tasks.map(({ title }) => title);
const problems = (text: string) =>
  readPlan(text)
    .errors.map(({ message }) => message)
    .join("\n");

describe("a list that is the steps of a text", () => {
  it.each([
    ["1.", "2.", "3."],
    ["1)", "2)", "3)"],
    ["(1)", "(2)", "(3)"],
    ["[1]", "[2]", "[3]"],
    ["1 –", "2 –", "3 –"],
    ["01.", "02.", "03."],
    ["a)", "b)", "c)"],
    ["A.", "B.", "C."],
    ["I.", "II.", "III."],
    ["(i)", "(ii)", "(iii)"],
    ["1️⃣", "2️⃣", "3️⃣"],
    ["①", "②", "③"],
    ["❶", "❷", "❸"],
    ["- [ ]", "- [ ]", "- [ ]"],
    ["☐", "☐", "☐"],
    ["- [ ] 1.", "- [ ] 2.", "- [ ] 3."],
    ["- [ ] Step 1:", "- [ ] Step 2:", "- [ ] Step 3:"],
    ["### 1.", "### 2.", "### 3."],
    ["  1.", "  2.", "  3."],
    ["Task 1:", "Task 2:", "Task 3:"],
    ["- Task #1:", "- Task #2:", "- Task #3:"],
    ["Task 1/3:", "Task 2/3:", "Task 3/3:"],
    ["## Phase one:", "## Phase two:", "## Phase three:"],
    ["**Stage A:**", "**Stage B:**", "**Stage C:**"],
    ["Schritt 1:", "Schritt 2:", "Schritt 3:"],
    ["1. Schritt:", "2. Schritt:", "3. Schritt:"],
    ["Étape I –", "Étape II –", "Étape III –"],
    ["步骤1：", "步骤2：", "步骤3："],
    ["第一步：", "第二步：", "第三步："],
    ["1단계:", "2단계:", "3단계:"],
  ])("is read in any usual notation: %s", (first, second, third) => {
    const text = `${first} **Collect** – all figures\n   - Agent: clerk\n   - Only of May.\n\n${second} Compare (agent: analyst)\n   1. by month\n   2. by region\n\n${third} Report`;
    const { plan, errors } = readPlan(`Here is the plan:\n\n${text}\n`);
    expect(errors).toEqual([]);
    expect(plan?.tasks).toMatchObject([
      { id: "step_1", title: "Collect – all figures", agent: "clerk", details: ["Only of May."] },
      { title: "Compare", agent: "analyst", dependsOn: ["step_1"], details: ["1. by month", "2. by region"] },
      { title: "Report", dependsOn: ["step_2"] },
    ]);
  });

  it("numbers more than nine, by sign and in Roman", () => {
    const roman = "I II III IV V VI VII VIII IX X XI".split(" ");
    const keycap = Array.from({ length: 11 }, (_, n) =>
      n === 9 ? "🔟" : [...`${n + 1}`].map((one) => `${one}️⃣`).join(""),
    );
    for (const marks of [roman.map((one) => `${one}.`), keycap])
      expect(titles(marks.map((mark, n) => `${mark} Sort box ${n}`).join("\n"))).toHaveLength(11);
  });

  it("has the plan's title in a heading above it, and its objective on a line", () => {
    const text = "# Bees in May\n\nGoal: one page on bees\n\n1. Read\n2. Write";
    expect(readPlan(text).plan).toMatchObject({ title: "Bees in May", objective: "one page on bees" });
    expect(problems("Objective: nothing is sent until Jo agrees\n\n1. Write\n2. Send")).toContain(
      "objective",
    );
    expect(problems("# Bees\n# Do not run this\n\n1. Read\n2. Write")).toContain("words before the plan");
  });

  it("has fields in brackets behind titles, and what waits for which", () => {
    const text =
      "Task 1: Load (agent: data)\nTask 2: Plot it [after 1]\nTask 3: Tell it (needs: task 1; agent: writer)";
    expect(readPlan(text).plan?.tasks).toMatchObject([
      { title: "Load", agent: "data" },
      { title: "Plot it", dependsOn: ["step_1"] },
      { title: "Tell it", agent: "writer", dependsOn: ["step_1"] },
    ]);
    expect(problems("1. Write\n2. Send (released by: Ann)")).toContain("released by");
    expect(titles("Step 1: Load (fast)\nStep 2: Plot (agent: data)")).toEqual(["Load (fast)", "Plot"]);
  });

  it.each([
    ["- [ ] Collect\n- [x] Pay\n- [ ] Report"],
    ["1. Collect\n2. ~~Pay~~\n3. Report"],
    ["☐ Collect\n☑ Pay"],
    ["## Phase 1: Collect\n- [x] the first\n- [ ] the second\n\n## Phase 2: Pay\n- [ ] all"],
  ])("is refused where something is ticked or struck out: %j", (text) => {
    expect(problems(text)).toContain("ticked");
  });

  it.each([
    ["1. Design\n2. Build\n\nOpen questions:\n1. Which colour?\n2. Who pays?"],
    ["1. Design\n2. Build\n\nOpen questions:\na) Which colour?\nb) Who pays?"],
    ["Requirements:\n- [ ] It is fast\n- [ ] It is small\n\n1. Design\n2. Build"],
  ])("is asked for where two could be it: %j", (text) => {
    expect(problems(text)).toContain("Two lists could be the steps");
  });

  it.each([
    ["The page has two requirements:\n1. It is fast\n2. It is small"],
    ["Options:\n1. Postgres\n2. MySQL"],
    ["Option 1: Postgres\nOption 2: MySQL"],
    ["1. Use Postgres, or\n2. Use MySQL"],
    ["1. Collect\n3. Pay"],
    ["1. Collect\n2. Compare\n4. Pay"],
    ["1. Collect"],
    ["- [ ] Collect\n- Compare\n- [ ] Pay"],
    ['1. Collect\n2. Pay\n\n{"tasks": [{"id": "a", "ti'],
    ["- Collect\n- Pay"],
    ["1. Write\n2. Send\n\nNobody sends anything this week."],
    ["1. Write\n2. Get the CFO to say yes\n3. Send"],
  ])("is none, or goes back: %j", (text) => {
    expect(readPlan(text).plan).toBeUndefined();
  });

  it("is no plan that a person may take for one where the words around it say more", () => {
    const text = "I cannot do that. What I can do instead:\n1. Plan a survey\n2. Read the results";
    const { errors, unread } = readPlan(text, { leaveOut: ["words before the plan"] });
    expect(errors).toMatchObject([{ code: "invalid_plan_format" }]);
    expect(unread).toBeUndefined();
  });

  it("stands in a block of code, and holds lists of its own", () => {
    expect(titles("```\n1. Read\n2. Write\n```")).toEqual(["Read", "Write"]);
    expect(titles("Phase 1: Prepare\n1. Collect\n2. Clean\nPhase 2: Report\n1. Write\n2. Send")).toEqual([
      "Prepare",
      "Report",
    ]);
    expect(titles("## 1. Prepare\n- [ ] collect\n- [ ] clean\n\n## 2. Report\n- [ ] write")).toEqual([
      "Prepare",
      "Report",
    ]);
  });
});
