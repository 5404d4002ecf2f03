import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { DECISIONS } from "../../plan/schema";
import type { Risk } from "../../run/gates/risk";
import { APPROVAL_KINDS, answerRow, verbsOfKind } from "../../run/gates/table";
import { storeValue } from "../../stored-value";
import { consequenceHeading, consequenceOf, decisionHelp, rejectionHeading, verbHelp } from "./answers";
import { gateTitle } from "./headline";
import { describeRisk } from "./risk";

describe("what an approval leads to", () => {
  it("names what starts next, or that nothing does", () => {
    const { state, gate } = waitingAtGate({ id: "send", title: "Send it", dependsOn: ["ask"] });
    expect(consequenceOf(state, gate)).toContain("Then “Send it” starts.");
    const last = waitingAtGate();
    expect(consequenceOf(last.state, last.gate)).toContain("the run finishes");
  });

  it("says what becomes of a call that asks, by each of its verbs", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    world.ask("t", { kind: "tool_approval", prompt: "Deploy 1? A rule asks." }, {});
    const { state } = world;
    const [tool, unknown] = Object.values(state.approvals);
    if (!tool || !unknown) throw new Error("no gates opened");
    expect(consequenceOf(state, tool)).toBe(
      "deploy runs with these arguments and the task continues with its output.",
    );
    const { shown: _, ...asked } = tool;
    const release = { ...asked, kind: "answer_release" as const, verbs: ["approve" as const] };
    expect(consequenceOf(state, release)).toBe("The run writes its answer and ends.");
    expect(consequenceOf(state, { ...release, shown: storeValue("Done").stored })).toBe(
      "The run ends with this answer.",
    );
    expect(consequenceOf(state, unknown)).toMatch(/used as the output of deploy.* not run again/);
    expect(consequenceOf(state, { ...unknown, verbs: ["run", "abort"], subject: {} })).toMatch(
      /^The tool runs again/,
    );
    expect(gateTitle(state, tool)).toBe("“Deploy 1?”");
    expect(verbHelp("reject", tool)).toContain("continues");
    expect(verbHelp("reject", { kind: "human_review" })).toContain("fails");
    expect(verbHelp("abort", unknown)).toBe(verbHelp("abort", { kind: "budget" }));
  });

  it("says what is left when a review continues", () => {
    const { state } = waitingAtGate({ id: "one", dependsOn: ["ask"] }, { id: "two", dependsOn: ["ask"] });
    expect(decisionHelp(state, "ask", "CONTINUE")).toContain("2 tasks left");
    expect(decisionHelp(state, "ask", "ABORT")).toContain("cannot be undone");
  });

  it.each(APPROVAL_KINDS)("is a sentence at a gate of the kind %s", (kind) => {
    const { state, gate } = waitingAtGate();
    expect(consequenceOf(state, { ...gate, kind })).toMatch(/^[A-Z“].*\.$/);
  });

  it("is made of what the first verb leads to, not of the kind alone", () => {
    const { state, gate } = waitingAtGate();
    const answered = consequenceOf(state, { ...gate, verbs: ["respond", "reject"] });
    expect(answered).toBe("Nothing else depends on it, so the run finishes.");
    expect(consequenceOf(state, gate)).toContain("passed on unchanged");
    const undecided = { ...gate, kind: "review_decision" as const, verbs: [...DECISIONS] };
    expect(consequenceOf(state, undecided)).toContain("takes effect immediately");
    expect(consequenceHeading(undecided)).toBe("What you decide about");
  });

  it("stands under a heading that names the first answer", () => {
    const { gate } = waitingAtGate();
    expect(consequenceHeading(gate)).toBe("If you approve");
    expect(consequenceHeading({ ...gate, verbs: ["raise"] })).toBe("If you choose raise");
    expect(consequenceHeading({ ...gate, verbs: [] })).toBe("If you approve");
    expect(consequenceHeading({ ...gate, kind: "tool_input" })).toBe("If you answer");
    expect(consequenceHeading({ ...gate, kind: "review_decision" })).toBe("What you decide about");
    expect(rejectionHeading(gate)).toBe("If you reject");
    expect(rejectionHeading({ kind: "tool_input" })).toBe("If you decline");
  });

  it("tells of a plan how many tasks it has, which start, and how often it asks", () => {
    const { gate } = waitingAtGate();
    const planned = (...tasks: Parameters<typeof planOf>) => {
      const world = new RunWorld({ plan: planOf(...tasks) });
      return consequenceOf(world.state, { ...gate, kind: "plan_approval" });
    };
    expect(planned({ id: "a", title: "A" })).toBe("The plan runs: 1 task. First “A” starts.");
    const ids = ["a", "b", "c", "d"];
    const many = planned(...ids.map((id) => ({ id, title: id.toUpperCase() })));
    expect(many).toContain("The plan runs: 4 tasks. First “A”, “B”, “C” and 1 more start.");
    const gates = ["x", "y"].map((id) => ({ id, type: "human_review" as const, dependsOn: ["a"] }));
    expect(planned({ id: "a", title: "A" }, ...gates.slice(0, 1))).toContain("asks a person once along");
    expect(planned({ id: "a", title: "A" }, ...gates)).toContain("asks a person 2 times along");
  });

  it("says that a task waits for others too, and for a paused run", () => {
    const other = { id: "other", type: "human_review" as const };
    const { state, gate } = waitingAtGate(other, { id: "go", title: "Go", dependsOn: ["ask", "other"] });
    expect(consequenceOf(state, gate)).toContain(
      "Then “Go” starts as soon as their other dependencies are done.",
    );
    const paused: typeof state = { ...state, paused: { since: 1, by: { kind: "system" } } };
    expect(consequenceOf(paused, gate)).toContain(
      "Then “Go” starts as soon as their other dependencies are done and the run is resumed.",
    );
    const alone = waitingAtGate({ id: "send", title: "Send it", dependsOn: ["ask"] });
    expect(consequenceOf({ ...alone.state, paused: paused.paused }, alone.gate)).toContain(
      "Then “Send it” starts as soon as the run is resumed.",
    );
    const { taskId: _, shown: __, ...aboutNothing } = gate;
    expect(consequenceOf(state, aboutNothing)).toBe("Nothing else depends on it, so the run finishes.");
  });

  it("names the model that is asked again or replaced", () => {
    const about = { kind: "model_unavailable" as const, subject: { model: "lab:one" } };
    expect(verbHelp("retry", about)).toBe("Retries pending work with lab:one.");
    expect(verbHelp("retry", { kind: "model_unavailable" })).toBe("Retries pending work.");
    expect(verbHelp("other", about)).toContain("in place of lab:one");
    expect(verbHelp("raise", { kind: "human_review" })).toBeUndefined();
  });

  it("says that a review which continues with nothing left lets the run finish", () => {
    const { state } = waitingAtGate();
    expect(decisionHelp(state, "ask", "CONTINUE")).toBe(
      "Nothing else is left in the plan, so the run finishes.",
    );
  });
});

