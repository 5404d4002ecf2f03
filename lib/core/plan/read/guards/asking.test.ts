import { describe, expect, it } from "vitest";
import { errorsOf, readClean } from "@/lib/testing/plans/read-plan";
import { readPlan } from "../plan";
import { asksForApproval, demandsControl, speaksOfControl } from "./asking";

describe("a title that asks for an approval", () => {
  it.each([
    "Get the approval of the board",
    "Legal OK",
    "Sign-off",
    "Ask the owner",
    "Einholen der Freigabe",
    "Pay (once Nina agrees)",
    "Autorización",
    "承認を得る",
    "Obtain the treasurer's blessing",
    "Pedir permiso a la jefa",
    "Aprovar o orçamento",
    "Chiedere il permesso",
    "Faire valider par la direction",
    "Согласовать с директором",
    "Утвердить бюджет",
    "Schválit rozpočet",
    "Έγκριση προϋπολογισμού",
    "อนุมัติงบประมาณ",
    "Pay the deposit 🔒 Jo",
    "Run past legal before anything goes out",
    "Stakeholder buy-in on the redesign",
    "Summarize the offers, then get the approval of the board",
    "Draft the contract for approval",
    "List the approvals of the board",
    "Translate the terms pending legal sign-off review",
    "Draft the mail so that Anna approves it",
    "Publish once the manager of the API accepts",
    "Publish once Redis accepts the offer",
  ])("%s", (title) => {
    expect(asksForApproval(title)).toBe(true);
    expect(errorsOf({ tasks: [{ id: "a", title, agent: "supervisor" }] })).toEqual([
      "person_or_agent tasks[0]",
    ]);
    expect(readClean({ tasks: [{ id: "a", title, type: "human_review" }] })).toHaveLength(1);
    expect(
      readPlan({ tasks: [{ id: "a", title, agent: "supervisor" }] }, { settled: [title] }).errors,
    ).toEqual([]);
    expect(
      readPlan({ tasks: [{ id: "a", title, agent: "supervisor" }] }, { leaveOut: ["tasks[0]"] }).plan?.tasks,
    ).toHaveLength(1);
  });

  it.each([
    "Aproveitar os dados",
    "Проверить согласованность данных",
    "Read the report",
    "Book a table",
    "Look into tokens",
    "Compare the signals",
    "Broken links",
    "Approve-list the three vendor domains",
    "Summarize how the FDA approves generic drugs",
    "Count approved and rejected loan applications in the table",
    "Parse the permission bits of each file",
    "Compare the approval ratings of the two ministers by month",
    "Write unit tests for the approve() function",
    "Freigegebene Artikel aus der Tabelle zählen",
    "Calculer l'accord des participes dans le texte",
    "Contar las solicitudes aprobadas en 2025",
    "承認済みの注文件数を数える",
    "统计已批准的贷款数量",
    "Retry until Redis accepts connections",
    "Continue once the health check confirms the build",
  ])("is none: %s", (title) => expect(asksForApproval(title)).toBe(false));
});

it.each([
  [true, "Do not send it before Nina agrees", "Only if the owner says so", "Nicht ohne Rücksprache mit ihr"],
  [false, "Send it to Nina", "Read the list of those who came", "Wait times by region"],
])("demandsControl is %s of such lines", (is, ...lines) => {
  expect(lines.filter((line) => demandsControl(line) !== is)).toEqual([]);
});

it("a note speaks of control also where it only tells of waiting", () => {
  expect(speaksOfControl("wait for the others")).toBe(true);
  expect(speaksOfControl("a table of figures")).toBe(false);
});

describe("words beside a plan in JSON", () => {
  const tasks = [
    { id: "look", input: "Look" },
    { id: "pay", input: "Pay", depends_on: ["look"] },
  ];
  const plan = JSON.stringify({ title: "Pay", tasks });

  it.each([
    ["behind it", `${plan}\nDana must approve the payment before it is made.`],
    ["before it", `Nothing is paid before Dana agrees.\n\n\`\`\`json\n${plan}\n\`\`\``],
    ["as a label", `${plan}\n\nApprover for the payment: Dana`],
    ["in another language", `${plan}\nNicht zahlen, bevor die Chefin zugestimmt hat.`],
    ["in a comment", plan.replace('"id":"pay"', '/* only after Dana has approved */ "id":"pay"')],
  ])("that demand a control are a guard that is not read: %s", (_, text) => {
    const read = readPlan(text);
    expect(read.plan).toBeUndefined();
    expect(read.errors).toMatchObject([{ code: expect.stringMatching(/^unread/) }]);
  });

  it("in a comment on a task's line are read where a person's gate stands before that task alone", () => {
    const [pay, ok, tell] = [
      '{"id": "pay", "input": "Pay", "after": "ok"}, // only after approval',
      '{"id": "ok", "type": "human_review", "prompt": "Pay?"},',
      '{"id": "tell", "input": "Tell", "after": "ok"}',
    ];
    const read = (...tasks: (string | undefined)[]) => readPlan(`{"tasks": [\n${tasks.join("\n")}\n]}`);
    expect(read(ok, pay).plan?.tasks).toHaveLength(2);
    const free = pay?.replace(', "after": "ok"', "");
    expect(read(ok, free, tell).errors).toMatchObject([{ code: "unreadable_guard" }]);
    expect(read("// only after approval", ok, pay).errors).toMatchObject([{ code: "unreadable_guard" }]);
  });

  it.each([
    ["that say that nobody has to agree", `No human approval is needed.\n${plan}`],
    ["that tell of it", `Here is the plan.\n${plan}\nLet me know if you would like more detail.`],
    [
      "that tell of the controls that it has",
      `The payment is only made after Dana has approved it.\n${JSON.stringify({
        tasks: [
          { id: "ok", type: "human_review", prompt: "Pay?", assignees: ["Dana"] },
          { id: "pay", input: "Pay", after: "ok" },
        ],
      })}`,
    ],
  ])("change nothing where they are others: %s", (_, text) => {
    expect(readPlan(text).plan?.tasks).toHaveLength(2);
  });
});

