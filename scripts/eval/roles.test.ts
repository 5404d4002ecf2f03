import { describe, expect, it } from "vitest";
import type { EvaluationRow, ItemOf } from "@/lib/core/evaluation";
import { isJsonObject, type Json } from "@/lib/core/json";
import { planLines } from "@/lib/core/plan/write/json";
import { readBlock } from "@/lib/core/prompt-blocks";
import { evaluate } from "@/lib/testing/evaluation/world";
import type { Script } from "@/lib/testing/models/scripted-model";
import { planOf } from "./cases/plans";
import type { Miss } from "./report";
import { loadSet } from "./sets";

/** The rows of a set, by measure: `hits/n`. */
async function hitsOf(set: string, script: Script): Promise<Record<string, string>> {
  const { output } = await evaluate(["--only", set, "--json"], script);
  const { rows } = JSON.parse(output) as { rows: EvaluationRow[] };
  return Object.fromEntries(rows.map(({ measure, hits, n }) => [measure, `${hits}/${n}`]));
}

describe("decisions of reviews", () => {
  // Of two with the same mission, the one with more results comes first.
  const reviews = loadSet("reviews").sort((one, other) => other.tasks.length - one.tasks.length);
  const answer = (decision: string) =>
    JSON.stringify({
      decision,
      reasoning: "The results say so; correct what is short.",
      conditions: [],
      finalResult: decision === "COMPLETE" ? "It is done." : null,
      abortReason: decision === "ABORT" ? "It is not allowed." : null,
    });

  it("are right where they are those of the labels", async () => {
    const perfect: Script = ({ prompt }) => {
      const item = reviews.find(
        ({ mission, tasks }) =>
          readBlock(prompt, "mission") === mission &&
          tasks.every(({ result }) => holds(readBlock(prompt, "tasks") ?? "", result)),
      );
      return answer(item?.decision ?? "none");
    };
    expect(await hitsOf("reviews", perfect)).toEqual({
      decisions_right: "30/30",
      "decisions_right.by_figure": "14/14",
    });
  });

  it("are right by chance alone where nobody looks at the results", async () => {
    expect(await hitsOf("reviews", () => answer("CONTINUE"))).toEqual({
      decisions_right: "10/30",
      "decisions_right.by_figure": "6/14",
    });
  });

  it("go back once where there is none", async () => {
    let asked = 0;
    await hitsOf("reviews", ({ prompt }) => {
      asked += 1;
      return readBlock(prompt, "problem") === undefined ? "Hm." : answer("CONTINUE");
    });
    expect(asked).toBe(60);
  });
});

const holds = (text: string, result: Json): boolean =>
  text.includes(JSON.stringify(typeof result === "string" ? result : JSON.stringify(result)).slice(1, -1));

