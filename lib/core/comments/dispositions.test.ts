import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeOf } from "@/lib/testing/plans/place-of";
import { type AnchorTarget, anchorOn, type Place } from "./anchor";
import { changeAt, checkDispositions, type GivenDisposition, readDispositions } from "./dispositions";
import { isChange, isEmptyClaim, statusAfter } from "./outcome";
import type { Anchor, CheckedDisposition, RoundComment } from "./schema";
import {
  COMMENT_MOVERS,
  COMMENT_STATUSES,
  DISPOSITIONS,
  mayMove,
  OUTCOMES,
  STATUS_MOVES,
  statusesBefore,
} from "./words";

const BEFORE = placeOf([
  { id: "train", title: "Train" },
  { id: "ramp", title: "Ramp up", input: "20 %", dependsOn: ["train"] },
]);
const at = (target: AnchorTarget, place: Place = BEFORE): Anchor => {
  const anchor = anchorOn(place, target);
  if (!anchor) throw new Error("No such place");
  return anchor;
};
const PLAN = at({ kind: "plan" });
const RAMP = at({ kind: "task", taskId: "ramp" });
const TITLE = at({ kind: "field", taskId: "ramp", field: "title" });
const INPUT = at({ kind: "field", taskId: "ramp", field: "input" });
const EDGE = at({ kind: "edge", taskId: "ramp", fromId: "train" });
const none = { fields: [], added: 0, removed: false };
const samePlan = { ...none, tasks: { removed: 0, changed: 0 } };

