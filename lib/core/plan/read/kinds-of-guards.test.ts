import { describe, expect, it } from "vitest";
import { readPlan } from "./plan";

const json = (more: object, plan: object = {}) => ({
  ...plan,
  tasks: [
    { id: "a", title: "Write it", agent: "clerk", prompt: "Write it." },
    { id: "b", title: "Send it", agent: "clerk", prompt: "Send it.", depends_on: ["a"], ...more },
  ],
});
const steps = (title: string, line = "") => `Step 1: Write it\nStep 2: ${title}\n${line}`;
const isRead = (source: unknown) => readPlan(source).plan !== undefined;

describe("what guards work, in whichever place", () => {
  it.each([
    ["a time", json({ schedule: "on weekdays between nine and five, with somebody near" })],
    ["a time", json({ run_window: "any night of the coming week" })],
    ["a time", steps("Send it", "Zeitfenster: jede Nacht außer am Freitag und Samstag")],
    ["a name in an object of notes", json({ remarques: { validation: "par écrit, de la part du service" } })],
    ["a criterion", json({ acceptance: ["A pharmacist has looked it over and agreed"] })],
    ["a criterion", json({ acceptance_criteria: "La direction a lu la lettre et validé" })],
    ["a criterion", json({ success_criteria: "CFO agreed" })],
    ["a criterion", json({ acceptance: ["Approved by the head of sales"] })],
    ["a criterion of a step", steps("Send it", "- Acceptance criteria: Sign-off of legal")],
    [
      "a note that keeps the work from starting",
      json({ remark: "Non eseguire prima dell'ok del direttore." }),
    ],
    ["what became of comments, which is none", json({}, { dispositions: [{ send: "after Jo" }] })],
    ["a constraint of the plan", json({}, { constraints: ["Ask me before anything is bought"] })],
    ["an aside of a title", steps("Send it (DO NOT RUN YET)")],
    ["an aside of a title", json({ title: "Send it [wait for the auditor]" })],
    ["a title of two sentences", steps("Send it. Two administrators must be present.")],
    ["a title of two sentences", json({ title: "Schicke es. Zwei Prüfer müssen anwesend sein." })],
    ["one of several tags", steps("Send it", "Tags: ci, mail, release, nightly, manual-only")],
    ["one of several tags", json({ tags: "ci, mail, release, nightly, do-not-run" })],
    ["a title of one word that is not its id", json({ title: "Hold" })],
  ])("%s is never read past: %j", (_, source) => {
    expect(isRead(source)).toBe(false);
  });

  it.each([
    json({ acceptance: ["Handles quoted fields", "Handles CRLF"] }),
    json({ acceptance: "Every figure agrees with the ledger" }),
    json({}, { dispositions: [{ comment: "c1", disposition: "addressed" }] }),
    json({ output: "send_it/" }),
    json({ owner: "clerk" }),
    json({ tags: "ci, mail, release, nightly, weekly" }),
    json({ title: "Send it (two pages)" }),
    steps("Send it (fast)", "Tags: ci, mail, release, nightly, weekly"),
  ])("beside it nothing is asked for: %j", (source) => {
    expect(readPlan(source).errors).toEqual([]);
  });

  it("counts no title of a plan in force", () => {
    expect(readPlan(json({ title: "Send it (not yet)" }), { settled: ["Send it (not yet)"] }).errors).toEqual(
      [],
    );
  });
});

it("takes a title of one word that is its id as well for a name", () => {
  expect(isRead(json({ id: "stop", title: undefined }))).toBe(true);
  expect(isRead(json({ id: "Wait", title: "wait" }))).toBe(true);
});