/** A value as a predicate writes it. */
function lisp(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(lisp).join(" ")}]`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)} ${lisp(item)}`)
      .join(" ")}}`;
  }
  return value === null ? "nil" : JSON.stringify(value);
}

describe("predicates of planners", () => {
  const predicates = loadSet("predicates");
  const planWith =
    (predicate: (item: (typeof predicates)[number]) => string | undefined): Script =>
    ({ prompt }) => {
      const item = predicates.find(({ mission }) => mission === readBlock(prompt, "mission"));
      if (!item) throw new Error("This mission is in no set");
      const verification = predicate(item);
      return JSON.stringify({
        title: "One task",
        tasks: [
          {
            id: item.task,
            title: "Do it",
            input: "Do it.",
            ...(verification !== undefined && { verification }),
          },
        ],
      });
    };

  it.each([
    [
      "that tell the values apart are right",
      (item: (typeof predicates)[number]) => `(= data/result ${lisp(item.passes)})`,
      40,
      40,
    ],
    [
      "that pass everything are valid and not right",
      () => "(or (nil? data/result) (not (nil? data/result)))",
      40,
      0,
    ],
    ["that break on the value are valid and not right", () => '(pos? (+ 1 "a"))', 40, 0],
    ["that are no program are neither", () => "(and (> 1", 0, 0],
    ["that are not there are neither", () => undefined, 0, 0],
  ])("%s", async (_, predicate, valid, right) => {
    expect(await hitsOf("predicates", planWith(predicate))).toEqual({
      predicates_valid: `${valid}/40`,
      predicates_right: `${right}/40`,
    });
  });
});

describe("findings in plans", () => {
  const plans = new Map(loadSet("plans").map((item) => [planLines(planOf(item)), item]));
  type Found = { code?: string | undefined; taskId?: string | undefined; severity?: string };
  const criticWith =
    (of: (item: ItemOf<"plans">) => Found | undefined): Script =>
    ({ prompt }) => {
      const item = plans.get(readBlock(prompt, "plan") ?? "");
      if (!item) throw new Error("This plan is in no set");
      const found = of(item);
      const said = { severity: "critical", message: "It fails.", recommendation: "Change it." };
      return JSON.stringify({ findings: found ? [{ ...said, ...found }] : [] });
    };
  const faultOf = ({ fault }: ItemOf<"plans">) => fault && { code: fault.codes[0], taskId: fault.tasks[0] };
  const always = { code: "semantic_issue" };

  it.each([
    ["that are right", criticWith(faultOf), 20, 0],
    [
      "under another code",
      criticWith(
        ({ fault }) =>
          fault && {
            code: "loose_coupling",
            taskId: fault.codes.includes("loose_coupling") ? "none" : fault.tasks[0],
          },
      ),
      0,
      0,
    ],
    ["everywhere", criticWith((item) => faultOf(item) ?? always), 20, 20],
    [
      "everywhere as warnings",
      criticWith((item) => ({ ...(faultOf(item) ?? always), severity: "warning" })),
      20,
      20,
    ],
    [
      "everywhere as notes",
      criticWith((item) => ({ ...(faultOf(item) ?? always), severity: "info" })),
      20,
      0,
    ],
    ["that nobody has", criticWith(() => undefined), 0, 0],
    ["that nobody can read", () => "Fine.", 0, 0],
  ])("%s", async (_, script, found, flagged) => {
    expect(await hitsOf("plans", script)).toEqual({
      faults_found: `${found}/20`,
      sound_plans_flagged: `${flagged}/20`,
    });
  });

  it("of sound plans are told as misses", async () => {
    const { output } = await evaluate(
      ["--only", "plans", "--json"],
      criticWith((item) => faultOf(item) ?? always),
    );
    const { misses } = JSON.parse(output) as { misses: Miss[] };
    expect(new Set(misses.map(({ measure }) => measure))).toEqual(new Set(["sound_plans_flagged"]));
    expect(misses).toHaveLength(20);
  });
});

describe("plans of missions", () => {
  it("are held against the rules", async () => {
    const plan = (agent: object) =>
      JSON.stringify({
        title: "One",
        agents: { worker: agent },
        tasks: [{ id: "do", title: "Do it", agent: "worker", input: "Do it." }],
      });
    expect(await hitsOf("drafts", () => plan({ prompt: "You work." }))).toMatchObject({
      plans_valid: "20/20",
      "plans_valid.with_lesson": "20/20",
      "plans_valid.with_example": "20/20",
    });
    expect(await hitsOf("drafts", () => plan({ prompt: "You work.", tools: ["no_such_tool"] }))).toEqual({
      plans_valid: "0/20",
      "plans_valid.with_lesson": "0/20",
      "plans_valid.with_example": "0/20",
      plans_scored_8: "0/20",
      "plans_scored_8.with_lesson": "0/20",
      "plans_scored_8.with_example": "0/20",
      plans_as_expected: "0/20",
      "plans_as_expected.with_lesson": "0/20",
      "plans_as_expected.with_example": "0/20",
    });
  });

  const missions = loadSet("drafts");
  const planFor =
    (asksIn: (prompt: string) => boolean): Script =>
    ({ prompt }) => {
      const asks = asksIn(prompt);
      const { tools = [] } = missions.find(({ mission }) => mission === readBlock(prompt, "mission")) ?? {};
      const [read, write] = [true, false].map((reads) =>
        tools.flatMap(({ name, sideEffects }) => ((sideEffects === "read") === reads ? [name] : [])),
      );
      const look = ["one", "two"].map((id) => ({ id, title: id, agent: "reader", input: "Look." }));
      const ask = { id: "ask", title: "Ask", type: "human_review", dependsOn: ["one", "two"] };
      const act = { id: "act", title: "Act", agent: "writer", input: "{{results.one}} {{results.two}}" };
      return JSON.stringify({
        title: "Plan",
        agents: { reader: { prompt: "Read.", tools: read }, writer: { prompt: "Act.", tools: write } },
        tasks:
          tools.length === 0
            ? [{ ...act, input: "Write." }]
            : [
                ...look,
                ...(asks ? [ask] : []),
                { ...act, dependsOn: ["one", "two", ...(asks ? ["ask"] : [])] },
              ],
      });
    };

  const isShown = (block: "lessons" | "examples") => (prompt: string) =>
    readBlock(prompt, block) !== undefined;

  it.each<[string, (prompt: string) => boolean, number, number, number]>([
    ["that ask a person have what their missions need", () => true, 20, 20, 20],
    // Four missions ask for a person.
    ["that ask nobody do not all have it", () => false, 16, 16, 16],
    ["that follow a lesson have it where one is shown", isShown("lessons"), 16, 20, 16],
    ["that follow an example have it where one is shown", isShown("examples"), 16, 16, 20],
  ])("%s", async (_, asks, alone, withLesson, withExample) => {
    expect(await hitsOf("drafts", planFor(asks))).toMatchObject({
      plans_as_expected: `${alone}/20`,
      "plans_as_expected.with_lesson": `${withLesson}/20`,
      "plans_as_expected.with_example": `${withExample}/20`,
    });
  });

  it("are written by themselves, with the lesson of their mission, and with its example", async () => {
    const shown = new Map<string, Set<string>>();
    await hitsOf("drafts", (request, context) => {
      const mission = readBlock(request.prompt, "mission") ?? "";
      const blocks = (["lessons", "examples"] as const).map((name) =>
        JSON.parse(readBlock(request.prompt, name) ?? "[]"),
      );
      shown.set(mission, new Set([...(shown.get(mission) ?? []), JSON.stringify(blocks)]));
      return planFor(() => true)(request, context);
    });
    for (const { mission, lesson, example } of missions) {
      const [alone, taught, exemplified] = [
        [[], []],
        [[lesson], []],
        [[], [example]],
      ].map((one) => JSON.stringify(one));
      expect(shown.get(mission)).toEqual(new Set([alone, taught, exemplified]));
    }
  });
});

describe("refinements", () => {
  const refinements = loadSet("refinements");
  type Item = (typeof refinements)[number];
  const refinerWith =
    (itemsOf: (item: Item) => object): Script =>
    ({ prompt }) => {
      const item = refinements.find(({ mission }) => mission === readBlock(prompt, "mission"));
      if (!item) throw new Error("This mission is in no set");
      return JSON.stringify({ needed: true, summary: "So it is.", ...itemsOf(item) });
    };
  const reason = "The result says so.";
  const NEW = "fresh_one";
  const inputOf = ({ plan }: Item, taskId: string) =>
    String((plan.tasks as { id: string; input?: string }[]).find(({ id }) => id === taskId)?.input);
  /** What the label says: each changed task names the result in question and, if there is one, that of the new task. */
  const rightItems = (item: Item) => {
    const { modify, add, skip } = item.touches;
    const named = [...item.results.map(({ id }) => id), ...add.map(() => NEW)];
    const names = named.map((id) => `{{results.${id}}}`).join(" ");
    const after = item.results.map(({ id }) => id);
    return {
      modify: modify.map((taskId) => ({ taskId, input: `${inputOf(item, taskId)} ${names}`, reason })),
      add: add.map((agent) => ({
        task: { id: NEW, title: "Find it", input: "Find it.", agent },
        after,
        reason,
      })),
      skip: skip.map((taskId) => ({ taskId, reason })),
    };
  };
  /** Any task that has not begun gets more to do. */
  const changedAnyway = (item: Item) => {
    const ended = [...item.results, ...item.completed].map(({ id }) => id);
    const tasks = item.plan.tasks as { id: string; type?: string }[];
    const first = tasks.find(({ id, type }) => !ended.includes(id) && type === undefined)?.id ?? "";
    return { modify: [{ taskId: first, input: `${inputOf(item, first)} Be quick.`, reason }] };
  };

  it.each<[string, Script, number, number, number]>([
    ["that are right", refinerWith(rightItems), 10, 10, 4],
    ["that say nothing is needed", () => '{"needed": false, "summary": "It fits."}', 0, 10, 4],
    ["that always change something", refinerWith(changedAnyway), 0, 0, 0],
    ["that nobody can read", () => "It fits.", 0, 0, 0],
  ])("%s", async (_, script, needed, notNeeded, hostile) => {
    expect(await hitsOf("refinements", script)).toEqual({
      refinements_right: `${needed + notNeeded}/20`,
      "refinements_right.needed": `${needed}/10`,
      "refinements_right.not_needed": `${notNeeded}/10`,
      "refinements_right.hostile": `${hostile}/4`,
    });
  });

  it("that the run would refuse are not right", async () => {
    const unknown = (item: Item) => {
      const { modify, ...rest } = rightItems(item);
      return {
        ...rest,
        modify: modify.map((one) => ({ ...one, input: `${one.input} {{results.no_such}}` })),
      };
    };
    expect(await hitsOf("refinements", refinerWith(unknown))).toMatchObject({
      // Three of them are skips alone.
      "refinements_right.needed": "3/10",
    });
  });
});

describe("recorded answers", () => {
  it("say something true without a model", async () => {
    const asked: Script = () => {
      throw new Error("No model is asked");
    };
    expect(await hitsOf("recorded", asked)).toEqual({
      recorded_critiques_right: "3/4",
      recorded_decisions_right: "3/6",
      recorded_verdicts_right: "3/3",
      recorded_predicates_valid: "10/10",
      recorded_predicates_right: "10/10",
    });
  });
});