describe("changeAt", () => {
  it("finds nothing where nothing changed, under whatever ids", () => {
    const same = placeOf(
      [
        { id: "train", title: "Train" },
        { id: "raise", title: "Ramp up", input: "20 %", dependsOn: ["train"], replaces: "ramp" },
      ],
      2,
      BEFORE,
    );
    for (const anchor of [RAMP, INPUT, EDGE]) expect(changeAt(anchor, BEFORE, same)).toEqual(none);
    expect(changeAt(PLAN, BEFORE, same)).toEqual(samePlan);
    expect(changeAt(PLAN, BEFORE, BEFORE)).toEqual(samePlan);
  });

  it("holds a place that only a proposal had against what it quotes", () => {
    const proposed = placeOf(
      [
        { id: "train", title: "Train" },
        { id: "check", title: "Check", input: "Check it", dependsOn: ["train"] },
      ],
      2,
      BEFORE,
    );
    const check = at({ kind: "task", taskId: "check" }, proposed);
    const input = at({ kind: "field", taskId: "check", field: "input" }, proposed);
    const edge = at({ kind: "edge", taskId: "check", fromId: "train" }, proposed);
    const again = (task: object) =>
      placeOf(
        [
          { id: "train", title: "Train" },
          { id: "check", title: "Check", ...task },
        ],
        2,
        BEFORE,
      );
    const same = again({ input: "Check it", dependsOn: ["train"] });
    const otherwise = again({ input: "Check it twice" });
    const added = { ...none, added: 1 };
    for (const anchor of [check, input, edge]) {
      expect(changeAt(anchor, BEFORE, same)).toMatchObject({ fields: [], removed: false });
      expect(changeAt(anchor, BEFORE, BEFORE)).toEqual({ ...none, removed: true });
    }
    expect(changeAt(check, BEFORE, same)).toEqual(none);
    expect(changeAt(check, BEFORE, otherwise).fields).toEqual(["task"]);
    expect(changeAt(input, BEFORE, otherwise).fields).toEqual(["input"]);
    expect(changeAt(edge, BEFORE, otherwise).fields).toEqual(["dependsOn"]);
    const more = placeOf([...same.plan.tasks, { id: "log", title: "Log", dependsOn: ["check"] }], 2, BEFORE);
    expect(changeAt(check, BEFORE, more)).toEqual(added);
    expect(changeAt(input, BEFORE, more)).toEqual(none);
  });

  it("tells the field that changed from others", () => {
    const after = placeOf(
      [
        { id: "train", title: "Train" },
        { id: "ramp", title: "Ramp up", input: "20 %", maxRetries: 3, dependsOn: ["train"] },
      ],
      2,
      BEFORE,
    );
    expect(changeAt(RAMP, BEFORE, after)).toEqual({ ...none, fields: ["maxRetries"] });
    expect(changeAt(INPUT, BEFORE, after)).toEqual(none);
    expect(changeAt(PLAN, BEFORE, after)).toEqual({ ...none, tasks: { removed: 0, changed: 1 } });
  });

  it("tells what a task's agent may use from what else is said of it", () => {
    const withAgent = (version: number, agent: object) =>
      placeOf([{ id: "ramp", title: "Ramp up", agent: "worker" }], version, undefined, {
        agents: { worker: agent },
      });
    const before = withAgent(1, { prompt: "Work.", tools: ["deploy"] });
    const after = withAgent(2, { prompt: "Work well.", tools: ["deploy"] });
    const on = (field: string) =>
      changeAt(at({ kind: "field", taskId: "ramp", field }, before), before, after);
    expect(on("agent.prompt").fields).toEqual(["agent.prompt"]);
    expect(on("agent.tools")).toEqual(none);
    expect(changeAt(at({ kind: "task", taskId: "ramp" }, before), before, after).fields).toEqual([
      "agent.prompt",
    ]);
  });

  it("counts new tasks next to the place, and an edge that leads elsewhere", () => {
    const after = placeOf(
      [
        { id: "train", title: "Train" },
        { id: "check", title: "Check", dependsOn: ["train"] },
        { id: "ramp", title: "Ramp up", input: "20 %", dependsOn: ["check"] },
        { id: "tell", title: "Tell", dependsOn: ["ramp"] },
      ],
      2,
      BEFORE,
    );
    expect(changeAt(RAMP, BEFORE, after)).toEqual({ fields: ["dependsOn"], added: 2, removed: false });
    expect(changeAt(EDGE, BEFORE, after)).toEqual({ fields: ["dependsOn"], added: 2, removed: false });
    expect(changeAt(PLAN, BEFORE, after)).toEqual({ ...none, added: 2, tasks: { removed: 0, changed: 1 } });
    // What is new beside a task says nothing of one of its fields.
    expect(changeAt(INPUT, BEFORE, after)).toEqual(none);
  });

  it("takes no task for new that has another id or lineage and the title of an earlier one", () => {
    const after = placeOf(
      [
        { id: "learn", title: " train" },
        { id: "ramp", title: "Ramp up", input: "20 %", dependsOn: ["learn"] },
      ],
      2,
      BEFORE,
    );
    expect(changeAt(RAMP, BEFORE, after)).toEqual({ ...none, fields: ["dependsOn"] });
  });

  it("counts of the plan what is new, gone and different, whatever ids a tail gives", () => {
    const after = placeOf(
      [
        { id: "train_v2", title: "Train", replaces: "train", input: "More" },
        { id: "again", title: "Train", replaces: "train" },
        { id: "tell", title: "Tell" },
      ],
      2,
      BEFORE,
      { title: "Other", agents: { worker: {} } },
    );
    expect(changeAt(PLAN, BEFORE, after)).toEqual({
      fields: ["title", "agents"],
      added: 2,
      removed: false,
      tasks: { removed: 1, changed: 1 },
    });
    const merged = placeOf([{ id: "both", title: "Train", replaces: "train" }], 2, BEFORE);
    const twins = placeOf(
      [...BEFORE.plan.tasks, { id: "twin", title: "Train", replaces: "train" }],
      1,
      BEFORE,
    );
    expect(changeAt(PLAN, twins, merged).tasks).toEqual({ removed: 2, changed: 0 });
  });

  it("sees a task under another title as changed, and holds a field to its own difference", () => {
    const train = { id: "train", title: "Train" };
    const ramp = { id: "ramp", title: "Ramp up slowly", input: "20 %", dependsOn: ["train"] };
    const retitled = placeOf([train, ramp], 2, BEFORE);
    expect(changeAt(RAMP, BEFORE, retitled)).toEqual({ ...none, fields: ["title"] });
    expect(changeAt(TITLE, BEFORE, retitled)).toEqual({ ...none, fields: ["title"] });
    for (const anchor of [INPUT, EDGE]) expect(changeAt(anchor, BEFORE, retitled)).toEqual(none);
  });

  it("says that a task is gone", () => {
    const after = placeOf([{ id: "other", title: "Roll back" }], 2, BEFORE);
    for (const anchor of [RAMP, INPUT, EDGE]) expect(changeAt(anchor, BEFORE, after).removed).toBe(true);
    const alone = placeOf([{ id: "ramp", title: "Ramp up", input: "20 %" }], 2, BEFORE);
    expect(changeAt(EDGE, BEFORE, alone).removed).toBe(true);
    const stranger = at({ kind: "task", taskId: "new" }, placeOf([{ id: "new" }]));
    expect(changeAt(stranger, BEFORE, BEFORE).removed).toBe(true);
  });

  it("sees another title or objective of the plan", () => {
    const after = placeOf(BEFORE.plan.tasks, 2, BEFORE, { objective: "Faster" });
    expect(changeAt(PLAN, BEFORE, after)).toEqual({ ...samePlan, fields: ["objective"] });
  });

  it("waits for a task that the plan does not have as for any other", () => {
    const odd = placeOf([{ id: "ramp", title: "Ramp up", input: "20 %", dependsOn: ["nobody"] }], 2, BEFORE);
    expect(changeAt(RAMP, BEFORE, odd).fields).toEqual(["dependsOn"]);
  });
});