describe("a title of one word", () => {
  const list = (word: string) => [`Collect the invoices`, word, `Pay the invoices`];
  const asText = (words: string[]) => words.map((word, n) => `Step ${n + 1}: ${word}`).join("\n");

  it.each(["Breakpoint", "Maria", "BARRIER", "-- Maria looks --"])(
    "is asked about where it names no work: %s",
    (word) => {
      expect(errorsOf({ tasks: list(word) })).toEqual(["person_or_agent tasks[1]"]);
      expect(errorsOf({ tasks: list(word).map((title, n) => ({ id: `t${n}`, title })) })).toEqual([
        "person_or_agent tasks[1]",
      ]);
      expect(errorsOf(asText(list(word)))).toEqual(["person_or_agent step_2"]);
      expect(readPlan({ tasks: list(word) }, { settled: [word] }).errors).toEqual([]);
    },
  );

  it("is work by its word, by what else is said of it, and among others of one word", () => {
    for (const word of ["Summarize", "Compare", "Deployment", "Testing"])
      expect(readClean({ tasks: list(word) })).toHaveLength(3);
    expect(
      readClean(`${asText(list("Maria"))}`.replace("Maria", "Maria\n- Write to her about the list.")),
    ).toHaveLength(3);
    expect(readClean({ tasks: ["Recherche", "Entwurf", "Druck"] })).toHaveLength(3);
  });

  it.each([
    "Manager says yes",
    "Pay them [Maria signs]",
    "Pay them (on my word)",
    "Pay them (Maria first)",
    "Pay them / hold for Maria",
    "Maria checks the list",
  ])("is not the only one that asks people: %s", (title) => {
    expect(readPlan({ tasks: [{ id: "a", title, input: "Pay all" }] }).plan).toBeUndefined();
  });
});

it("somebody who does it may be the agent itself, and what looks like them may be the work", () => {
  const task = (title: string, agent?: string) => ({
    tasks: [{ id: "a", title, input: "Go on", ...(agent && { agent }) }],
  });
  expect(readClean(task("Supervisor checks the list", "supervisor"))).toHaveLength(1);
  for (const title of [
    "Unit tests for the parser",
    "Health checks",
    "Sort the rows (largest first)",
    "Report - October",
  ])
    expect(readClean(task(title))).toHaveLength(1);
});

it("a title that only waits for somebody is no work", () => {
  for (const title of ["Wait for Maria", "Warten auf Frau Kern", "Await Jo."])
    expect(asksForApproval(title), title).toBe(true);
  for (const title of ["Wait for the build", "Wait five minutes", "Await all results"])
    expect(asksForApproval(title), title).toBe(false);
});

it.each([
  "Halt here until Maria has nodded",
  "Rest here until Jo waves",
  "Sit on it till she has looked",
  "Ruht, bis Frau Kern genickt hat",
  "Leave the money where it is till the boss says so",
])("what lasts until somebody has agreed keeps the work waiting, whatever it is: %s", (line) => {
  expect(demandsControl(line)).toBe(true);
});

it.each([
  "Repeat until the test passes",
  "Poll until Jira has answered",
  "Revise until the reviewer agent is satisfied",
  "Keep asking until the list is complete",
])("what lasts until the work is done does not: %s", (line) => {
  expect(demandsControl(line)).toBe(false);
});

it("a clause of when or if alone is no note, unless it stands under the name of one", () => {
  const on = (name: string) => ({
    tasks: [{ id: "a", input: "Go", [name]: "When the table of prices is there" }],
  });
  expect(errorsOf(on("enabled"))).toEqual(["unread tasks[0].enabled"]);
  expect(readClean(on("notes"))).toHaveLength(1);
});

it("a line that begins with what is done may say how often, and in which case, but not after whom", () => {
  for (const line of [
    "Run the query once for each region",
    "Continue if a page is missing",
    "Start after the import has run",
  ])
    expect(demandsControl(line), line).toBe(false);
  for (const line of [
    "Begin when Priya has had a look",
    "Start once she agrees",
    "No account is closed without Priya's yes",
  ])
    expect(demandsControl(line), line).toBe(true);
});
