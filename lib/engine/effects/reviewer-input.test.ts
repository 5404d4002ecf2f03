import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { EffectContext } from "./effect";
import { reviewerInput } from "./reviewer-input";

const plan = planOf(
  { id: "load", title: "Load" },
  { id: "clean", title: "Clean", dependsOn: ["load"], maxRetries: 0, onFailure: "skip", critical: false },
  { id: "note", title: "Note" },
  { id: "check", title: "Check", type: "planning_review", dependsOn: ["load", "clean"] },
  { id: "sum", title: "Sum", dependsOn: ["check"], input: "Sum {{results.load}}", verification: "true" },
  { id: "print", title: "Print", dependsOn: ["sum"] },
);
const review = plan.tasks[3];

/** The run when its review is due: `load` gave this, `clean` failed, and `note` has not ended or gave that. */
function world(
  loaded: string,
  noted?: string,
  end = (run: RunWorld): unknown => run.fail("clean", "It is empty."),
) {
  const run = new RunWorld({ plan, settings: { constraints: "Be quick." } });
  const bodies = new Map<string, Json>();
  run.start();
  run.succeed("load", loaded);
  if (noted !== undefined) run.succeed("note", noted);
  run.start();
  end(run);
  for (const [id, text] of Object.entries({ load: loaded, note: noted })) {
    const result = run.state.tasks[id]?.result;
    if (result && "ref" in result && text !== undefined) bodies.set(result.ref, text);
  }
  const reads = {
    values: () => Promise.resolve(bodies),
    writingCalls: () => Promise.resolve([]),
  };
  const context = { runId: run.state.runId, reads, state: () => run.state, tools: { find: () => undefined } };
  if (!review) throw new Error("no review");
  return reviewerInput(context as unknown as EffectContext, review);
}

describe("reviewerInput", () => {
  it("shows what is reviewed as it ended, the others in short, and what would come next", async () => {
    const { input, lookups } = await world("rows", "noted");
    expect(input).toMatchObject({
      mission: "Do it",
      constraints: "Be quick.",
      planTitle: "Plan",
      effectsDone: [],
      peopleSaid: [],
      checkpoint: { id: "check", title: "Check", dependsOn: ["load", "clean"], waiting: ["sum"] },
      remaining: [
        {
          id: "sum",
          title: "Sum",
          type: "task",
          input: "Sum {{results.load}}",
          verification: "true",
          dependsOn: ["check"],
        },
        { id: "print", title: "Print", type: "task" },
      ],
    });
    expect(input.review.previousTasks).toEqual(["load", "clean"]);
    expect(input).not.toHaveProperty("objective");
    expect(input.tasks).toEqual([
      { id: "load", title: "Load", type: "task", status: "succeeded", result: "rows" },
      { id: "clean", title: "Clean", type: "task", status: "skipped", result: "", diagnosis: "It is empty." },
    ]);
    expect(input.others).toEqual([
      { id: "note", title: "Note", type: "task", status: "succeeded", result: "noted" },
    ]);
    expect(lookups).toEqual([]);
  });

  it("cuts long results, which the reviewer can look up piece by piece", async () => {
    const long = `${"a".repeat(16_000)}${"b".repeat(4_000)}`;
    const { input, lookups } = await world(long, "n".repeat(201));
    expect(input.tasks[0]).toMatchObject({ cut: "4000 of 20000 characters", result: "a".repeat(4_000) });
    expect(input.others?.[0]).toMatchObject({ cut: "200 of 201 characters", result: "n".repeat(200) });
    const [lookup] = lookups;
    expect(lookups).toHaveLength(1);
    expect(lookup?.spec).toEqual({
      name: "read_result",
      description: 'Gives the whole result of a task that has ended, 16000 characters from "offset" on.',
      inputSchema: {
        type: "object",
        properties: { task: { type: "string" }, offset: { type: "integer", minimum: 0 } },
        required: ["task"],
      },
    });
    expect(lookup?.find({ task: "load" })).toEqual({ chars: 20_000, offset: 0, text: long.slice(0, 16_000) });
    const rest = { chars: 20_000, offset: 16_000, text: "b".repeat(4_000) };
    expect(lookup?.find({ task: "load", offset: 16_000.5 })).toEqual(rest);
    expect(lookup?.find({ task: "load", offset: -1 })).toMatchObject({ offset: 0 });
    expect(lookup?.find({ task: "load", offset: "1" })).toMatchObject({ offset: 0 });
    const unknown = { error: "Known results: load, clean, note." };
    expect([lookup?.find({ task: "sum" }), lookup?.find(null)]).toEqual([unknown, unknown]);
  });

  it("shows what a task had come to that its check refused", async () => {
    const { input } = await world("rows", undefined, (run) => run.refuse("clean", "There are no rows."));
    expect(input.tasks[1]).toMatchObject({ id: "clean", result: "clean draft" });
  });

  it("has what people said before the review began, and nothing of what they say while it is at work", async () => {
    const say = (run: RunWorld, words: string) =>
      run.tick(1).send(
        {
          type: "supply_result",
          taskId: words,
          value: storeValue(words).stored,
          reason: `I know ${words}.`,
        },
        ANNA,
      );
    const { input } = await world("rows", undefined, (run) => {
      say(run, "clean");
      run.tick(1).start();
      say(run, "note");
    });
    expect(input.peopleSaid).toEqual([expect.stringContaining("I know clean.")]);
  });

  it("tells of tasks that have not ended that they did not run", async () => {
    const { input } = await world("rows");
    expect(input.others).toEqual([]);
    expect(input.remaining.map(({ id }) => id)).toEqual(["note", "sum", "print"]);
  });
});