describe("readDispositions", () => {
  const read = (dispositions: unknown) =>
    readDispositions(`Here: ${JSON.stringify({ tasks: [], dispositions })}`);

  it("reads them beside the plan, whatever form their names have", () => {
    expect(
      read([
        { comment: "c1", disposition: "Addressed ", note: " Starts lower. " },
        { comment: 2, disposition: "declined" },
      ]),
    ).toEqual([
      { comment: "c1", disposition: "addressed", note: "Starts lower." },
      { comment: "c2", disposition: "declined" },
    ]);
  });

  it("passes over what is none", () => {
    expect(readDispositions("no plan at all")).toEqual([]);
    expect(read("all addressed")).toEqual([]);
    const odd = [null, "c1", { comment: "c1" }, { comment: "c1", disposition: "done" }];
    expect(read([...odd, { comment: null, disposition: "addressed" }])).toEqual([]);
  });
});

const comment = (id: string, anchor: Anchor, more: Partial<RoundComment> = {}): RoundComment => {
  return { id, anchor, text: "Look.", ...more };
};

describe("checkDispositions", () => {
  const comments = [comment("x", INPUT), comment("y", RAMP), comment("z", PLAN)];
  const places = { inForce: BEFORE, proposals: new Map() };

  it("gives each comment what was said of it, and nobody what was said of others", () => {
    const given: GivenDisposition[] = [
      { comment: "c1", disposition: "addressed", note: "Starts lower." },
      { comment: "z", disposition: "answered" },
      { comment: "c9", disposition: "addressed" },
    ];
    expect(checkDispositions(comments, given, places, BEFORE)).toEqual([
      { comment: "x", outcome: "addressed", note: "Starts lower.", change: none },
      { comment: "y", outcome: "unanswered", change: none },
      { comment: "z", outcome: "answered", change: samePlan },
    ]);
  });

  it("holds what was sent about a proposal against that, not against the plan in force", () => {
    const lower = (input: string, more: object[] = []) =>
      placeOf(
        [
          { id: "train", title: "Train" },
          { id: "ramp", title: "Ramp up", input, dependsOn: ["train"] },
          ...(more as { id: string }[]),
        ],
        2,
        BEFORE,
      );
    const proposed = lower("5 %", [{ id: "log", title: "Log", dependsOn: ["ramp"] }]);
    const sent = [comment("x", INPUT), comment("y", RAMP), comment("z", PLAN)].map((one) => {
      return { ...one, proposal: "digest" };
    });
    const claimed = sent.map(({ id }) => ({ comment: id, disposition: "addressed" as const }));
    const about = { inForce: BEFORE, proposals: new Map([["digest", proposed]]) };
    expect(checkDispositions(sent, claimed, about, proposed).map(isEmptyClaim)).toEqual([true, true, true]);
    const otherwise = checkDispositions(sent, claimed, about, lower("20 %"));
    expect(otherwise.map(({ change }) => change.fields)).toEqual([["input"], ["input"], []]);
    expect(otherwise[2]?.change.tasks).toEqual({ removed: 1, changed: 1 });
    const inForce = sent.map(({ proposal: _, ...one }) => one);
    expect(checkDispositions(inForce, claimed, about, proposed).map(isEmptyClaim)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("takes praise as answered: it asks for no change that could show", () => {
    const praised = [comment("x", INPUT, { label: "good" })];
    const said = checkDispositions(praised, [{ comment: "c1", disposition: "addressed" }], places, BEFORE);
    expect(said).toMatchObject([{ outcome: "answered" }]);
  });
});

describe("statusAfter", () => {
  const change = fc.constantFrom(
    none,
    { ...none, fields: ["input"] },
    { ...none, added: 1 },
    { ...none, removed: true },
    samePlan,
    { ...none, tasks: { removed: 0, changed: 1 } },
  );
  const checked = fc.record({ comment: fc.string(), outcome: fc.constantFrom(...OUTCOMES), change });

  it("is never resolved, and addressed only where a change shows", () => {
    fc.assert(
      fc.property(checked, (one: CheckedDisposition) => {
        const status = statusAfter(one);
        expect(mayMove("sent", status, "model")).toBe(true);
        expect(status).not.toBe("resolved");
        if (status === "addressed") expect(isChange(one.change)).toBe(true);
        if (one.outcome === "unanswered") expect(status).toBe("open");
        expect(isEmptyClaim(one)).toBe(one.outcome === "addressed" && status === "open");
      }),
    );
  });
});

describe("the table of moves", () => {
  it("lets persons alone resolve", () => {
    for (const from of COMMENT_STATUSES)
      for (const by of COMMENT_MOVERS)
        if (by !== "person") expect(mayMove(from, "resolved", by), `${by} of ${from}`).toBe(false);
    expect(statusesBefore("resolved", "person")).toEqual(["open", "sent", ...DISPOSITIONS]);
  });

  it("sends what is open or answered by a version that is written again, and opens again what was resolved", () => {
    expect(statusesBefore("sent", "round")).toEqual(["open", ...DISPOSITIONS]);
    expect(statusesBefore("open", "person")).toEqual([...DISPOSITIONS, "resolved"]);
    expect(Object.keys(STATUS_MOVES)).toEqual([...COMMENT_STATUSES]);
  });
});