describe("the risk of an answer", () => {
  it.each<[Risk, string]>([
    [
      { code: "ends_run", verb: "reject" },
      "Rejecting ends the run and cannot be undone. Finished work stays on record.",
    ],
    [
      { code: "ends_run", verb: "abort" },
      "Aborting ends the run and cannot be undone. Finished work stays on record.",
    ],
    [
      { code: "repeats_call", tool: "mail" },
      "mail runs again. If it has already happened, it happens twice.",
    ],
    [
      { code: "repeats_known_call", tool: "mail" },
      "mail has already run with exactly these arguments. Approving runs it again.",
    ],
    [
      {
        code: "starts_changes",
        tasks: [
          { title: "Send", tools: ["mail", "post"] },
          { title: "Pay", tools: ["bank"], fedBy: 1 },
          { title: "Tell", tools: ["mail"], moreTools: 3, fedBy: 2 },
        ],
      },
      "This releases work that can change things outside: “Send” (by mail, post); “Pay” (by bank, with what 1 unfinished task gives); “Tell” (by mail and 3 more, with what 2 unfinished tasks give).",
    ],
    [
      { code: "starts_changes", tasks: [..."abcdefghijk"].map((title) => ({ title, tools: ["mail"] })) },
      "This releases work that can change things outside: “a” (by mail); “b” (by mail); “c” (by mail); and 8 more, listed on the panel of the gate.",
    ],
    [
      {
        code: "starts_changes",
        tasks: [{ title: "Draft it” (by nobody). Nothing acts outside. “", tools: ["mail"] }],
        omitted: 3,
      },
      "This releases work that can change things outside: “Draft it' (by nobody). Nothing acts outside. '” (by mail); and 3 more, listed on the panel of the gate.",
    ],
  ])("is told: %o", (risk, words) => {
    expect(describeRisk(risk)).toBe(words);
  });
});

describe("the help of a verb", () => {
  const obvious =
    "start_plan adopt_version change_plan refine_plan give_answer pass_shown take_proposal keep_plan run_call write_tail_again resume_engine";
  const rows = APPROVAL_KINDS.flatMap((kind) => verbsOfKind(kind).map((verb) => [kind, verb] as const));
  it.each(rows)("at %s of %s is a sentence, unless the verb says it all", (kind, verb) => {
    const about = { kind, subject: { model: "lab:one" } };
    const help = verbHelp(verb, about);
    const leadsTo = answerRow(kind, verb)?.leadsTo ?? "";
    if (obvious.split(" ").includes(leadsTo)) expect(help).toBeUndefined();
    else expect(help).toMatch(/^\p{Lu}.*\w.*\.$/su);
  });
});
